import { LIMITS } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";
import { commentsJson } from "./comments.sql.ts";
import { htmlOf } from "./html.sql.ts";
import { AUTHOR_JSON, voteOf } from "./post.sql.ts";

/** The fields of an answer for json_build_object, from `answers a`, its author `users u` and its post `posts p`. */
const fields = sql.raw(`
  'id', a.id::text, 'postId', a.post_id::text, 'content', a.content, 'codeBlocks', a.code_blocks,
  'isAccepted', p.accepted_answer_id is not distinct from a.id, 'authorId', a.author_id::text,
  'author', ${AUTHOR_JSON}, 'authorReputation', u.reputation_points, 'createdAt', ${isoTime("a.created_at")}, 'editedAt', ${isoTime("a.edited_at")},
  'upvotes', a.upvotes, 'downvotes', a.downvotes, 'userVote', `);

const html = { before: sql.raw(htmlOf("a.id")), now: sql.raw("null") };

/**
 * The fields, the viewer's vote (`null` for a visitor), and the first comments.
 * @param written `now` in the statement that writes the answer, which still sees the HTML of its last version
 */
export function answerFields(viewerId: string | null, written: keyof typeof html = "before"): RawBuilder<unknown> {
  return sql`${fields}${voteOf(viewerId, "a.id")}, 'contentHtml', ${html[written]}, 'commentCount', a.comment_count,
    'comments', case when a.comment_count = 0 then '[]'::json else ${commentsJson("answer", viewerId, LIMITS.answerComments, 0)} end`;
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
