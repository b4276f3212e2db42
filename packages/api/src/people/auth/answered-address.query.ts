import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";

/** Whether an operator has ever set the address of the member of a row of `users`. @param user the row's name in the statement */
export function wasSetByOperator(user: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from audit_log where subject_id = ${sql.ref(`${user}.id`)} and action = 'EMAIL_SET')`;
}

/**
 * Protects a member for whom an operator has just set a new address. Until an email sent there has been answered, someone who knows the old
 * password could lock the owner out without a notification.
 * @throws AppError EMAIL_UNVERIFIED
 */
export async function requireAnsweredAddress(
  db: Kysely<DB>,
  services: Pick<Services, "verifiesEmail">,
  userId: string,
): Promise<void> {
  const { rows } = await sql`
    select from users u
     where u.id = ${userId} and not ${isEmailConfirmed("u", services)} and ${wasSetByOperator("u")}`.execute(db);
  if (rows.length > 0) throw new AppError("EMAIL_UNVERIFIED");
}
