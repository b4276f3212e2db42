import { formatAmount, type spendingOutput, type updateSpendingInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { getSpending, limitOf, spendingOf } from "../../people/leaving/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";

/**
 * Sets from which cost on the app asks the caller before it spends, and payments need a fresh proof.
 * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED to raise it
 */
export async function updateSpending(
  ctx: MemberContext,
  { confirmAbove }: z.infer<typeof updateSpendingInput>,
): Promise<z.infer<typeof spendingOutput>> {
  const part = { confirmAbove: confirmAbove === null ? null : formatAmount(confirmAbove) };
  if (limitOf(part) > limitOf(await getSpending(ctx.db, ctx.viewer.id))) requireFreshProof(ctx);
  const { rows } = await sql<{ settings: unknown }>`
    update users set settings = settings || ${JSON.stringify(part)}::jsonb
    where id = ${ctx.viewer.id} and deleted_at is null returning settings`.execute(ctx.db);
  // A member who has left by then must leave no data behind.
  if (rows.length === 0) throw new AppError("UNAUTHENTICATED");
  return spendingOf(rows[0]?.settings);
}
