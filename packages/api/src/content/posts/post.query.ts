import { LIMITS, type Post, toDbId } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { answersJson, commentsJson, htmlOf, postFields } from "../parts/index.ts";
import { type BountyFacts, bountyTimeline } from "./bounty-timeline.rules.ts";
import { hiddenFromAuthor } from "./hidden-from-author.query.ts";

/** The state of the bounty of `posts p`. */
const escrow = sql.raw(`
      'settlesAt', case when p.bounty_status = 'ESCROWED' then ${isoTime("p.settles_at")} end,
      'refund', case when p.bounty_amount > 0 then (
        select json_build_object('id', r.id::text, 'isObjection', r.kind = 'OBJECTION', 'status', r.status, 'expiresAt', ${isoTime("r.expires_at")},
          'appealOpen', r.appeal_status is not distinct from 'OPEN')
        from refund_requests r where r.post_id = p.id order by r.id desc limit 1) end,
      'bounty', case when p.bounty_status <> 'NONE' then json_build_object(
        'status', p.bounty_status, 'postedAt', ${isoTime("p.created_at")}, 'endsAt', ${isoTime("p.bounty_expires_at")},
        'settlesAt', ${isoTime("p.settles_at")}, 'settledAt', ${isoTime("p.bounty_settled_at")},
        'announcedAt', (select ${isoTime("min(n.notified_at)")} from settlement_notices n where n.post_id = p.id),
        'winner', (select w.username from answers a join users w on w.id = a.author_id
          where a.id = p.accepted_answer_id and a.deleted_at is null),
        'requests', (
          select coalesce(json_agg(json_build_object('isObjection', r.kind = 'OBJECTION', 'status', r.status,
            'madeAt', ${isoTime("r.created_at")}, 'endsAt', ${isoTime("coalesce(r.decided_at, r.expires_at)")},
            'appealStatus', r.appeal_status, 'appealedAt', ${isoTime("r.appealed_at")},
            'appealEndsAt', ${isoTime("coalesce(r.appeal_decided_at, r.appeal_expires_at)")}) order by r.id), '[]')
          from refund_requests r where r.post_id = p.id)) end`);

const html = sql.raw(htmlOf("p.id"));

type Row = Omit<Post, "userVotes" | "timeline"> & { readonly bounty: BountyFacts | null };

function wholePost(id: string, now: Date, viewerId: string | null) {
  const bookmarked =
    viewerId === null
      ? sql`false`
      : sql`exists (select from bookmarks b where b.user_id = ${viewerId}::bigint and b.post_id = p.id)`;
  return sql<{ post: Row }>`
    select json_build_object(${postFields("content", now, viewerId)}, 'contentHtml', ${html},
      'answers', ${answersJson(viewerId, LIMITS.thread, 0)},
      'comments', ${commentsJson("question", viewerId, LIMITS.thread, 0)},
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
  const { bounty, ...post } = row.post;
  const below = [...post.answers, ...post.answers.flatMap(({ comments }) => comments), ...post.comments];
  return { ...post, timeline: bounty && bountyTimeline(bounty), userVotes: votesOn(below) };
}

/** Returns the viewer's votes on a list's elements, by id. */
export function votesOn(elements: readonly { readonly id: string; readonly userVote: -1 | 0 | 1 }[]): UserVotes {
  return Object.fromEntries(elements.map(({ id, userVote }) => [id, userVote]));
}

type UserVotes = Post["userVotes"];
