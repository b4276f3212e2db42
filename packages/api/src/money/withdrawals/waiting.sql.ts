import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Subject } from "./attempts.sql.ts";

/** Payments per pass; the next pass takes the rest. */
const BATCH_SIZE = 100;

export interface Waiting {
  readonly subject: Subject;
  /** Of a withdrawal or sweep. */
  readonly userId: string;
  /** Of a withdrawal or sweep. */
  readonly lamports: bigint;
  /** Of a withdrawal; of a nonce account its own address. */
  readonly destination: string;
  /** Of a nonce account. */
  readonly position: number;
}

/** After a creation that the chain refused, it is tried again: each time costs a fee. */
const RETRY_MS = 60_000;

/** Every member's oldest first, then every member's second, so a member with many withdrawals holds up nobody else. */
export async function waitingPayments({ db, now }: Pick<Services, "db" | "now">): Promise<Waiting[]> {
  const { rows } = await sql<{
    kind: Subject["kind"];
    id: string;
    user_id: string;
    lamports: string;
    destination: string;
    position: number;
  }>`
    (select 'withdrawal' as kind, id::text, user_id::text, net_amount::text as lamports, destination, 0 as position
       from (select w.*, row_number() over (partition by user_id order by id) as place
               from withdrawals w where state = 'REQUESTED' and cancel_reason is null) as w
      order by place, w.id limit ${BATCH_SIZE})
    union all
    (select 'sweep', s.id::text, s.user_id::text, s.amount::text, '', 0
       from sweeps s where s.state = 'OPEN' and not exists (
            select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT'))
      order by s.id limit ${BATCH_SIZE})
    union all
    (select 'nonce', n.id::text, '', '0', n.address, n.position
       from payment_nonces n where n.state = 'WANTED' and not exists (
            select from payment_attempts p where p.created_nonce_id = n.id and (p.state in ('SIGNED', 'SENT')
               or p.state = 'FAILED' and p.updated_at > ${new Date(now().getTime() - RETRY_MS)}))
      order by n.position limit ${BATCH_SIZE})`.execute(db);
  return rows.map(({ kind, id, user_id, lamports, ...row }) => ({
    subject: { kind, id },
    userId: user_id,
    lamports: BigInt(lamports),
    ...row,
  }));
}

/** Locks the row. @returns whether it still waits to be signed */
export async function isWaiting(trx: Transaction<DB>, { kind, id }: Subject): Promise<boolean> {
  if (kind === "withdrawal") {
    const { rows } = await sql<{ state: string }>`
      select state from withdrawals where id = ${id} for no key update`.execute(trx);
    return rows[0]?.state === "REQUESTED";
  }
  const [table, column, state] =
    kind === "sweep" ? ["sweeps", "sweep_id", "OPEN"] : ["payment_nonces", "created_nonce_id", "WANTED"];
  const locked = await sql<{ state: string }>`
    select state from ${sql.table(table)} where id = ${id} for no key update`.execute(trx);
  if (locked.rows[0]?.state !== state) return false;
  // Checked under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
  const { rows } = await sql`
    select from payment_attempts where ${sql.ref(column)} = ${id} and state in ('SIGNED', 'SENT')`.execute(trx);
  return rows.length === 0;
}
