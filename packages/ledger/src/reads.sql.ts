import { type RawBuilder, sql } from "kysely";
import type { AccountKind, OrdinaryAccountKind, TransferKind } from "./kinds.ts";
import { BOUNTY_ACCEPTED } from "./transfers/bounty.ts";

// Reads of the books as parts of a caller's statement, so that they share its snapshot. In base units.

/** The balance of any account; null if nothing was ever posted to it. @param owner a value, or SQL that returns it */
export function balanceSql(kind: AccountKind, owner: string | RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select balance from ledger_balances where kind = ${sql.lit(kind)} and owner = ${owner})`;
}

/** The balance of a member's account of one kind, read directly because it isn't rolled up; null if there is none. */
export function ordinaryBalanceSql(
  kind: OrdinaryAccountKind,
  owner: string | RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(select balance from ledger_accounts where kind = ${sql.lit(kind)} and owner = ${owner})`;
}

/** The total balance of all accounts of a kind; null if there are none. */
export function totalSql(kind: AccountKind): RawBuilder<string | null> {
  return sql`(select sum(balance) from ledger_balances where kind = ${sql.lit(kind)})`;
}

/**
 * The total balance of each kind of account, as a JSON object of strings by kind; null in empty books. As kept, so its cost depends
 * only on the lines of the log that wait to be sealed; {@link audit} compares it with {@link summedTotalsSql}.
 */
export function totalsSql(): RawBuilder<Record<string, string> | null> {
  return sql`(select jsonb_object_agg(kind, total) from (
    select kind, sum(amount)::text as total from ${keptTotalsSql()} as parts group by kind) as t)`;
}

/** Rows of `kind` and `amount`, whose sums by kind are the totals. */
export function keptTotalsSql(): RawBuilder<unknown> {
  return sql`(select kind, total as amount from ledger_totals
    union all
    select c.key, c.value::numeric from transparency_pending p, jsonb_each_text(p.changes) c)`;
}

/** Like {@link totalsSql}, added up from every account. */
export function summedTotalsSql(): RawBuilder<Record<string, string> | null> {
  return sql`(select jsonb_object_agg(kind, total) from (
    select kind, sum(balance)::text as total from ledger_balances group by kind) as t)`;
}

/** Like {@link summedTotalsSql}, without the kinds whose total is zero. */
export function heldTotalsSql(): RawBuilder<Record<string, string> | null> {
  return sql`(select jsonb_object_agg(kind, total) from (
    select kind, sum(balance)::text as total from ledger_balances group by kind having sum(balance) <> 0) as t)`;
}

/** The total that transfers of a kind credited. @param cause a LIKE pattern */
export function creditedSql(kind: TransferKind, cause: string): RawBuilder<string> {
  return sql`(select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.kind = ${sql.lit(kind)} and t.cause like ${sql.lit(cause)} and e.amount > 0)`;
}

/**
 * Changes with every posting. The newest ids alone aren't enough, because each connection caches some, so that a
 * later transfer may have a smaller one.
 */
export function postingsMarkSql(): RawBuilder<string | null> {
  return sql`(select sum(id)::text from (select id from ledger_transfers order by id desc limit 1000) as newest)`;
}

/** The lines of a member's account, one row each; see {@link accountLinesSql}. */
export function memberLinesSql(owner: string): RawBuilder<unknown> {
  return accountLinesSql("member", owner);
}

/**
 * The lines of an account, one row each: `kind`, `reason`, `cause`, `refs`, `amount`, `balance_after`, `version`,
 * `transfer_id`, `created_at`. `id` is the transfer, too: the planner knows that it is unique, so join on it.
 */
export function accountLinesSql(kind: OrdinaryAccountKind, owner: string): RawBuilder<unknown> {
  // With the condition of the index that finds an account's entries among all.
  return sql`(
    select t.kind, t.reason, t.cause, t.refs, e.amount, e.balance_after, e.version, e.transfer_id, t.id, t.created_at
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where kind = ${sql.lit(kind)} and owner = ${owner})
       and e.version is not null)`;
}

/** How many lines a member's account has; null when nothing was ever posted to it. */
export function memberVersionSql(owner: string): RawBuilder<number | null> {
  return sql`(select version from ledger_accounts where kind = 'member' and owner = ${owner})`;
}

/** A row of `member` and `amount` for each bounty that was paid in a time, its start included, by an index of such payments. */
export function bountiesPaidSql(from: Date, until: Date): RawBuilder<unknown> {
  return sql`(
    select a.owner as member, e.amount
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
     where t.kind = 'bounty_paid' and t.created_at >= ${from} and t.created_at < ${until} and a.kind = 'member' and e.amount > 0)`;
}

/** Whether the bounty of a post was paid because an answer was accepted, and not settled for another reason. */
export function bountyAcceptedSql(post: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from ledger_transfers t where t.idempotency_key = ${sql.lit("bounty_paid:")} || ${post} and t.reason = ${sql.lit(BOUNTY_ACCEPTED)})`;
}

// Rows of the books, for statements that compare them with something else. They have no grouping and no limit, so the
// planner merges them into the caller's statement.

/** A row of `owner` and `balance` for each account of an ordinary kind. */
export function accountsSql(kind: OrdinaryAccountKind): RawBuilder<unknown> {
  return sql`(select owner, balance from ledger_accounts where kind = ${sql.lit(kind)})`;
}

/** A row of `kind`, `owner` and `balance` for each account of any kind. */
export function balancesSql(): RawBuilder<unknown> {
  return sql`(select kind, owner, balance from ledger_balances)`;
}

/** A row of `id`, `kind`, `cause` and `refs` for each transfer. */
export function transfersSql(): RawBuilder<unknown> {
  return sql`(select id, kind, cause, refs from ledger_transfers)`;
}

/** A row of `transfer_id`, `kind`, `owner`, `amount` and `balance_after` for each entry, with the kind of its account. */
export function legsSql(): RawBuilder<unknown> {
  return sql`(
    select e.transfer_id, a.kind, a.owner, e.amount, e.balance_after
      from ledger_entries e join ledger_accounts a on a.id = e.account_id)`;
}
