import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";

/** Every action of the audit log (docs/DECISIONS.md §2). */
export const AUDIT_ACTIONS = [
  "FLAGS_UPHELD",
  "FLAGS_DISMISSED",
  "CONTENT_HIDDEN",
  "CONTENT_RESTORED",
  "FILE_REMOVED",
  "APPEAL_DECIDED",
  "REFUND_APPEAL_DECIDED",
  "REVIEW_CLEARED",
  "REVIEW_FLAGGED",
  "POST_CLOSED",
  "MEMBER_SUSPENDED",
  "MEMBER_UNSUSPENDED",
  "ROLE_CHANGED",
  "SESSIONS_ENDED",
  "CLAIM_OFFERED",
  "EMAIL_SET",
  "FACTORS_REMOVED",
  "ACCOUNT_FROZEN",
  "ACCOUNT_UNFROZEN",
  "WITHDRAWALS_FROZEN",
  "WITHDRAWALS_UNFROZEN",
  "PUBLIC_PLACE_MARKED",
  "PUBLIC_PLACE_UNMARKED",
  "DEMO_ENDED",
  "PARAMETER_SET",
  "PROPOSAL_EXECUTED",
  "WITHDRAWALS_STOPPED",
  "WITHDRAWALS_RESUMED",
  "WITHDRAWAL_CANCELED",
  "WITHDRAWAL_APPROVED",
  "WITHDRAWAL_REFUSED",
  "WITHDRAWAL_UNAPPROVED",
  "SUSPENSE_RESOLVED",
  "DEPOSIT_APPROVED",
  "CREDIT_APPROVED",
  "COLD_WALLET_CHANGED",
  "CONTROL_PROVED",
  "KEY_ROTATED",
  "LOSS_RECORDED",
  "GAIN_RECORDED",
  "ALERT_CLOSED",
  "JOB_STARTED",
  "BRAND_CHANGED",
  "TAGS_ADDED",
  "TAG_APPROVED",
  "TAG_DECLINED",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who acts for the operator: an admin by id, with a reason; or a command, without either. */
export interface Operator {
  readonly actor: string | null;
  readonly reason: string | null;
}
export const BY_COMMAND: Operator = { actor: null, reason: null };

/**
 * Records an act of a moderator, an admin or the operator, in its transaction.
 * @param act.actor null for an operator's command
 * @param act.subject the member whom it concerns
 */
export async function audit(
  trx: Transaction<DB>,
  act: {
    readonly actor: string | null;
    readonly action: AuditAction;
    readonly target?: { readonly kind: string; readonly id: string };
    readonly subject?: string | null;
    readonly reason?: string | null;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly at: Date;
  },
): Promise<void> {
  const { actor, action, target, subject = null, reason = null, details = {}, at } = act;
  await trx
    .insertInto("audit_log")
    .values({
      action,
      reason,
      created_at: at,
      actor_id: actor,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      subject_id: subject,
      details: JSON.stringify(details),
    })
    .execute();
}
