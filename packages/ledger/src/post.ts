import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import { asLedgerError } from "./errors.ts";
import {
  type BountyPlacedArgs,
  balanceForfeited,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  checkTransfer,
  deposited,
  type FromEscrowArgs,
  type Particulars,
  type Text,
  type Transfer,
  treasuryAllotted,
} from "./transfer.ts";

/** Legs of an ordinary transfer, at most. */
const FEW = 8;

export interface Posted {
  readonly transferId: string;
  /** True when the transfer was there before, from an earlier attempt with the same key. */
  readonly replayed: boolean;
}

/**
 * Posts a transfer in one round trip; in the caller's transaction when given one, else in its own.
 *
 * The same key with the same content gives the first transfer again, `replayed`. Lock order: take the locks of business
 * rows before; accounts are locked here by ascending id, and stay locked to the end of the transaction (DECISIONS 1.12).
 * Transactions that post are READ COMMITTED; under a stricter level a race ends in SQLSTATE 40001, to be retried whole.
 * @throws LedgerError
 */
export async function post(db: Database, transfer: Transfer): Promise<Posted> {
  const call = postSql(transfer);
  try {
    const { rows } = await sql<{ transfer_id: string; replayed: boolean }>`
      select transfer_id, replayed from ${call}
    `.execute(db);
    const [row] = rows;
    if (!row) throw new Error("ledger_post gave no row");
    return { transferId: row.transfer_id, replayed: row.replayed };
  } catch (error) {
    throw asLedgerError(error) ?? error;
  }
}

/**
 * The call `ledger_post(…)` as a piece of SQL, for a command that does everything in one statement. It stands in a FROM
 * clause, laterally after what it depends on, and gives one row `(transfer_id, replayed)`:
 *
 * ```sql
 * with post as (insert into posts … returning id)
 * select post.id, paid.transfer_id from post, ${postSql(bountyPlaced({ cause: sql.ref("post.id"), … }))} as paid
 * ```
 *
 * What to know of such a statement:
 * - It posts once for each row before it: none when the CTE gives no row, so look at the rows that come back. Never
 *   write `select (ledger_post(…)).*`: that calls it once for each column.
 * - A CTE that it reads has been carried out for that row before, so a business row that the CTE updates is locked
 *   before the accounts. A CTE that the statement does not depend on has no such order: PostgreSQL may run it after.
 * - A refusal by the ledger undoes the whole statement. {@link asLedgerError} tells which it was.
 * - The rest of the statement reads the snapshot from before it and does not see the new entries and balances, not even
 *   in a CTE that comes later; read balances by another statement. The function itself reads each account when it has
 *   locked it, so concurrent statements are safe, though their snapshots are older.
 * - A row that another transaction changed meanwhile is checked again by UPDATE (its WHERE), but not by a plain SELECT:
 *   let the CTE that decides be an UPDATE … WHERE state = … or an INSERT with a unique key, never a SELECT.
 *
 * @throws LedgerError from {@link checkTransfer}, before anything is sent
 */
export function postSql(transfer: Transfer): RawBuilder<unknown> {
  checkTransfer(transfer);
  const { kind, cause, legs } = transfer;
  const key =
    transfer.idempotencyKey === undefined ? sql`${`${kind}:`} || ${text(cause)}` : text(transfer.idempotencyKey);
  const refs = Object.entries(transfer.refs ?? {}).map(([name, ref]) => sql`${name}::text, ${text(ref)}`);
  return sql`ledger_post(
    ${kind}, ${text(cause)}, ${key}, ${transfer.reason}, jsonb_build_object(${sql.join(refs)}),
    ${legs.map((leg) => leg.account)}::text[], ${owners(legs.map((leg) => leg.owner))},
    ${legs.map((leg) => leg.amount.toString())}::bigint[]
  )`;
}

/** Many legs are one parameter, so that a thousand of them make no statement of a thousand parameters. */
function owners(all: readonly Text[]): RawBuilder<string[]> {
  const given = all.filter((owner) => typeof owner === "string");
  if (all.length > FEW && given.length === all.length) return sql<string[]>`${given}::text[]`;
  return sql<string[]>`array[${sql.join(all.map(text))}]`;
}

/** Ids come as bigint columns and as strings; the ledger knows them as text. */
function text(value: Text): RawBuilder<string> {
  return sql<string>`(${value})::text`;
}

/** Credits what has arrived: external → member. Cause: signature and address. @throws LedgerError */
export function deposit(
  db: Database,
  args: Particulars & { readonly member: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, deposited(args));
}

/** Member → escrow and treasury. @throws LedgerError `INSUFFICIENT_BALANCE` when amount and fee exceed the balance */
export function placeBounty(db: Database, args: BountyPlacedArgs): Promise<Posted> {
  return post(db, bountyPlaced(args));
}

/** Escrow → winner. @throws LedgerError `INSUFFICIENT_BALANCE` when the escrow has been paid or returned already */
export function payBounty(db: Database, args: FromEscrowArgs): Promise<Posted> {
  return post(db, bountyPaid(args));
}

/** Escrow → who placed it. @throws LedgerError `INSUFFICIENT_BALANCE` when the escrow has been paid or returned already */
export function returnBounty(db: Database, args: FromEscrowArgs): Promise<Posted> {
  return post(db, bountyReturned(args));
}

/** Member → treasury, when an account is closed. @throws LedgerError `INSUFFICIENT_BALANCE` when there is less */
export function forfeitBalance(
  db: Database,
  args: Particulars & { readonly member: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, balanceForfeited(args));
}

/** Treasury → pool. @throws LedgerError `INSUFFICIENT_BALANCE` when the treasury holds less */
export function fundPool(
  db: Database,
  args: Particulars & { readonly pool: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, treasuryAllotted(args));
}
