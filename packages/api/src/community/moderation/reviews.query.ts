import { type listReviewsInput, type listReviewsOutput, type ReviewItem, toDbId } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { excerptOf } from "../../content/parts/index.ts";
import { isAnyInterested } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import { trustLevelOf } from "../../people/trust/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { mayReview } from "./reviews.rules.ts";
import { describeTargets, type ListContext } from "./targets.query.ts";

interface Row {
  readonly id: string;
  readonly kind: "post" | "answer" | "comment";
  readonly targetId: string;
  readonly reason: ReviewItem["reason"];
  readonly createdAt: Date;
  readonly question: string | null;
}

/**
 * Returns a page of the caller's review queue. It leaves out their own texts, what they have reviewed or have an interest in, and
 * texts whose post or answer is gone, before it fills the page. Three queries and one per kind of target.
 * @throws AppError REVIEWERS_ONLY
 */
export async function listReviews(
  ctx: ListContext,
  { after, limit }: z.infer<typeof listReviewsInput>,
): Promise<z.infer<typeof listReviewsOutput>> {
  const me = ctx.viewer.id;
  requireAllowed(mayReview(await trustLevelOf(ctx.db, ctx, me)));
  const accounts = await ownAccounts(ctx.db, ctx);
  const from = after === undefined ? "0" : (toDbId(after) ?? "0");
  const { rows } = await sql<Row>`
    select i.id::text, i.target_kind as kind, i.target_id::text as "targetId", i.reason, i.created_at as "createdAt",
      case when i.target_kind <> 'post' then p.content end as question
    from review_items i join posts p on p.id = i.post_id
    where i.status = 'OPEN' and i.id > ${from} and i.author_id <> all (${accounts}::bigint[]) and p.deleted_at is null
      and not exists (select from review_verdicts v where v.review_id = i.id and v.reviewer_id = ${me})
      and not exists (select from comments c join answers a on a.id = c.answer_id
        where i.target_kind = 'comment' and c.id = i.target_id and a.deleted_at is not null)
      and not ${isAnyInterested(sql`i.post_id`, accounts)}
    order by i.id limit ${limit + 1}`.execute(ctx.db);
  const page = rows.slice(0, limit);
  const targets = await describeTargets(
    ctx.db,
    { ...ctx, accounts },
    page.map(({ kind, targetId }) => ({ kind, id: targetId })),
  );
  const items = page.flatMap(({ id, kind, targetId, reason, createdAt, question }): ReviewItem[] => {
    const target = targets.get(`${kind}:${targetId}`);
    if (!target?.url) return [];
    const { authorId, authorUsername, title, excerpt, content, url } = target;
    const shown = { type: kind, id: targetId, authorId, authorUsername, title, excerpt, content, url };
    return [
      {
        id,
        reason,
        createdAt: createdAt.toISOString(),
        target: { ...shown, createdAt: target.createdAt },
        question: question === null ? null : excerptOf(question),
      },
    ];
  });
  return { items, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
