import { sql } from "kysely";

/** Since when a withdrawal `w` could be paid: its request, or its last approval. */
export const payableSince = sql<Date>`greatest(w.created_at, (
  select max(a.created_at) from withdrawal_approvals a where a.withdrawal_id = w.id and w.approval_until is not null))`;

/**
 * Whether a withdrawal should be paid soon: it waits neither for a limit, nor for approval, nor for SOL from the cold wallet, and isn't
 * refused by the signer, of which operators are alerted otherwise.
 */
export const isDueSoon = sql<boolean>`coalesce(waits_for, '') not in ('limit', 'approval', 'cold_wallet', 'signer')`;
