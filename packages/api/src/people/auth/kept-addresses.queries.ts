import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/**
 * Refuses an address that a member had until some days ago, because a link there can still bring it back. To be called after it was
 * written, so that neither of two at once overlooks the other.
 * @param userId may have it back
 * @throws AppError EMAIL_TAKEN, whose `details` name the field
 */
export async function requireAddressNotKept(
  trx: Transaction<DB>,
  { email, userId, now }: { readonly email: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql`
    select from email_changes where lower(old_email) = lower(${email}) and user_id <> ${userId}
       and undo_until > ${now} and undone_at is null`.execute(trx);
  if (rows.length > 0) throw emailTaken();
}

export function emailTaken(): AppError {
  const message = "This email address is already registered";
  return new AppError("EMAIL_TAKEN", { details: [{ field: "email", message }] });
}
