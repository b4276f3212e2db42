import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";

/**
 * Refuses a sign-in to an account that is about to be closed. A concurrent closing waits for the transaction, and ends what it opens.
 * @throws AppError ACCOUNT_CLOSING, with `details.closesAt`
 */
export async function requireNotClosing(trx: Transaction<DB>, member: string): Promise<void> {
  const { rows } = await sql<{ closesAt: string | null }>`
    select ${sql.raw(isoTime("closes_at"))} as "closesAt" from users where id = ${member} for key share`.execute(trx);
  const closesAt = rows[0]?.closesAt ?? null;
  if (closesAt === null) return;
  const day = closesAt.slice(0, 10);
  throw new AppError("ACCOUNT_CLOSING", {
    message: `This account closes on ${day} at ${closesAt.slice(11, 16)} UTC. To keep it, open the link in our email about it, or set a new password with “Forgot your password?”.`,
    details: { closesAt },
  });
}
