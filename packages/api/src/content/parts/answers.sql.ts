import { type RawBuilder, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";
import { AUTHOR_JSON, voteOf } from "./post.sql.ts";

/** The fields of an answer for json_build_object, from `answers a`, its author `users u` and its post `posts p`. */
const fields = sql.raw(`
  'id', a.id::text, 'postId', a.post_id::text, 'content', a.content, 'codeBlocks', a.code_blocks,
  'isAccepted', p.accepted_answer_id is not distinct from a.id, 'authorId', a.author_id::text,
  'author', ${AUTHOR_JSON}, 'createdAt', ${isoTime("a.created_at")}, 'editedAt', ${isoTime("a.edited_at")},
  'upvotes', a.upvotes, 'downvotes', a.downvotes, 'userVote', `);

/** The fields, and the viewer's vote; `null` for a visitor. */
export function answerFields(viewerId: string | null): RawBuilder<unknown> {
  return sql`${fields}${voteOf(viewerId, "a.id")}`;
}

/** The answers of `posts p` as a JSON array: the accepted one first, then by net votes, then the earliest. */
export function answersJson(viewerId: string | null, limit: number, offset: number): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object(${answerFields(viewerId)}) order by a.place), '[]')
    from (
      select *, row_number() over (order by (p.accepted_answer_id is not distinct from id) desc, score desc, created_at, id) as place
      from answers where post_id = p.id and deleted_at is null
      order by place limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) as a join users u on u.id = a.author_id)`;
}
