import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";

/**
 * Refuses what could keep an owner out to whom an operator has given another address, until a mail to it was answered: who has the old
 * password may be the thief, and the owner would hear of nothing.
 * @throws AppError EMAIL_UNVERIFIED
 */
export async function requireAnsweredAddress(
  db: Kysely<DB>,
  services: Pick<Services, "verifiesEmail">,
  userId: string,
): Promise<void> {
  const { rows } = await sql`
    select from users u where u.id = ${userId} and not ${isEmailConfirmed("u", services)}
       and exists (select from audit_log where subject_id = u.id and action = 'EMAIL_SET')`.execute(db);
  if (rows.length > 0) throw new AppError("EMAIL_UNVERIFIED");
}
