import { REVIEWS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { trustLevelSql } from "../../people/trust/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";

/** An entry of the queue. */
export interface Reviewed {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
}

const reviewedLevel = (ctx: MemberContext) => sql`${trustLevelSql("u", ctx, ctx.now())} in ('new', 'verified')`;
const REASON_FIRST = sql`'FIRST'`;
const REASON_LINK = sql`'LINK'`;

/**
 * Puts what the caller has just written into the review queue, if they are new or verified and it is one of their first or has a
 * link (docs/adr/0043). Called after it was inserted. What was deleted doesn't count as one of their first.
 */
export async function queueWritten(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { kind, id, postId }: Reviewed,
  hasLink: boolean,
): Promise<void> {
  const enough = REVIEWS.first + 1;
  const written = (table: "posts" | "answers" | "comments") =>
    sql`(select from ${sql.table(table)} where author_id = u.id and deleted_at is null limit ${sql.lit(enough)})`;
  const isFirst = sql`(select count(*) from (
    ${written("posts")} union all ${written("answers")} union all ${written("comments")} limit ${sql.lit(enough)}) as x) < ${sql.lit(enough)}`;
  await sql`
    insert into review_items (target_kind, target_id, post_id, author_id, reason, created_at)
    select ${kind}::text, ${id}::bigint, ${postId}::bigint, u.id, ${hasLink ? REASON_LINK : REASON_FIRST}, ${ctx.now()}
      from users u where u.id = ${ctx.viewer.id} and ${reviewedLevel(ctx)} and (${sql.lit(hasLink)} or ${isFirst})`.execute(
    trx,
  );
}

/**
 * Takes an edit into account, under the lock of the post: whoever cleared it has seen another text, so they are asked again, if it was decided, too, and a
 * link that is new puts it into the queue.
 */
export async function queueEdited(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { kind, id, postId }: Reviewed,
  hasNewLink: boolean,
): Promise<void> {
  await sql`
    with cleared as (
      update review_items set clears = 0
       where target_kind = ${kind} and target_id = ${id} and status = 'OPEN' and clears > 0 returning id
    )
    delete from review_verdicts v using cleared where v.review_id = cleared.id and v.verdict = 'CLEAR'`.execute(trx);
  const wasCleared = sql`exists (
    select from review_items where target_kind = ${kind} and target_id = ${id} and status = 'CLEARED')`;
  await sql`
    insert into review_items (target_kind, target_id, post_id, author_id, reason, created_at)
    select ${kind}::text, ${id}::bigint, ${postId}::bigint, u.id, ${hasNewLink ? REASON_LINK : REASON_FIRST}, ${ctx.now()}
      from users u where u.id = ${ctx.viewer.id} and ${reviewedLevel(ctx)} and (${sql.lit(hasNewLink)} or ${wasCleared})
    on conflict (target_kind, target_id) where status = 'OPEN' do nothing`.execute(trx);
}

/** Takes what was deleted or hidden out of the queue. */
export async function leaveQueue(trx: Transaction<DB>, { kind, id }: Reviewed, at: Date): Promise<void> {
  await trx
    .updateTable("review_items")
    .set({ status: "GONE", decided_at: at })
    .where("target_kind", "=", kind)
    .where("target_id", "=", id)
    .where("status", "=", "OPEN")
    .execute();
}

/** Returns what was restored to the queue if it had left undecided, at its former place and with the verdicts it had. */
export async function rejoinQueue(trx: Transaction<DB>, { kind, id }: Reviewed): Promise<void> {
  await sql`
    update review_items set status = 'OPEN', decided_at = null
     where status = 'GONE' and id = (
       select max(id) from review_items where target_kind = ${kind} and target_id = ${id})`.execute(trx);
}
