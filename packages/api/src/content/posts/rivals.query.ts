import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Bar, countsAsEstablishedSql, neededPointsSql } from "../../people/established/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { isContender, questionsOfInterest } from "./interest.query.ts";

/** One person's accounts, and what it takes to know which members are established. */
export type Person = Bar & Pick<Services, "now"> & { readonly accounts: readonly string[] };

/** Since when a member has had a part in each question with an unpaid bounty: rows of `post_id`, its `asker`, when it was `placed`, and `since`. */
const partsOf = (memberId: string) => sql`
  select rp.id as post_id, rp.author_id as asker, rp.created_at as placed, min(part.created_at) as since from (
    ${questionsOfInterest(memberId)}) as part
    join posts rp on rp.id = part.post_id and rp.bounty_status = 'ESCROWED'
   group by rp.id`;

/** When a member took part in a question that others asked, except by an answer that isn't shown. Both arguments are expressions. */
const takingPart = (postId: RawBuilder<unknown>, memberId: RawBuilder<unknown>) => sql`
  select ia.created_at from answers ia where ia.post_id = ${postId} and ia.author_id = ${memberId} and ia.deleted_at is null
  union all
  select iv.created_at from answers ia join votes iv on iv.target_id = ia.id and iv.target_kind = 'answer' and iv.voter_id = ${memberId}
   where ia.post_id = ${postId}
  union all
  select rr.created_at from refund_requests rr where rr.post_id = ${postId} and rr.user_id = ${memberId}
  union all
  select rv.created_at from refund_votes rv join refund_requests rr on rr.id = rv.request_id
   where rr.post_id = ${postId} and rv.voter_id = ${memberId}`;

/** Whether a member follows a question, so that they may vote on its refund once they are established. Both arguments are expressions. */
const isFollowing = (postId: RawBuilder<unknown>, memberId: RawBuilder<unknown>) => sql`(
  exists (select from comments ic where ic.post_id = ${postId} and ic.author_id = ${memberId} and ic.deleted_at is null)
  or exists (select from votes iv where iv.target_id = ${postId} and iv.voter_id = ${memberId})
  or exists (select from bookmarks ib where ib.post_id = ${postId} and ib.user_id = ${memberId}))`;

/**
 * Whether two members have a part in the same question with an unpaid bounty ({@link questionsOfInterest}), or the one asked or answered it
 * and the other may vote on its refund, so that the one doesn't decide about the other. Members who aren't established and joined in later are no rivals: otherwise anyone would get out of
 * the reach of staff by answering where they answered. False for one member alone.
 * @param judgeId whose questions are looked up once, for however many members
 * @param memberId an expression
 */
function areRivalsSql(
  bar: Omit<Person, "accounts">,
  judgeId: string,
  memberId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${memberId} <> ${judgeId}::bigint and exists (
    with mine as materialized (${partsOf(judgeId)})
    select from mine where mine.asker = ${memberId} or exists (
       select from (
           select created_at <= mine.since as is_earlier from (${takingPart(sql`mine.post_id`, memberId)}) as t
           union all
           select false where ${isContender(sql`mine.post_id`, judgeId)} and ${isFollowing(sql`mine.post_id`, memberId)}) as part
        where part.is_earlier or exists (
          select from users ru where ru.id = ${memberId} and ${countsAsEstablishedSql("ru", bar, bar.now(), neededPointsSql({ ...bar, placedAt: sql`mine.placed` }))}))))`;
}

/** {@link areRivalsSql} of a member and any of a person's accounts. */
export function areRivalsOfAnySql({ accounts, ...bar }: Person, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  const each = accounts.map((id) => areRivalsSql(bar, id, memberId));
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** {@link areRivalsOfAnySql} of one member. */
export async function areRivals(db: Kysely<DB>, judge: Person, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ rivals: boolean }>`
    select ${areRivalsOfAnySql(judge, sql`${memberId}::bigint`)} as rivals`.execute(db);
  return rows[0]?.rivals ?? false;
}
