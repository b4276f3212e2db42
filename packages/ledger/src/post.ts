import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import { asLedgerError } from "./errors.ts";
import { checkTransfer, type Particulars, type Text, type Transfer } from "./transfer.ts";
import {
  type BountyPlacedArgs,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  type FromEscrowArgs,
} from "./transfers/bounty.ts";
import { deposited } from "./transfers/deposit.ts";
import { balanceForfeited, treasuryAllotted } from "./transfers/treasury.ts";

/** The most legs an ordinary transfer has. */
const FEW = 8;

export interface Posted {
  readonly transferId: string;
  /** True if an earlier attempt with the same key made the transfer. */
  readonly replayed: boolean;
}

/**
 * Posts a transfer in one round trip, in the caller's transaction if there is one.
 *
 * The same key with the same content returns the first transfer again, as `replayed`. Lock business rows before the call:
 * accounts are locked here by ascending id, until the transaction ends (docs/DECISIONS.md 1.12).
 * Transactions that post are READ COMMITTED. Under a stricter level a race ends in SQLSTATE 40001; retry the whole transaction.
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
 * Posts transfers in one round trip, one after the other, as {@link post} does each. Accounts are locked transfer by transfer, so lock
 * the business rows of all of them before the call.
 * @throws LedgerError for the first that is refused; then none is posted
 */
export async function postAll(db: Database, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const calls = transfers.map((transfer) => sql`(select transfer_id from ${postSql(transfer)})`);
  try {
    await sql`${sql.join(calls, sql` union all `)}`.execute(db);
  } catch (error) {
    throw asLedgerError(error) ?? error;
  }
}

/**
 * Builds the call `ledger_post(…)` as SQL, for a command that does everything in one statement. Put it in a FROM
 * clause, after what it depends on (lateral); it returns one row `(transfer_id, replayed)`:
 *
 * ```sql
 * with post as (insert into posts … returning id)
 * select post.id, paid.transfer_id from post, ${postSql(bountyPlaced({ cause: sql.ref("post.id"), … }))} as paid
 * ```
 *
 * About such a statement:
 * - It posts once per row before it, and not at all if the CTE returns no row, so check the rows that come back. Never
 *   write `select (ledger_post(…)).*`, which calls it once per column.
 * - A CTE it reads has already run for that row, so a business row the CTE updates is locked
 *   before the accounts. PostgreSQL may run a CTE the statement doesn't depend on later.
 * - A refusal by the ledger undoes the whole statement. {@link asLedgerError} says which refusal it was.
 * - The rest of the statement reads the snapshot from before it and doesn't see the new entries and balances, not even
 *   in a later CTE; read balances in another statement. The function itself reads each account after
 *   locking it, so concurrent statements are safe even though their snapshots are older.
 * - If another transaction changed a row in the meantime, UPDATE checks its WHERE again and a plain SELECT doesn't.
 *   So the CTE that decides must be an UPDATE … WHERE state = … or an INSERT with a unique key, never a SELECT.
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

/** Passes many legs as one parameter, so that a thousand legs don't need a thousand parameters. */
function owners(all: readonly Text[]): RawBuilder<string[]> {
  const given = all.filter((owner) => typeof owner === "string");
  if (all.length > FEW && given.length === all.length) return sql<string[]>`${given}::text[]`;
  return sql<string[]>`array[${sql.join(all.map(text))}]`;
}

/** Ids come as bigint columns or strings; the ledger stores them as text. */
function text(value: Text): RawBuilder<string> {
  return sql<string>`(${value})::text`;
}

/** Credits what arrived: external → member. Cause: signature and address. @throws LedgerError */
export function deposit(
  db: Database,
  args: Particulars & { readonly member: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, deposited(args));
}

/** Member → escrow and treasury. @throws LedgerError `INSUFFICIENT_BALANCE` if amount and fee exceed the balance */
export function placeBounty(db: Database, args: BountyPlacedArgs): Promise<Posted> {
  return post(db, bountyPlaced(args));
}

/** Escrow → winner. @throws LedgerError `INSUFFICIENT_BALANCE` if the escrow was already paid or returned */
export function payBounty(db: Database, args: FromEscrowArgs): Promise<Posted> {
  return post(db, bountyPaid(args));
}

/** Escrow → asker. @throws LedgerError `INSUFFICIENT_BALANCE` if the escrow was already paid or returned */
export function returnBounty(db: Database, args: FromEscrowArgs): Promise<Posted> {
  return post(db, bountyReturned(args));
}

/** Member → treasury, when an account closes. @throws LedgerError `INSUFFICIENT_BALANCE` if the member holds less */
export function forfeitBalance(
  db: Database,
  args: Particulars & { readonly member: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, balanceForfeited(args));
}

/** Treasury → pool. @throws LedgerError `INSUFFICIENT_BALANCE` if the treasury holds less */
export function fundPool(
  db: Database,
  args: Particulars & { readonly pool: Text; readonly amount: bigint },
): Promise<Posted> {
  return post(db, treasuryAllotted(args));
}
