import { type rateInput, type rateOutput, toDbId } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { notify } from "../notifications/index.ts";

const userNotFound = () => new AppError("NOT_FOUND", { message: "User not found" });

/**
 * Rates a member's integrity, or changes the caller's rating. The score is the mean of all ratings, recomputed under
 * the lock of the rated member (docs/DECISIONS.md §2).
 * @throws AppError NOT_FOUND, OWN_RATING
 */
export async function rate(ctx: MemberContext, input: z.infer<typeof rateInput>): Promise<z.infer<typeof rateOutput>> {
  const rated = toDbId(input.ratedUserId);
  if (rated === null) throw userNotFound();
  if (rated === ctx.viewer.id) throw new AppError("OWN_RATING");
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    const member = await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", rated)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) throw userNotFound();
    const given = {
      rating: input.rating,
      reason: input.reason,
      context: input.context,
      reference_id: input.referenceId ?? null,
      reference_type: input.referenceType ?? null,
      updated_at: at,
    };
    const before = await trx
      .selectFrom("integrity_ratings")
      .select("rating")
      .where("rated_id", "=", rated)
      .where("rater_id", "=", ctx.viewer.id)
      .executeTakeFirst();
    await trx
      .insertInto("integrity_ratings")
      .values({ rated_id: rated, rater_id: ctx.viewer.id, created_at: at, ...given })
      .onConflict((conflict) => conflict.columns(["rated_id", "rater_id"]).doUpdateSet(given))
      .execute();
    const { rows } = await sql<{ score: string; ratings: number }>`
      update users set integrity_score = of.score, total_ratings = of.ratings
      from (select round(avg(rating), 2) as score, count(*)::int as ratings
        from integrity_ratings where rated_id = ${rated}) as of
      where id = ${rated} returning integrity_score as score, total_ratings as ratings`.execute(trx);
    await notify(trx, effects, {
      // The same rating with a different reason isn't worth a notification.
      to: before?.rating === input.rating ? [] : [rated],
      kind: "rating",
      bundle: `rating:${ctx.viewer.id}`,
      data: { rating: input.rating },
      url: "/profile",
      at,
    });
    const { score = "5", ratings = 0 } = rows[0] ?? {};
    return {
      success: true,
      message: "Rating submitted successfully",
      integrityScore: Number(score),
      totalRatings: ratings,
    };
  });
}
