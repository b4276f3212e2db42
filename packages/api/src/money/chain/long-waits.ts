import { sql } from "kysely";

/** Since when a withdrawal `w` could be paid: its request, its last approval, or the end of what held it. */
export const payableSince = sql<Date>`greatest(w.created_at, w.held_until, (
  select max(h.until) from security_holds h where h.user_id = w.user_id), (
  select max(a.created_at) from withdrawal_approvals a where a.withdrawal_id = w.id and w.approval_until is not null))`;

/**
 * Whether a withdrawal `w` should be paid or given back soon: it isn't held for security, waits neither for a limit, nor for approval, nor
 * for SOL from the cold wallet, and isn't refused by the signer, of which operators are alerted otherwise.
 */
export const isDueSoon = sql<boolean>`(
  coalesce(w.waits_for, '') not in ('limit', 'approval', 'cold_wallet', 'signer')
  and (w.cancel_reason is not null or not exists (select from payout_hold(w.id))))`;
