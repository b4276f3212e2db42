import {
  formatAmount,
  type HoldCause,
  type TransactionFilters,
  toDbId,
  type WalletTransaction,
  type WithdrawalStage,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import { legsSql, memberLinesSql, memberVersionSql, transfersSql } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { portionsOf, snapshot } from "../../platform/queries/index.ts";
import { withdrawalStage } from "./stage.sql.ts";
import { NAMES, namesOf } from "./transaction-types.ts";

interface Row {
  id: string;
  transaction_id: string;
  kind: string;
  type: string;
  amount: string;
  fee: string | null;
  net_amount: string | null;
  sol_amount: string | null;
  balance_after: string | null;
  status: "pending" | "completed" | "failed";
  tx_hash: string | null;
  destination: string | null;
  stage: WithdrawalStage | null;
  held_because: HoldCause | null;
  until: Date | null;
  reason: string | null;
  description: string;
  refs: Record<string, string>;
  /** Of the question that a bounty belongs to; null when readers can't see it. */
  title: string | null;
  /** What placing a bounty cost on top of it. */
  bounty_fee: string | null;
  created_at: Date;
  updated_at: Date;
}

const ALL = sql`true`;

/**
 * Returns a member's statement, newest first: every ledger entry of their account, and deposit requests that nothing
 * arrived for. A withdrawal is the entry that held it, with its current state; a refunded one has a second entry.
 * @returns the rows asked for, and the total
 */
export async function listTransactions(
  db: Database,
  userId: string,
  { page, limit, ...filters }: { readonly page: number; readonly limit: number } & TransactionFilters,
): Promise<{ transactions: WalletTransaction[]; total: number }> {
  const skip = (page - 1) * limit;
  if (Object.values(filters).every((filter) => filter === undefined)) return newestOf(db, userId, skip, limit);
  const { rows } = await sql<Row & { total: string }>`
    select *, count(*) over () as total from (${rowsOf(userId, ALL, ALL)}) as x
     where ${matches(filters)}
     order by created_at desc, id desc limit ${limit} offset ${skip}`.execute(db);
  const first = rows[0];
  const total = first ? Number(first.total) : page === 1 ? 0 : await countTransactions(db, userId, filters);
  return { transactions: rows.map((row) => toTransaction(userId, row)), total };
}

/** Entries posted at the same time may be ordered differently by version than by time, within this distance. */
const NEIGHBOURS = 100;

/**
 * Returns a page of everything. An account's versions count its entries without gaps, so the total is known and a page
 * is found directly, however long the statement is.
 */
async function newestOf(
  db: Database,
  userId: string,
  skip: number,
  limit: number,
): Promise<{ transactions: WalletTransaction[]; total: number }> {
  const counted = await sql<{ entries: number; requests: number }>`
    select coalesce(${memberVersionSql(userId)}, 0)::int as entries,
           (select count(*) from deposit_requests where user_id = ${userId} and status <> 'completed')::int as requests`.execute(
    db,
  );
  const { entries = 0, requests = 0 } = counted.rows[0] ?? {};
  // At least this many of the rows before the page are entries.
  const passed = Math.max(0, skip - requests - NEIGHBOURS);
  const ofPage = sql`e.version <= ${entries - passed} and e.version > ${entries - skip - limit - NEIGHBOURS}`;
  const { rows } = await sql<Row>`
    select * from (${rowsOf(userId, ofPage, ALL)}) as x
     order by created_at desc, id desc limit ${limit} offset ${skip - passed}`.execute(db);
  return { transactions: rows.map((row) => toTransaction(userId, row)), total: entries + requests };
}

/** Rows in memory at a time while a statement is exported. */
const PORTION = 200;

/**
 * Yields the whole filtered statement, newest first, as of one moment, from a cursor.
 * @param idleMs the reader may take between two batches
 */
export async function* exportTransactions(
  db: Database,
  userId: string,
  filters: TransactionFilters,
  idleMs: number,
): AsyncGenerator<WalletTransaction> {
  yield* snapshot(db, idleMs, async function* (trx) {
    const rows = sql<Row>`
      select * from (${rowsOf(userId, ALL, ALL)}) as x where ${matches(filters)} order by created_at desc, id desc`;
    for await (const row of portionsOf(trx, rows, PORTION)) yield toTransaction(userId, row);
  });
}

async function countTransactions(db: Database, userId: string, filters: TransactionFilters): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${rowsOf(userId, ALL, ALL)}) as x where ${matches(filters)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Returns one row of the statement by any of its ids: of the row, the withdrawal, the deposit or its request.
 * @throws AppError NOT_FOUND when the caller has none
 */
export async function getTransaction(db: Database, userId: string, id: string): Promise<WalletTransaction> {
  const number = toDbId(id);
  if (number === null) throw new AppError("NOT_FOUND");
  const ofLedger = sql`e.transfer_id in (
    select ${number}::bigint
    union all select t.id from ${transfersSql()} as t where t.kind = 'withdrawal_held' and t.cause = ${number}
    union all select d.transfer_id from deposits d where d.id = ${number}
    union all select d.transfer_id from deposits d join deposit_requests r on r.deposit_id = d.id where r.id = ${number})`;
  const { rows } = await sql<Row>`
    select * from (${rowsOf(userId, ofLedger, sql`r.id = ${number}`)}) as x limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return toTransaction(userId, row);
}

/**
 * Builds the statement as SQL; conditions are inside each part, where indexes help.
 * @param ofLedger over `e`, the entry
 * @param ofRequests over `r`, the deposit request
 */
function rowsOf(userId: string, ofLedger: RawBuilder<unknown>, ofRequests: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.transfer_id::text as id, coalesce(w.id, r.id, d.id, e.transfer_id)::text as transaction_id, e.kind,
           case when e.kind = 'deposit' then coalesce(d.type, ${NAMES.deposit?.type}) else ${typeOf(sql`e.kind`)} end as type,
           e.amount::text as amount,
           case when e.kind = 'withdrawal_held' then w.fee::text end as fee,
           case when e.kind = 'withdrawal_held' then w.net_amount::text end as net_amount,
           case when e.kind = 'withdrawal_held' then w.net_amount::text else d.amount::text end as sol_amount,
           e.balance_after::text as balance_after,
           case when e.kind <> 'withdrawal_held' or w.state = 'FINALIZED' then 'completed'
                when w.state = 'REFUNDED' then 'failed' else 'pending' end as status,
           coalesce(d.signature, e.refs ->> 'signature', case when e.kind = 'withdrawal_held' then p.signature end) as tx_hash,
           w.destination, stage.stage, stage.until, stage.reason, stage.held_because, e.reason as description, e.refs,
           question.title, case when e.kind = 'bounty_placed' then ${feeOf(sql`e.id`)} end as bounty_fee, e.created_at,
           case when e.kind = 'withdrawal_held' then w.updated_at else e.created_at end as updated_at
      from ${memberLinesSql(userId)} as e
      left join deposits d on d.transfer_id = e.id
      left join deposit_requests r on r.deposit_id = d.id
      left join withdrawals w
        on w.id = case when e.kind in ('withdrawal_held', 'withdrawal_refunded') then e.cause::bigint end
      left join lateral (
        select p.signature from payment_attempts p where p.withdrawal_id = w.id and p.state <> 'EXPIRED' and not p.cancels
         order by p.state = 'FINALIZED' desc, p.id desc limit 1) p on true
     left join lateral ${withdrawalStage} on e.kind = 'withdrawal_held'
     left join posts question on question.id = (e.refs ->> 'post')::bigint and question.deleted_at is null
     where ${ofLedger}
    union all
    select r.id::text, r.id::text, 'deposit', r.type, r.amount::text, null, null, r.amount::text, null, r.status,
           r.signature, null, null, null, null, null, case when r.status = 'pending' then 'Waiting for SOL' else 'No SOL arrived in time' end,
           '{}'::jsonb, null, null, r.created_at, r.updated_at
      from deposit_requests r
     where r.user_id = ${userId} and r.status <> 'completed' and ${ofRequests}`;
}

/** What the treasury got of a transfer, as text; null when it got nothing. */
function feeOf(transfer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select sum(leg.amount)::text from ${legsSql()} as leg where leg.transfer_id = ${transfer} and leg.kind = 'treasury')`;
}

function typeOf(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = Object.entries(NAMES).map(([name, { type }]) => sql`when ${name} then ${type}`);
  return sql`case ${kind} ${sql.join(cases, sql` `)} else ${kind} end`;
}

function matches({ type, status, from, to }: TransactionFilters): RawBuilder<unknown> {
  const conditions = [
    type === undefined ? ALL : sql`type = ${type}`,
    status === undefined ? ALL : sql`status = ${status}`,
    from === undefined ? ALL : sql`created_at >= ${from}::date at time zone 'utc'`,
    to === undefined ? ALL : sql`created_at < (${to}::date + 1) at time zone 'utc'`,
  ];
  return sql.join(conditions, sql` and `);
}

function toTransaction(userId: string, row: Row): WalletTransaction {
  const { kind, category, action } = namesOf(row.kind);
  const text = (units: string) => formatAmount(BigInt(units));
  const fee = row.bounty_fee === null ? {} : { fee: text(row.bounty_fee) };
  const title = row.title === null ? {} : { title: row.title };
  return {
    id: row.id,
    transactionId: row.transaction_id,
    userId,
    type: row.type,
    kind,
    category,
    amount: text(row.amount),
    ...(row.sol_amount !== null && { solAmount: text(row.sol_amount) }),
    ...(row.fee !== null && { fee: text(row.fee) }),
    ...(row.net_amount !== null && { netAmount: text(row.net_amount) }),
    balanceAfter: row.balance_after === null ? null : text(row.balance_after),
    status: row.status,
    ...(row.tx_hash !== null && { txHash: row.tx_hash }),
    ...(row.stage !== null && {
      withdrawal: {
        stage: row.stage,
        until: row.until?.toISOString() ?? null,
        reason: row.reason,
        ...(row.held_because !== null && {
          held: { reason: "HELD_SECURITY", cause: row.held_because, until: row.until?.toISOString() ?? null },
        }),
      },
    }),
    ...(row.destination !== null && { destinationAddress: row.destination }),
    description: row.description,
    metadata: JSON.stringify({ action, ...row.refs, ...title, ...fee }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
