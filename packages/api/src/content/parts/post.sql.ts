import { LIMITS } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";

// PostgreSQL builds responses as JSON, so one query returns a whole page without joining rows by hand. Constant parts
// are plain text for sql.raw, built once, because Kysely would process nested sql`` on every request. No input ever
// gets into it.

/** The author, from the `users` row under the alias `u`. Text for sql.raw. */
export const AUTHOR_JSON = `json_build_object(
  'id', u.id::text, 'username', u.username, 'profilePicture', u.profile_picture)`;

/** The names of the tags of `posts p` as an array, in their order. Text for sql.raw. */
export const TAG_NAMES =
  "array(select t.name from post_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id order by pt.position)";

/** A list of a hundred posts must not include their programs. */
const codeBlocks = {
  content: "p.code_blocks",
  excerpt: `case when p.code_blocks = '[]' then p.code_blocks else (
      select coalesce(jsonb_agg(b.block order by b.n), '[]')
      from jsonb_array_elements(p.code_blocks) with ordinality as b (block, n)
      where length(b.block ->> 'code') <= ${LIMITS.codeInLists}) end`,
};

const beforeNow = (content: "excerpt" | "content") =>
  sql.raw(`
    'id', p.id::text, 'title', p.title, 'content', p.${content}, 'type', p.type,
    'authorId', p.author_id::text, 'author', ${AUTHOR_JSON}, 'authorReputation', u.reputation_points,
    'tags', (select coalesce(json_agg(t.name order by pt.position), '[]')
      from post_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id),
    'codeBlocks', ${codeBlocks[content]}, 'media', p.media, 'status', p.status,
    'reward', trim_scale(p.bounty_amount / 1000000000.0), 'bountyAmount', trim_scale(p.bounty_amount / 1000000000.0),
    'bountyStatus', case when p.bounty_status = 'ESCROWED' and p.bounty_expires_at <= `);
const afterNow = sql.raw(`
      then 'EXPIRED' else p.bounty_status end,
    'bountyExpiresAt', ${isoTime("p.bounty_expires_at")},
    'createdAt', ${isoTime("p.created_at")}, 'editedAt', ${isoTime("p.edited_at")},
    'activeAt', (select ${isoTime("pa.active_at")} from post_activity pa where pa.post_id = p.id),
    'answerCount', p.answer_count, 'commentCount', p.comment_count,
    'acceptedAnswerId', p.accepted_answer_id::text,
    'qualityUpvotes', p.upvotes, 'qualityDownvotes', p.downvotes, 'totalVotes', p.score,
    'votes', json_build_object('up', p.upvotes, 'down', p.downvotes), 'userVote', `);
const noVote = sql.raw("0");
const fields = { excerpt: beforeNow("excerpt"), content: beforeNow("content") };

/**
 * Builds the fields of a post as pairs for json_build_object, from `posts p` and its author `users u`.
 * @param content `excerpt` in lists, `content` for the whole
 * @param now decides whether a bounty has expired
 * @param viewerId whose vote is shown
 */
export function postFields(
  content: "excerpt" | "content",
  now: Date,
  viewerId: string | null = null,
): RawBuilder<unknown> {
  return sql`${fields[content]}${now}${afterNow}${voteOf(viewerId, "p.id")}`;
}

/**
 * A member's vote on a target: −1, 0 or 1.
 * @param target one of our columns
 */
export function voteOf(viewerId: string | null, target: string): RawBuilder<unknown> {
  if (viewerId === null) return noVote;
  return sql`coalesce((select v.value from votes v
    where v.voter_id = ${viewerId}::bigint and v.target_id = ${sql.raw(target)}), 0)`;
}
