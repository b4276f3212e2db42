import type { Role } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/**
 * Keeps an admin of less than 72 hours, who may be the accomplice of a stolen session, from deciding about the rest of the staff. They
 * may about whom they made staff themselves.
 * @param actor id of the admin who decides; null for an operator's command
 * @throws AppError FORBIDDEN
 */
export async function requireSettled(
  trx: Transaction<DB>,
  actor: string | null,
  member: { readonly id: string; readonly role: Role },
): Promise<void> {
  if (actor === null || actor === member.id || member.role === "user") return;
  const { rows } = await sql<{ may: boolean }>`
    select a.role <> 'admin' or may_approve(a.id) or exists (
        select from audit_log l where l.subject_id = ${member.id} and l.actor_id = a.id and l.action = 'ROLE_CHANGED'
           and l.created_at >= a.admin_since and l.details->>'from' = 'user') as may
      from users a where a.id = ${actor}`.execute(trx);
  if (rows[0]?.may) return;
  throw new AppError("FORBIDDEN", {
    message: "You can decide about other staff once you've been an admin for 72 hours",
  });
}
