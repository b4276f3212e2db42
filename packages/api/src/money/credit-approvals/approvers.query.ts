import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/** How long approvals may take, by the database's clock. */
export const HOURS_TO_APPROVE = 72;

/**
 * Requires that nothing holds the admin's own withdrawals, and that the admin has been one for 72 hours: otherwise a thief may have the
 * account, or have made it an admin's.
 * @param alone whether it takes no second admin, and so no 72 hours
 * @throws AppError FORBIDDEN
 */
export async function requireApprover(db: Kysely<DB>, admin: string, { alone = false } = {}): Promise<void> {
  const { rows } = await sql<{ may: boolean; held: boolean }>`
    select may_approve(${admin}) as may, has_hold(${admin}) as held`.execute(db);
  if (rows[0]?.held) {
    throw new AppError("FORBIDDEN", {
      message: "You can't approve payments while your own withdrawals are held. Try again once the hold has ended.",
    });
  }
  if (!alone && !rows[0]?.may) {
    throw new AppError("FORBIDDEN", {
      message: "You can approve large amounts once you've been an admin for 72 hours",
    });
  }
}

/** Whether an admin is a member, or used the same browser within 30 days. @param member null for nobody */
export async function isOnePerson(db: Kysely<DB>, admin: string, member: string | null): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`select are_one_person(${admin}, ${member}) as own`.execute(db);
  return rows[0]?.own ?? false;
}
