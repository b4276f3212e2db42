import { formatAmount, type spendingOutput, type updateSpendingInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { getSpending, limitOf, spendingOf } from "../../people/leaving/index.ts";
import { mailSoon, recordSecurityEvent } from "../../people/notifications/index.ts";
import { lockCaller } from "../../people/second-factor/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireFreshProof } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";

/**
 * Sets from which cost on the app asks the caller before it spends, and payments need a fresh proof. A thief would raise it, so the member is told.
 * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED to raise it
 */
export async function updateSpending(
  ctx: MemberContext,
  { confirmAbove }: z.infer<typeof updateSpendingInput>,
): Promise<z.infer<typeof spendingOutput>> {
  const part = { confirmAbove: confirmAbove === null ? null : formatAmount(confirmAbove) };
  const { id: member } = ctx.viewer;
  const answer = await withEffects(ctx, async (trx, effects) => {
    // A member who has left by then must leave no data behind.
    await lockCaller(trx, ctx);
    const isRaised = limitOf(part) > limitOf(await getSpending(trx, member));
    if (isRaised) {
      requireFreshProof(ctx);
      const details = { amount: formatAmount(limitOf(part)) };
      const event = { member, kind: "confirmation_raised", from: ctx, details, at: ctx.now() } as const;
      await recordSecurityEvent(trx, effects, event);
    }
    const { rows } = await sql<{ settings: unknown }>`
      update users set settings = settings || ${JSON.stringify(part)}::jsonb where id = ${member} returning settings`.execute(
      trx,
    );
    return spendingOf(rows[0]?.settings);
  });
  await mailSoon(ctx);
  return answer;
}
