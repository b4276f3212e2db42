import { LIMITS, type Post, toDbId } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { answersJson, commentsJson, postFields } from "../parts/index.ts";
import { hiddenFromAuthor } from "./hidden-from-author.query.ts";

/** The state of the bounty of `posts p`. */
const escrow = sql.raw(`
      'settlesAt', case when p.bounty_status = 'ESCROWED' then ${isoTime("p.settles_at")} end,
      'refund', case when p.bounty_amount > 0 then (
        select json_build_object('id', r.id::text, 'isObjection', r.kind = 'OBJECTION', 'status', r.status, 'expiresAt', ${isoTime("r.expires_at")},
          'appealOpen', r.appeal_status is not distinct from 'OPEN')
        from refund_requests r where r.post_id = p.id order by r.id desc limit 1) end`);

function wholePost(id: string, now: Date, viewerId: string | null) {
  const bookmarked =
    viewerId === null
      ? sql`false`
      : sql`exists (select from bookmarks b where b.user_id = ${viewerId}::bigint and b.post_id = p.id)`;
  return sql<{ post: Omit<Post, "userVotes"> }>`
    select json_build_object(${postFields("content", now, viewerId)},
      'answers', ${answersJson(viewerId, LIMITS.thread, 0)},
      'comments', ${commentsJson(viewerId, LIMITS.thread, 0)},
      'bookmarked', ${bookmarked}, ${escrow},
      'revisionCount', greatest(1, (select count(*) from revisions r where r.target_id = p.id))) as post
    from posts p join users u on u.id = p.author_id
    where p.id = ${id} and p.deleted_at is null`;
}

// Two statements, because with a null viewer PostgreSQL would plan the other one again each time to leave out the
// votes.
const forVisitors = statement((id: string, now: Date) => wholePost(id, now, null));
const forMembers = statement((id: string, now: Date, viewerId: string) => wholePost(id, now, viewerId));

/**
 * Returns a whole post with its first answers and comments, and the viewer's votes on them, in one round trip.
 * @throws AppError NOT_FOUND for an unknown or deleted post, CONTENT_HIDDEN with the reason for the author of a hidden
 * one
 */
export async function getPost(db: Kysely<DB>, postId: string, now: Date, viewerId: string | null): Promise<Post> {
  const id = toDbId(postId);
  if (id === null) throw new AppError("NOT_FOUND", { message: "Post not found" });
  const [row] = viewerId === null ? await forVisitors(db, id, now) : await forMembers(db, id, now, viewerId);
  if (!row) {
    const hidden = viewerId === null ? null : await hiddenFromAuthor(db, "post", id, viewerId);
    throw hidden ?? new AppError("NOT_FOUND", { message: "Post not found" });
  }
  return { ...row.post, userVotes: votesOn([...row.post.answers, ...row.post.comments]) };
}

/** Returns the viewer's votes on a list's elements, by id. */
export function votesOn(elements: readonly { readonly id: string; readonly userVote: -1 | 0 | 1 }[]): UserVotes {
  return Object.fromEntries(elements.map(({ id, userVote }) => [id, userVote]));
}

type UserVotes = Post["userVotes"];
