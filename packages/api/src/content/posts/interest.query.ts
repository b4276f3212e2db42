import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { writtenBy } from "./written-by.sql.ts";

/** An id as a value or as an expression. */
type MemberId = string | RawBuilder<unknown>;

/** Whether a member asked a question or has an answer to it, even a hidden one, which may be restored. @param postId an expression */
export function isContender(postId: RawBuilder<unknown>, memberId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from posts ip where ip.id = ${postId} and ip.author_id = ${memberId}::bigint)
    or exists (select from answers ia where ia.post_id = ${postId} and ia.author_id = ${memberId}::bigint
      and (ia.deleted_at is null or ia.hidden_at is not null)))`;
}

/**
 * Whether a member has something to win or lose by a decision about a question: they asked or answered it, with a bounty or without, or
 * while its bounty isn't paid, they voted on an answer, objected to its payment, or voted on its refund. A few index lookups.
 * @param postId an expression
 */
export function isInterested(postId: RawBuilder<unknown>, memberId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isContender(postId, memberId)}
    or exists (select from posts ip join answers ia on ia.post_id = ip.id
      join votes iv on iv.target_id = ia.id and iv.voter_id = ${memberId}::bigint
      where ip.id = ${postId} and ip.bounty_status = 'ESCROWED')
    or exists (select from posts ip join refund_requests rr on rr.post_id = ip.id
      where ip.id = ${postId} and ip.bounty_status = 'ESCROWED' and (rr.user_id = ${memberId}::bigint
        or exists (select from refund_votes rv where rv.request_id = rr.id and rv.voter_id = ${memberId}::bigint))))`;
}

/** Selects all questions of which {@link isInterested} is true, and since when: rows of `post_id` and `created_at`. */
export function questionsOfInterest(memberId: string): RawBuilder<unknown> {
  return sql`
    select ip.id as post_id, ip.created_at from ${writtenBy("posts", memberId)} ip
    union all
    select ia.post_id, ia.created_at from ${writtenBy("answers", memberId)} ia where ia.deleted_at is null or ia.hidden_at is not null
    union all
    select ip.id, iv.created_at from votes iv join answers ia on ia.id = iv.target_id
      join posts ip on ip.id = ia.post_id and ip.bounty_status = 'ESCROWED'
     where iv.voter_id = ${memberId}::bigint and iv.target_kind = 'answer'
    union all
    select ip.id, rr.created_at from refund_requests rr join posts ip on ip.id = rr.post_id and ip.bounty_status = 'ESCROWED'
     where rr.user_id = ${memberId}::bigint
    union all
    select ip.id, rv.created_at from refund_votes rv join refund_requests rr on rr.id = rv.request_id
      join posts ip on ip.id = rr.post_id and ip.bounty_status = 'ESCROWED'
     where rv.voter_id = ${memberId}::bigint`;
}

/** {@link isInterested} of any of a person's accounts. */
export function isAnyInterested(postId: RawBuilder<unknown>, accounts: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${accounts}::bigint[]) as m (id) where ${isInterested(postId, sql`m.id`)})`;
}

/** {@link isAnyInterested} of one question. */
export async function hasInterest(db: Kysely<DB>, accounts: readonly string[], postId: string): Promise<boolean> {
  const { rows } = await sql<{ interested: boolean }>`
    select ${isAnyInterested(sql`${postId}::bigint`, accounts)} as interested`.execute(db);
  return rows[0]?.interested ?? false;
}
