import type { reviewInput, reviewOutput } from "@bbux/contract";
import { FLAG_REASONS, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { hasInterest } from "../../content/posts/index.ts";
import { ownAccounts, tiesAmong } from "../../people/established/index.ts";
import { trustLevelOf } from "../../people/trust/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { standsIn } from "./decide.commands.ts";
import { textOf } from "./flagged-texts.query.ts";
import { mayDecide, outcomeOf, type Review } from "./reviews.rules.ts";
import { type LockedTarget, lockTarget } from "./targets.query.ts";

type Input = z.infer<typeof reviewInput>;

/**
 * Gives the caller's verdict about what a newcomer wrote. The first two that agree decide: it leaves the queue, or both flags go to
 * moderators like any member's. The target is locked before the review, so an edit comes before or after.
 * @throws AppError NOT_FOUND, REVIEWERS_ONLY, OWN_DECISION, HAS_INTEREST, ALREADY_REVIEWED, REVIEW_CLOSED
 */
export async function review(ctx: MemberContext, input: Input): Promise<z.infer<typeof reviewOutput>> {
  const at = ctx.now();
  const by = ctx.viewer.id;
  const reason = FLAG_REASONS.find((one) => one.toLowerCase() === input.reason) ?? null;
  return ctx.db.transaction().execute(async (trx) => {
    const { id, kind, targetId, postId } = await findReview(trx, input.id);
    const level = await trustLevelOf(trx, ctx, by);
    const target = await lockTarget(trx, kind, targetId, "share");
    const locked = await lockReview(trx, id, target);
    const accounts = await ownAccounts(trx, ctx);
    const interested = await hasInterest(trx, accounts, postId);
    const reviewers = await reviewersOf(trx, id);
    const tied = await sharesAccess(trx, ctx, [target.authorId, ...reviewers]);
    const hasReviewed = reviewers.includes(by);
    requireAllowed(mayDecide(locked, { accounts, level, interested, tied, hasReviewed }));
    const isFlag = input.verdict === "flag";
    await trx
      .insertInto("review_verdicts")
      .values({
        review_id: id,
        reviewer_id: by,
        verdict: isFlag ? "FLAG" : "CLEAR",
        reason: isFlag ? reason : null,
        note: isFlag ? input.note || null : null,
        flagged_text: isFlag ? textOf(target) : null,
        created_at: at,
      })
      .execute();
    const counts = { clears: locked.clears + (isFlag ? 0 : 1), flags: locked.flags + (isFlag ? 1 : 0) };
    const status = outcomeOf(counts);
    const decided_at = status === "OPEN" ? null : at;
    await trx
      .updateTable("review_items")
      .set({ ...counts, status, decided_at })
      .where("id", "=", id)
      .execute();
    if (status === "FLAGGED") await flagForModerators(trx, id, target, at);
    await audit(trx, {
      actor: by,
      action: isFlag ? "REVIEW_FLAGGED" : "REVIEW_CLEARED",
      target: { kind: target.kind, id: target.id },
      subject: target.authorId,
      reason: isFlag ? [reason, input.note].filter(Boolean).join(": ") : null,
      at,
      details: { review: id, status, ...standsIn(target) },
    });
    return { success: true, status };
  });
}

interface Found {
  readonly id: string;
  readonly kind: "post" | "answer" | "comment";
  readonly targetId: string;
  readonly postId: string;
}

async function findReview(trx: Transaction<DB>, given: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select id::text, target_kind as kind, target_id::text as "targetId", post_id::text as "postId" from review_items
     where id = ${toDbId(given)}`.execute(trx);
  const [found] = rows;
  if (!found) throw new AppError("NOT_FOUND", { message: "There is no such review" });
  return found;
}

async function lockReview(trx: Transaction<DB>, id: string, { seen }: LockedTarget): Promise<Review> {
  const row = await trx
    .selectFrom("review_items")
    .select(["author_id", "status", "clears", "flags"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { authorId: row.author_id, status: row.status, clears: row.clears, flags: row.flags, seen };
}

async function reviewersOf(trx: Transaction<DB>, id: string): Promise<string[]> {
  const rows = await trx.selectFrom("review_verdicts").select("reviewer_id").where("review_id", "=", id).execute();
  return rows.map(({ reviewer_id }) => reviewer_id);
}

/** Whether the caller shares access with one of these others; never where nobody has to be established. */
async function sharesAccess(trx: Transaction<DB>, ctx: MemberContext, members: readonly string[]): Promise<boolean> {
  const { establishedPoints } = await parametersIn(trx, ctx.parameterDefaults);
  if (establishedPoints === 0n) return false;
  const me = ctx.viewer.id;
  const at = ctx.now();
  const tied = await tiesAmong(trx, ctx, { people: [me, ...members], from: at });
  return members.some((other) => tied(me, other, at));
}

/** Makes the verdicts flags of their reviewers, unless one of them has flagged it before. */
async function flagForModerators(trx: Transaction<DB>, id: string, target: LockedTarget, at: Date): Promise<void> {
  await sql`
    insert into flags (target_kind, target_id, subject_id, reporter_id, reason, note, flagged_text, created_at)
    select ${target.kind}::text, ${target.id}::bigint, ${target.authorId}::bigint, reviewer_id, reason, note, flagged_text,
           ${at}::timestamptz
      from review_verdicts where review_id = ${id} and verdict = 'FLAG' order by reviewer_id
    on conflict do nothing`.execute(trx);
}
