import { LIMITS } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

// Answers are built as JSON by PostgreSQL itself: one query gives a whole page, with no rows to join by hand.

/** A timestamptz as the wire has it. `column` is a name of ours, never input. */
export function isoTime(column: string): RawBuilder<string> {
  return sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Who wrote it, from the `users` row under the alias `u`. */
export const authorJson = sql`json_build_object(
  'id', u.id::text, 'username', u.username, 'profilePicture', u.profile_picture)`;

/**
 * The fields of a post as pairs for json_build_object, from `posts p` and its author `users u`.
 * @param content `excerpt` in lists, `content` for the whole
 * @param now decides whether a bounty has expired
 */
export function postFields(content: "excerpt" | "content", now: Date): RawBuilder<unknown> {
  // A list of a hundred posts must not carry a hundred programs.
  const code =
    content === "content"
      ? sql`p.code_blocks`
      : sql`case when p.code_blocks = '[]' then p.code_blocks else (
          select coalesce(jsonb_agg(b.block order by b.n), '[]')
          from jsonb_array_elements(p.code_blocks) with ordinality as b (block, n)
          where length(b.block ->> 'code') <= ${sql.lit(LIMITS.codeInLists)}) end`;
  const bounty = sql`trim_scale(p.bounty_amount / 1000000000.0)`;
  return sql`
    'id', p.id::text, 'title', p.title, 'content', ${sql.raw(`p.${content}`)}, 'type', p.type,
    'authorId', p.author_id::text, 'author', ${authorJson},
    'tags', (select coalesce(json_agg(t.name order by pt.position), '[]')
      from post_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id),
    'codeBlocks', ${code}, 'media', p.media, 'status', p.status,
    'reward', ${bounty}, 'bountyAmount', ${bounty},
    'bountyStatus', case when p.bounty_status = 'ESCROWED' and p.bounty_expires_at <= ${now}
      then 'EXPIRED' else p.bounty_status end,
    'bountyExpiresAt', ${isoTime("p.bounty_expires_at")},
    'createdAt', ${isoTime("p.created_at")}, 'editedAt', ${isoTime("p.edited_at")},
    'answerCount', p.answer_count, 'commentCount', p.comment_count,
    'acceptedAnswerId', p.accepted_answer_id::text,
    'qualityUpvotes', p.upvotes, 'qualityDownvotes', p.downvotes, 'totalVotes', p.score,
    'votes', json_build_object('up', p.upvotes, 'down', p.downvotes), 'userVote', 0`;
}
