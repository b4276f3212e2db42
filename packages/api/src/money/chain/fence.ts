import { SignerError } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/** How far the books trust themselves. */
export interface Fence {
  /** Counts how often the books were found on another server, or on a restarted one. */
  readonly number: number;
  /** The server that they are on, as books_identity() names it. */
  readonly identity: string;
  /** Whether everything that was signed before it is known, so that payments may be signed. */
  readonly isOpen: boolean;
  readonly since: Date;
  /** Whether all addresses have been read since. */
  readonly isRoundDone: boolean;
}

/** Ids skipped when the server is another one, so that lost books may have given out as many: posts of months. */
const SKIPPED_IDS = 1_000_000;
/** Ids skipped after a restart, which loses nothing unless files were put back. */
const SKIPPED_AFTER_RESTART = 10_000;

/**
 * Closes the fence if the books may not be the newest: after a restore, a failover, or any restart of the database. Repeating it
 * changes nothing.
 * @returns the fence as it is now
 */
export async function noticeBooks(db: Database): Promise<Fence> {
  const known = await readFence(db);
  if (known) return known;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ before: string | null; now: string }>`
      select fence_identity as before, books_identity() as now from chain_state for no key update`.execute(trx);
    const [row] = rows;
    if (!row || row.before === row.now) return;
    await sql`
      update chain_state set fence = fence + 1, fence_identity = ${row.now}, fence_open = false, fence_since = now(),
                             fence_rounds = rounds_done`.execute(trx);
    if (row.before === null) return;
    const count = serverOf(row.before) === serverOf(row.now) ? SKIPPED_AFTER_RESTART : SKIPPED_IDS;
    await sql`select skip_ids(${count})`.execute(trx);
  });
  return noticeBooks(db);
}

/**
 * Compares the fence with the newest that the signer has seen. Restored books are behind it, and go past it while they are closed, so
 * that the lost ones, if they still run, have nothing signed any more. The books that are left behind find that out here.
 * @returns it as it is now; null when newer books have taken over
 * @throws SignerError
 */
export async function passSignersFence(
  { db, signer }: Pick<Services, "db" | "signer">,
  fence: Fence,
): Promise<Fence | null> {
  const newest = await signer.fence();
  const isNewest =
    !newest || newest.number < fence.number || (newest.number === fence.number && newest.identity === fence.identity);
  if (isNewest) return fence;
  if (fence.isOpen) return null;
  const next = newest.number + 1;
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update chain_state set fence = ${next}
       where fence = ${fence.number} and not fence_open and fence_identity = books_identity()`.execute(trx);
    // Each of the fences that were lost has skipped as many.
    if (numAffectedRows === 1n) await sql`select skip_ids(${(next - fence.number) * SKIPPED_IDS})`.execute(trx);
  });
  return noticeBooks(db);
}

/**
 * Draws the id of a new member, from which their deposit address derives: never one that lost books may have given out, also when
 * nobody has noticed yet that a replica took over.
 * @throws AppError SERVICE_UNAVAILABLE when newer books have taken over, or the signer doesn't answer
 */
export async function drawMemberId(services: Pick<Services, "db" | "signer">): Promise<string> {
  const { db } = services;
  try {
    const fence = await passSignersFence(services, await noticeBooks(db));
    if (!fence) throw new AppError("SERVICE_UNAVAILABLE");
    // Or books that are restored later, to a moment before these, would draw the same ids if nothing was signed in between.
    await services.signer.noteFence({ number: fence.number, identity: fence.identity });
    // One statement, because the next one may lead to another server.
    const { rows } = await sql<{ id: string }>`
      select nextval('ids')::text as id from chain_state
       where fence = ${fence.number} and fence_identity = books_identity()`.execute(db);
    return rows[0]?.id ?? drawMemberId(services);
  } catch (error) {
    throw error instanceof SignerError ? new AppError("SERVICE_UNAVAILABLE", { cause: error }) : error;
  }
}

/** An identity without the time of the server's start. */
function serverOf(identity: string): string {
  return identity.slice(0, identity.lastIndexOf("/"));
}

/** The server that the books are on now. Progress that was made on another one isn't noted. */
export async function booksIdentity(db: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select books_identity() as identity`.execute(db);
  return rows[0]?.identity ?? "";
}

/** @returns null if the books are on another server than the fence is about */
export async function readFence(db: Database): Promise<Fence | null> {
  const { rows } = await sql<{ fence: number; identity: string; open: boolean; since: Date; round: boolean }>`
    select fence, fence_identity as identity, fence_open as open, fence_since as since, rounds_done >= fence_rounds + 2 as round
      from chain_state where fence_identity = books_identity()`.execute(db);
  const [row] = rows;
  // A round that was under way when the fence was closed has read some addresses before.
  if (!row) return null;
  return { number: row.fence, identity: row.identity, isOpen: row.open, since: row.since, isRoundDone: row.round };
}

/**
 * Whether payments may be signed, and given back without a transaction. Asked on the connection that stores the decision, because
 * the next one may lead to another server.
 */
export async function isFenceOpen(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from chain_state where fence_open and fence_identity = books_identity()`.execute(db);
  return rows.length > 0;
}

/** Closes the fence again, as something signed may be unknown after all. */
export async function closeFence(db: Database): Promise<void> {
  await sql`update chain_state set fence_open = false, fence_since = now() where fence_open`.execute(db);
}

/**
 * Has all addresses read once more, because what was swept may show that a deposit was lost. Call it before posting anything:
 * signing locks `chain_state` first and the ledger's accounts after it.
 */
export async function awaitRounds(db: Database): Promise<void> {
  await sql`update chain_state set fence_rounds = rounds_done`.execute(db);
}

/** @returns false when the books have been found on another server since */
export async function openFence(db: Database, { number }: Fence): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain_state set fence_open = true where fence = ${number} and fence_identity = books_identity()`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
