import type { Database } from "@bbux/db";
import { legsSql, transfersSql } from "@bbux/ledger";
import { sql } from "kysely";
import { KIND } from "../withdrawals/index.ts";

/** A booked transaction and what it did by the books. Amounts are in lamports. */
export interface BookedTransaction {
  readonly id: string;
  readonly signature: string;
  readonly what: "deposit" | "suspense" | "funding" | "withdrawal" | "sweep" | "cold" | "return" | "nonce";
  /** For our own payments, how they ended; `FINALIZED` for arrivals. */
  readonly state: "FINALIZED" | "FAILED" | "CANCELED" | "EXPIRED";
  /** Whose balance changed: the deposit address, the hot or a cold wallet, or the destination of a withdrawal. */
  readonly address: string;
  readonly amount: bigint;
  /** The amount that left for network and destination according to the ledger; null if nothing was posted. */
  readonly left: bigint | null;
}

interface Row extends Omit<BookedTransaction, "amount" | "left"> {
  amount: string;
  left: string | null;
}

const external = sql`(select sum(amount) from ${legsSql()} as leg where transfer_id = t.id and kind = 'external')`;

/** Returns the next page by id; each table contributes up to a full page. */
export async function bookedTransactions(db: Database, after: string, limit: number): Promise<BookedTransaction[]> {
  const { rows } = await sql<Row>`
    select id::text, signature, what, state, address, amount::text, "left"::text from (
      (select id, signature, 'deposit' as what, 'FINALIZED' as state, address, amount, null::numeric as "left"
         from deposits where id > ${after} order by id limit ${limit})
      union all
      (select id, signature, 'suspense', 'FINALIZED', address, amount, null
         from suspense_items where id > ${after} and reason <> 'cold_opening' order by id limit ${limit})
      union all
      (select id, signature, 'return', 'FINALIZED', address, amount - lost, null
         from cold_movements where id > ${after} and kind in ('return', 'moved') order by id limit ${limit})
      union all
      (select p.id, p.signature, ${KIND}, p.state, coalesce(w.destination, s.address, c.address, n.address), p.lamports,
              (select ${external} from ${transfersSql()} as t where (t.kind, t.cause) in (
                 select 'withdrawal_settled', p.withdrawal_id::text where p.state = 'FINALIZED'
                 union all select 'withdrawal_refunded', p.withdrawal_id::text where p.state in ('FAILED', 'CANCELED')
                 union all select 'network_fee_paid', p.signature where p.state <> 'EXPIRED'))
         from payment_attempts p
         left join withdrawals w on w.id = p.withdrawal_id
         left join sweeps s on s.id = p.sweep_id
         left join cold_transfers c on c.id = p.cold_transfer_id
         left join payment_nonces n on n.id = p.created_nonce_id
        where p.id > ${after} and p.state in ('FINALIZED', 'FAILED', 'CANCELED', 'EXPIRED') order by p.id limit ${limit})
    ) as booked order by booked.id limit ${limit}`.execute(db);
  return rows.map(toBooked);
}

/** Returns everything that the local chain gave the platform; there are few. */
export async function bookedFundings(db: Database, hotWallet: string): Promise<BookedTransaction[]> {
  const { rows } = await sql<Row>`
    select '0' as id, signature, 'funding' as what, 'FINALIZED' as state, ${hotWallet} as address, amount::text, null as "left"
      from chain_fundings order by created_at limit 256`.execute(db);
  return rows.map(toBooked);
}

/** Returns the id after which there are `count` transactions; 0 when there are no more than that. */
export async function latestFrom(db: Database, count: number): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`
    select id::text from (
      (select id from deposits order by id desc limit ${count})
      union all (select id from suspense_items where reason <> 'cold_opening' order by id desc limit ${count})
      union all (select id from cold_movements where kind in ('return', 'moved') order by id desc limit ${count})
      union all (select id from payment_attempts where state in ('FINALIZED', 'FAILED', 'CANCELED', 'EXPIRED') order by id desc limit ${count})
    ) as latest order by latest.id desc offset ${count - 1} limit 1`.execute(db);
  return BigInt(rows[0]?.id ?? 0);
}

function toBooked(row: Row): BookedTransaction {
  return { ...row, amount: BigInt(row.amount), left: row.left === null ? null : BigInt(row.left) };
}
