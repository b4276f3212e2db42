import { type RawBuilder, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";
import { htmlOf } from "./html.sql.ts";
import { AUTHOR_JSON, voteOf } from "./post.sql.ts";

/** The fields of a comment for json_build_object, from `comments c` and its author `users u`. */
const fields = sql.raw(`
  'id', c.id::text, 'postId', c.post_id::text, 'answerId', c.answer_id::text, 'content', c.content, 'contentHtml', ${htmlOf("c.id")}, 'authorId', c.author_id::text,
  'author', ${AUTHOR_JSON}, 'createdAt', ${isoTime("c.created_at")}, 'upvotes', c.upvotes, 'downvotes', c.downvotes, 'userVote', `);

/** The fields, and the viewer's vote; `null` for a visitor. */
export function commentFields(viewerId: string | null): RawBuilder<unknown> {
  return sql`${fields}${voteOf(viewerId, "c.id")}`;
}

/** What comments are about: the question `posts p` itself, or the answer `answers a`. */
const ABOUT = {
  question: sql.raw("post_id = p.id and answer_id is null"),
  answer: sql.raw("answer_id = a.id"),
} as const;

/** The comments on `posts p`, or on `answers a`, as a JSON array: by net votes, then the earliest. */
export function commentsJson(
  about: keyof typeof ABOUT,
  viewerId: string | null,
  limit: number,
  offset: number,
): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object(${commentFields(viewerId)}) order by c.score desc, c.created_at, c.id), '[]')
    from (
      select * from comments where ${ABOUT[about]} and deleted_at is null
      order by score desc, created_at, id limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) as c join users u on u.id = c.author_id)`;
}
