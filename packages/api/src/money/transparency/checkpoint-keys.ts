import { type CheckpointSuccessor, checkpointKeyFor } from "@bbux/chain";
import type { TransparencyKey } from "@bbux/contract";
import { type Database, type Lease, withLease } from "@bbux/db";
import { sql } from "kysely";
import { audit, BY_COMMAND } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { requireSignersBooks } from "../chain/index.ts";

type Needs = Pick<Services, "db" | "now" | "databaseNow" | "platformWallet" | "signer" | "failpoint">;
type Keys = readonly [TransparencyKey, ...TransparencyKey[]];

/** Runs work when nothing else makes a checkpoint or rotates their key. */
export async function alone<T>({ db }: Pick<Services, "db">, work: (lease: Lease) => Promise<T>): Promise<T> {
  return withLease(db, "checkpoint", work);
}

/** The keys of checkpoints as they're published, by version: the first comes from the platform's seed. */
export async function listKeys(db: Database, platformWallet: Services["platformWallet"]): Promise<Keys> {
  const later = await readSuccessors(db);
  const until = (nth: number) => later[nth]?.from ?? null;
  const first = {
    version: 1,
    publicKey: platformWallet.checkpointKey(),
    from: null,
    until: until(0),
    endorsement: null,
  };
  const rest = later.map(({ version, publicKey, from, statement: text, byPrevious, byOwn }, nth) => {
    return { version, publicKey, from, until: until(nth + 1), endorsement: { text, byPrevious, byOwn } };
  });
  return [first, ...rest];
}

/** The key that signs now. */
export function currentKey(keys: Keys): string {
  return (keys.at(-1) ?? keys[0]).publicKey;
}

/** The key that signs the checkpoint of a day. */
export function keyOfDay(keys: Keys, day: string): string {
  return checkpointKeyFor(keys, day).publicKey;
}

export async function readSuccessors(db: Database): Promise<CheckpointSuccessor[]> {
  const { rows } = await sql<CheckpointSuccessor>`
    select version, public_key as "publicKey", valid_from::text as "from", statement, by_previous as "byPrevious", by_own as "byOwn"
      from checkpoint_keys order by version`.execute(db);
  return rows;
}

/**
 * Publishes the keys that the signer uses and the books don't have: a rotation was cut short between the two, or the books are
 * older than it. Records each in the audit log. The caller runs {@link alone}.
 * @returns how many it published
 * @throws Error if the signer's keys aren't those that were published; SignerError
 */
export async function adoptKeys(
  { db, signer, now }: Pick<Needs, "db" | "signer" | "now">,
  lease: Lease,
): Promise<number> {
  const { checkpoint: theirs } = await signer.keys();
  const published = await readSuccessors(db);
  for (const { version, publicKey, from } of published) {
    const same = theirs[version - 2];
    if (same?.publicKey === publicKey && same.from === from) continue;
    throw new Error(`The signer doesn't have version ${version} of the checkpoint key, ${publicKey}`);
  }
  const fresh = theirs.slice(published.length);
  for (const { version, publicKey, from, statement, byPrevious, byOwn, reason, at } of fresh) {
    await lease.write(db, async (trx) => {
      await sql`
        insert into checkpoint_keys (version, public_key, valid_from, statement, by_previous, by_own, created_at)
        values (${version}, ${publicKey}, ${from}::date, ${statement}, ${byPrevious}, ${byOwn}, ${now()})`.execute(trx);
      const target = { kind: "checkpoint_key", id: `${version}` };
      const details = { purpose: "checkpoint", publicKey, from, signerAt: at };
      await audit(trx, { ...BY_COMMAND, action: "KEY_ROTATED", target, reason, details, at: now() });
    });
  }
  return fresh.length;
}

/**
 * Has a new key sign checkpoints, beside a running platform: those of the days that aren't closed yet. A rotation that was cut short
 * is finished instead.
 * @param rotate asks the signer, as its operator; asking for the same version again changes nothing
 * @returns the key that signs now
 * @throws SignerError; Error if the signer doesn't sign for these books
 */
export async function rotateCheckpointKey(
  services: Needs,
  rotate: (request: { readonly version: number; readonly from: string }) => Promise<void>,
): Promise<TransparencyKey> {
  const { db } = services;
  return alone(services, async (lease) => {
    await requireSignersBooks(services, db);
    const finished = await adoptKeys(services, lease);
    if (finished === 0) {
      const version = (await readSuccessors(db)).length + 2;
      await rotate({ version, from: await firstOpenDay(db, await services.databaseNow()) });
      await services.failpoint("keys.rotated");
      await adoptKeys(services, lease);
    }
    const keys = await listKeys(db, services.platformWallet);
    return keys.at(-1) ?? keys[0];
  });
}

/** The day whose checkpoint may be made now, unless it is made; then the day after. */
async function firstOpenDay(db: Database, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select greatest((select max(day) + 1 from transparency_checkpoints), (${now}::timestamptz at time zone 'UTC')::date - 1)::text as day`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("There is no day");
  return row.day;
}
