import type { Role } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/**
 * Keeps an admin of less than 72 hours, whom a thief in a stolen session may have appointed, from deciding about members who are staff, or
 * were less than 72 hours ago. They can decide about members they made staff themselves.
 * @param actor id of the admin who decides; null for an operator's command
 * @throws AppError FORBIDDEN
 */
export async function requireSettled(
  trx: Transaction<DB>,
  actor: string | null,
  member: { readonly id: string; readonly role: Role },
): Promise<void> {
  if (actor === null || actor === member.id) return;
  const { rows } = await sql<{ may: boolean }>`
    with changes as (select actor_id, created_at, details from audit_log where subject_id = ${member.id} and action = 'ROLE_CHANGED')
    select may_approve(a.id) or a.role = 'moderator' or exists (
        select from changes where actor_id = a.id and created_at >= a.admin_since and details->>'from' = 'user')
      or (${member.role} = 'user' and not exists (
        select from changes where details->>'from' <> 'user' and created_at > clock_timestamp() - interval '72 hours')) as may
      from users a where a.id = ${actor}`.execute(trx);
  if (rows[0]?.may) return;
  throw new AppError("FORBIDDEN", {
    message: "You can decide about other staff once you've been an admin for 72 hours",
  });
}
