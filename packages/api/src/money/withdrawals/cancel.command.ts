import { toDbId } from "@bbux/contract";
import { sql } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/** What the member reads. The operator's reason is for the audit log. */
const CANCELED = "Canceled by the operator";

/**
 * Cancels a withdrawal that isn't final: workers land a transaction that uses up its nonce, then refund it. If a payment
 * is faster, it is paid. One that was never signed is refunded by the next worker.
 * @returns false when it is being canceled already
 * @throws AppError NOT_FOUND; CONFLICT when it has ended
 */
export async function cancelWithdrawal(
  { db, now }: Pick<Services, "db" | "now">,
  given: string,
  reason: string,
  by: Operator = BY_COMMAND,
): Promise<boolean> {
  const id = toDbId(given);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ state: string; user_id: string; cancel_reason: string | null }>`
      select state, user_id::text, cancel_reason from withdrawals where id = ${id} for no key update`.execute(trx);
    const [row] = rows;
    if (!row) throw new AppError("NOT_FOUND", { message: `There is no withdrawal ${given}` });
    if (row.state === "FINALIZED")
      throw new AppError("CONFLICT", { message: `Withdrawal ${given} has already been paid` });
    if (row.state === "REFUNDED")
      throw new AppError("CONFLICT", { message: `Withdrawal ${given} has already been refunded` });
    if (row.cancel_reason !== null) return false;
    const at = now();
    await trx
      .updateTable("withdrawals")
      .set({ cancel_reason: CANCELED, updated_at: at })
      .where("id", "=", id)
      .execute();
    await audit(trx, {
      ...by,
      action: "WITHDRAWAL_CANCELED",
      target: { kind: "withdrawal", id: given },
      subject: row.user_id,
      reason,
      at,
    });
    return true;
  });
}
