import { formatAmount, type spendingOutput, type updateSpendingInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { spendingOf } from "./spending.query.ts";

/** Sets from which cost on the app asks the caller before it spends. @throws AppError UNAUTHENTICATED */
export async function updateSpending(
  ctx: MemberContext,
  { confirmAbove }: z.infer<typeof updateSpendingInput>,
): Promise<z.infer<typeof spendingOutput>> {
  const part = { confirmAbove: confirmAbove === null ? null : formatAmount(confirmAbove) };
  const { rows } = await sql<{ settings: unknown }>`
    update users set settings = settings || ${JSON.stringify(part)}::jsonb
    where id = ${ctx.viewer.id} and deleted_at is null returning settings`.execute(ctx.db);
  // A member who has left by then must leave no data behind.
  if (rows.length === 0) throw new AppError("UNAUTHENTICATED");
  return spendingOf(rows[0]?.settings);
}
