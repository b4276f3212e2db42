import type { cancelWithdrawalOutput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { getTransaction } from "../statement/index.ts";
import { isHeldForSecurity } from "./security-hold.sql.ts";

/** What the member reads. */
const CANCELED = "You canceled it";

/**
 * Cancels a withdrawal of the caller's that is held for security; a worker gives it back. Repeated, it changes nothing.
 * @throws AppError NOT_FOUND; WITHDRAWAL_NOT_HELD when it isn't held, or is signed, canceled or done already
 */
export async function cancelHeldWithdrawal(
  ctx: MemberContext,
  id: string,
): Promise<z.infer<typeof cancelWithdrawalOutput>> {
  const { id: userId } = ctx.viewer;
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select from withdrawals where id::text = ${id} and user_id = ${userId} for no key update`.execute(trx);
    // Read under the lock, because a statement that waited for it wouldn't see a hold that came in between.
    const { rows } = await sql<{ state: string; cancel_reason: string | null; held: boolean }>`
      select state, cancel_reason, ${isHeldForSecurity("w")} as held from withdrawals w
       where id::text = ${id} and user_id = ${userId}`.execute(trx);
    const [row] = rows;
    if (!row) throw new AppError("NOT_FOUND", { message: "Withdrawal not found" });
    if (row.cancel_reason === CANCELED) return;
    if (row.state !== "REQUESTED" || row.cancel_reason !== null || !row.held) throw new AppError("WITHDRAWAL_NOT_HELD");
    await trx
      .updateTable("withdrawals")
      .set({ cancel_reason: CANCELED, updated_at: ctx.now() })
      .where("id", "=", id)
      .execute();
  });
  await ctx.enqueue("withdrawals", {});
  return { success: true, transaction: await getTransaction(ctx.db, userId, id) };
}
