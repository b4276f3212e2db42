import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

interface Asked {
  readonly email: string;
  /** May have it back; null for someone without an account. */
  readonly userId: string | null;
  readonly now: Date;
}

/** Whether another member had the address until some days ago, so that a link there can still bring it back. */
export async function isAddressKept(db: Kysely<DB>, { email, userId, now }: Asked): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes where lower(old_email) = lower(${email}) and user_id is distinct from ${userId}::bigint
       and undo_until > ${now} and undone_at is null`.execute(db);
  return rows.length > 0;
}

/**
 * Refuses an address that is kept for another member. To be called after it was
 * written, so that neither of two at once overlooks the other.
 * @throws AppError EMAIL_TAKEN, whose `details` name the field
 */
export async function requireAddressNotKept(trx: Transaction<DB>, asked: Asked): Promise<void> {
  if (await isAddressKept(trx, asked)) throw emailTaken();
}

export function emailTaken(): AppError {
  const message = "This email address is already registered";
  return new AppError("EMAIL_TAKEN", { details: [{ field: "email", message }] });
}
