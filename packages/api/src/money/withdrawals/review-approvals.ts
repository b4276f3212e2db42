import { formatAmount } from "@bbux/contract";
import { sql } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { approvalDeadline, isApproved } from "./approvals.sql.ts";

/** What the member reads. */
const NOT_APPROVED = "It wasn't approved in time";

/**
 * Looks after withdrawals that need approvals (docs/adr/0025): also those from before the threshold was lowered. One that isn't
 * approved in time is canceled, and given back like any other. Operators are alerted while one waits.
 */
export async function reviewApprovals(services: Services): Promise<void> {
  await requireOfLarge(services);
  // A worker that has locked one is paying or refunding it.
  await sql`
    with changed as (
      select w.id, not ${isApproved("w")} as waits from withdrawals w
       where w.state = 'REQUESTED' and w.approval_until is not null and w.cancel_reason is null
         and (w.waits_for is not distinct from 'approval') = ${isApproved("w")}
       order by w.id for no key update of w skip locked)
    update withdrawals w set waits_for = case when changed.waits then 'approval' end from changed where w.id = changed.id`.execute(
    services.db,
  );
  await cancelLate(services);
  await alertUnapproved(services);
}

/** The threshold may have been lowered since they were requested. Raising it frees none. */
async function requireOfLarge({ db, money, now }: Services): Promise<void> {
  const { approvalFrom } = money;
  if (approvalFrom === null) return;
  await sql`
    with large as (
      select id from withdrawals
       where state = 'REQUESTED' and cancel_reason is null and approval_until is null
         and coalesce(day_amount, amount) >= ${approvalFrom.toString()}::bigint
       order by id for no key update skip locked)
    update withdrawals w set approval_until = ${approvalDeadline}, waits_for = 'approval', updated_at = ${now()}
      from large where w.id = large.id`.execute(db);
}

async function cancelLate({ db, now }: Services): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; user_id: string }>`
      with late as (
        select w.id from withdrawals w
         where w.state = 'REQUESTED' and w.cancel_reason is null and w.approval_until <= clock_timestamp()
           and not ${isApproved("w")}
         order by w.id for no key update of w skip locked)
      update withdrawals w set cancel_reason = ${NOT_APPROVED}, updated_at = ${at} from late where w.id = late.id
      returning w.id::text, w.user_id::text`.execute(trx);
    for (const { id, user_id: subject } of rows) {
      const target = { kind: "withdrawal", id };
      await audit(trx, { actor: null, action: "WITHDRAWAL_UNAPPROVED", target, subject, reason: NOT_APPROVED, at });
    }
  });
}

async function alertUnapproved(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string; amount: string | null }>`
    (select w.id::text, w.amount::text from withdrawals w
      where w.state = 'REQUESTED' and w.cancel_reason is null and not ${isApproved("w")} and not exists (
            select from alerts a where a.kind = 'withdrawal_waiting' and a.subject = w.id::text and a.closed_at is null)
      order by w.id limit 100)
    union all
    (select w.id::text, null from alerts a join withdrawals w on w.id = a.subject::bigint
      where a.kind = 'withdrawal_waiting' and a.closed_at is null
        and (w.state <> 'REQUESTED' or w.cancel_reason is not null or ${isApproved("w")})
      order by a.id limit 100)`.execute(services.db);
  for (const { id, amount } of rows) {
    if (amount === null) await closeAlert(services, "withdrawal_waiting", id);
    else {
      const detail = `A withdrawal of ${formatAmount(BigInt(amount))} BBUX is waiting for approval by two admins`;
      await raiseAlert(services, { kind: "withdrawal_waiting", subject: id, detail });
    }
  }
}
