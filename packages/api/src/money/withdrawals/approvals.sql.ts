import { formatAmount, type WaitingWithdrawal } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { HOURS_TO_APPROVE } from "../credit-approvals/index.ts";

/** Admins who have to approve a large withdrawal. The database's triggers require as many. */
export const APPROVALS = 2;

/** The deadline for the approvals of a withdrawal that needs them from now on. */
export const approvalDeadline = sql<Date>`clock_timestamp() + ${HOURS_TO_APPROVE} * interval '1 hour'`;

/** Whether a row `w` of withdrawals has all approvals that it needs. `counting_approvals` says which count. */
export function isApproved(w: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${w}.approval_until`)} is null or approvals_of(${sql.ref(`${w}.id`)}) >= ${APPROVALS})`;
}

/** Returns whether a withdrawal that the caller has locked has the approvals that it needs, and hasn't been refused or canceled. */
export async function hasApprovals(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals w where id = ${id} and cancel_reason is null and ${isApproved("w")}`.execute(trx);
  return rows.length > 0;
}

/** Whether an admin, or an account in the admin's browser, has given an approval of a row `w` of withdrawals that counts. */
export function isApprovedBy(admin: string | null): RawBuilder<boolean> {
  return sql<boolean>`exists (select from counting_approvals(w.id) c where are_one_person(c.admin_id, ${admin}))`;
}

interface Row {
  readonly id: string;
  readonly username: string;
  readonly amount: string;
  readonly net_amount: string;
  readonly day_amount: string;
  readonly destination: string;
  readonly paid_before: number;
  readonly created_at: Date;
  readonly approval_until: Date;
  readonly approvals: { username: string; reason: string; at: string; counts: boolean }[];
  readonly own: boolean;
  readonly approved: boolean;
}

/**
 * Returns withdrawals that wait for approvals, or are approved and not signed yet, oldest first.
 * @param viewer the admin who reads it; null for the operator's command
 */
export async function listUnapproved(
  db: Services["db"],
  viewer: string | null = null,
): Promise<readonly WaitingWithdrawal[]> {
  const { rows } = await sql<Row>`
    select w.id::text, u.username, w.amount::text, w.net_amount::text,
           coalesce(w.day_amount, w.amount)::text as day_amount, w.destination,
           (select count(*)::int from withdrawals p
             where p.user_id = w.user_id and p.destination = w.destination and p.state = 'FINALIZED') as paid_before,
           w.created_at, w.approval_until, coalesce((
             select json_agg(json_build_object(
                      'username', b.username, 'reason', a.reason, 'at', a.created_at,
                      'counts', a.id in (select id from counting_approvals(w.id))) order by a.created_at)
               from (select distinct on (admin_id) * from withdrawal_approvals where withdrawal_id = w.id
                      order by admin_id, created_at desc) a join users b on b.id = a.admin_id), '[]') as approvals,
           are_one_person(w.user_id, ${viewer}) as own, ${isApprovedBy(viewer)} as approved
      from withdrawals w join users u on u.id = w.user_id
     where w.state = 'REQUESTED' and w.cancel_reason is null and w.approval_until is not null
     order by w.id limit 1000`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    amount: formatAmount(BigInt(row.amount)),
    netAmount: formatAmount(BigInt(row.net_amount)),
    dayAmount: formatAmount(BigInt(row.day_amount)),
    destination: row.destination,
    paidBefore: row.paid_before,
    since: row.created_at.toISOString(),
    until: row.approval_until.toISOString(),
    approvals: row.approvals.map(({ username, reason, at, counts }) => ({
      username,
      reason,
      at: new Date(at).toISOString(),
      counts,
    })),
    own: row.own,
    approved: row.approved,
  }));
}

/** Returns how many admins there are whose approvals count, or will 72 hours after they were made admins. */
export async function countApprovers(db: Services["db"]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users where role = 'admin' and deleted_at is null and suspended_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
