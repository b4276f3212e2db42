import { type CreditApprovals, type DepositWait, formatAmount, type WaitingDeposit } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Returns deposits that wait to be credited, oldest first: one member's, or everyone's. */
export async function listWaiting(
  db: Database,
  userId: string | null = null,
): Promise<Omit<WaitingDeposit, keyof CreditApprovals>[]> {
  const { rows } = await sql<{
    id: string;
    username: string;
    address: string;
    signature: string;
    amount: string;
    reason: DepositWait;
    created_at: Date;
  }>`
    select w.id::text, u.username, w.address, w.signature, w.amount::text, w.reason, w.created_at
      from waiting_deposits w join users u on u.id = w.user_id
     where w.state = 'WAITING' and (${userId}::bigint is null or w.user_id = ${userId}::bigint)
     order by w.id limit 1000`.execute(db);
  return rows.map(({ amount, created_at, ...row }) => ({
    ...row,
    amount: formatAmount(BigInt(amount)),
    since: created_at.toISOString(),
  }));
}
