import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { Database } from "./connect.ts";
import type { DB } from "./types.ts";

/** How long a holder that died keeps others waiting. */
const SECONDS = 15;
const ASK_AGAIN_MS = 250;

/** Someone else holds the lease, and goes on holding it. */
export class LeaseBusy extends Error {
  override readonly name = "LeaseBusy";
}

/** This process held the lease, and was away for so long that someone else may hold it now. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Held while {@link withLease} runs its work. */
export interface Lease {
  /**
   * Runs a transaction that only commits if the lease is still held. Nobody else gets it while the transaction runs.
   * @throws LeaseLost
   */
  write<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
}

export interface LeaseOptions {
  /** How long to wait for another holder (ms); as long as it takes by default. */
  readonly waitMs?: number;
  /** How long the lease lasts without being renewed. */
  readonly seconds?: number;
}

/**
 * Runs work that only one process at a time may do and that is longer than a transaction. The lease is a row, not a lock of the
 * session, which a pooler would give to others. It is renewed while the work goes on, and ends with it. Expiry is judged by the
 * database's clock.
 * @param name what it is for
 * @throws LeaseBusy after `waitMs`
 */
export async function withLease<T>(
  db: Database,
  name: string,
  work: (lease: Lease) => Promise<T>,
  { waitMs = Number.POSITIVE_INFINITY, seconds = SECONDS }: LeaseOptions = {},
): Promise<T> {
  const holder = randomUUID();
  const since = performance.now();
  while (!(await holdLease(db, name, holder, seconds))) {
    if (performance.now() - since >= waitMs) throw new LeaseBusy(`Someone else holds the lease ${name}`);
    await sleep(ASK_AGAIN_MS);
  }
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(
    () => {
      // If this fails, the next one may succeed in time; if none does, `write` finds out.
      renewal = renewal.then(() => renew(db, name, holder, seconds)).catch(() => undefined);
    },
    (seconds * 1_000) / 3,
  ).unref();
  try {
    return await work({
      write: (on, write) =>
        on.transaction().execute(async (trx) => {
          await requireHeld(trx, name, holder);
          return write(trx);
        }),
    });
  } finally {
    clearInterval(timer);
    await renewal;
    await releaseLease(db, name, holder).catch(() => undefined);
  }
}

/**
 * Takes or renews a lease: it has one holder at a time, and a dead holder is replaced when it expires.
 * @returns whether it is held now
 */
export async function holdLease(db: Database, name: string, holder: string, seconds: number): Promise<boolean> {
  if (await renew(db, name, holder, seconds)) return true;
  // Locked by a holder that is writing, it isn't free, even if it has expired.
  await sql`
    delete from leases where name in (
      select name from leases where name = ${name} and expires_at < clock_timestamp() for update skip locked)`.execute(
    db,
  );
  const { rows } = await sql`
    insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until(seconds)})
    on conflict (name) do nothing returning name`.execute(db);
  return rows.length > 0;
}

/** Releases a lease, so no one has to wait for it. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}

async function renew(db: Database, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update leases set expires_at = ${until(seconds)} where name = ${name} and holder = ${holder} returning name`.execute(
    db,
  );
  return rows.length > 0;
}

/** A key share lets the holder renew the lease in the meantime, and keeps others from deleting it. */
async function requireHeld(trx: Transaction<DB>, name: string, holder: string): Promise<void> {
  const { rows } = await sql`select from leases where name = ${name} and holder = ${holder} for key share`.execute(trx);
  if (rows.length === 0) throw new LeaseLost(`The lease ${name} was lost, so nothing was written`);
}

const until = (seconds: number) => sql`clock_timestamp() + ${seconds}::float8 * interval '1 second'`;
