import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";

/**
 * Triggers the emergency stop: nothing is signed or sent until an operator resumes. The first reason is kept.
 * @returns whether payments were running
 */
export async function stopWithdrawals(
  { db, now }: Pick<Services, "db" | "now">,
  because: string,
  actor: string | null = null,
): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("chain_state")
      .set({ withdrawals_stopped_at: at, withdrawals_stopped_because: because })
      .where("withdrawals_stopped_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit(trx, { actor, action: "WITHDRAWALS_STOPPED", reason: because, at });
    return numUpdatedRows > 0n;
  });
}

/** Ends the emergency stop. @returns whether there was one */
export async function resumeWithdrawals(
  { db, now }: Pick<Services, "db" | "now">,
  by: Operator = BY_COMMAND,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("chain_state")
      .set({ withdrawals_stopped_at: null, withdrawals_stopped_because: null })
      .where("withdrawals_stopped_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit(trx, { ...by, action: "WITHDRAWALS_RESUMED", at: now() });
    return numUpdatedRows > 0n;
  });
}
