import type { RefundStatus, Standing } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { isAnyInterested } from "../../content/posts/index.ts";
import { standingSql } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { isPartisan } from "./deciding-votes.query.ts";

/** A request as read for a viewer, with its post and requester. */
export interface RequestRow {
  readonly id: string;
  readonly post_id: string;
  readonly title: string;
  readonly in_escrow: boolean;
  readonly settles_at: Date | null;
  readonly kind: "REQUEST" | "OBJECTION";
  readonly answer_id: string | null;
  readonly user_id: string;
  readonly username: string;
  readonly amount: string;
  readonly reason: string;
  readonly status: RefundStatus;
  readonly required_votes: number;
  readonly by_moderators: boolean;
  readonly approve_votes: number;
  readonly reject_votes: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
  readonly appeal_status: "OPEN" | "GRANTED" | "DENIED" | "LAPSED" | null;
  readonly appeal_reason: string | null;
  readonly appealed_at: Date | null;
  readonly appeal_expires_at: Date | null;
  readonly appeal_decided_at: Date | null;
  readonly appeal_note: string | null;
  /** How the viewer voted; null when they have not. */
  readonly approved: boolean | null;
  /** The viewer's, by the rules of when the bounty was placed. */
  readonly standing: Standing;
  readonly engaged: boolean;
  readonly answered: boolean;
  readonly voted_on_answer: boolean;
  readonly asked: boolean;
  readonly partisan: boolean;
  readonly first_seen_at: Date | null;
  /** Whether an open appeal is for someone else to decide. */
  readonly interested: boolean;
}

/**
 * Returns whether a member answered, commented on, voted on or bookmarked the post of `r` before the request was made
 * (docs/DECISIONS.md 1.5). Each check is one index lookup.
 */
export function engagedWith(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from answers a where a.post_id = r.post_id and a.author_id = ${viewerId}::bigint
      and a.deleted_at is null and a.created_at < r.created_at)
    or exists (select from comments c where c.post_id = r.post_id and c.author_id = ${viewerId}::bigint
      and c.deleted_at is null and c.created_at < r.created_at)
    or exists (select from votes v where v.voter_id = ${viewerId}::bigint and v.target_id = r.post_id
      and v.created_at < r.created_at)
    or exists (select from bookmarks b where b.user_id = ${viewerId}::bigint and b.post_id = r.post_id
      and b.created_at < r.created_at))`;
}

/** Returns whether a member has ever answered the post of `r`. */
export function answeredBy(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from answers a where a.post_id = r.post_id and a.author_id = ${viewerId}::bigint)`;
}

/** Returns whether a member has voted on an answer to the post of `r`. */
export function votedOnAnswer(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from answers a join votes v on v.target_id = a.id and v.voter_id = ${viewerId}::bigint
     where a.post_id = r.post_id)`;
}

/**
 * Returns the requests that `from` selects as rows for a viewer, newest first. What matters only to possible voters is
 * looked up only for other members' open requests.
 * @param accounts of the viewer, any of which may have an interest in an appeal's question
 * @param from a query that returns rows of refund_requests
 */
export function requestsFor(
  ctx: MemberContext,
  accounts: readonly string[],
  from: RawBuilder<unknown>,
): RawBuilder<RequestRow> {
  const viewerId = ctx.viewer.id;
  const viewer = { member: sql`${viewerId}::bigint`, at: sql`${ctx.now()}::timestamptz` };
  return sql<RequestRow>`
    select r.id::text, r.post_id::text, case when p.deleted_at is null then p.title else 'A post that is gone' end as title,
      p.bounty_status = 'ESCROWED' as in_escrow,
      case when p.bounty_status = 'ESCROWED' then p.settles_at end as settles_at,
      r.kind, r.answer_id::text, r.user_id::text, u.username, p.author_id = ${viewerId}::bigint as asked, r.amount::text, r.reason, r.status, r.required_votes, r.by_moderators, r.approve_votes, r.reject_votes,
      r.created_at, r.updated_at, r.expires_at, r.decided_at, r.appeal_status, r.appeal_reason, r.appealed_at,
      r.appeal_expires_at, r.appeal_decided_at, r.appeal_note,
      (select v.approve from refund_votes v where v.request_id = r.id and v.voter_id = ${viewerId}::bigint) as approved,
      case when r.status = 'PENDING' and r.user_id <> ${viewerId}::bigint then ${engagedWith(viewerId)} else false end as engaged,
      case when r.status = 'PENDING' and r.user_id <> ${viewerId}::bigint then ${answeredBy(viewerId)} else false end as answered,
      case when r.status = 'PENDING' and r.by_moderators then ${votedOnAnswer(viewerId)} else false end as voted_on_answer,
      case when r.status = 'PENDING' and r.user_id <> ${viewerId}::bigint then ${isPartisan(sql`r.post_id`, viewer)} else false end as partisan,
      case when r.status = 'PENDING' and r.user_id <> ${viewerId}::bigint then (select w.first_seen_at from refund_views w
        where w.request_id = r.id and w.viewer_id = ${viewerId}::bigint) end as first_seen_at,
      case when r.appeal_status = 'OPEN' then ${isAnyInterested(sql`r.post_id`, accounts)} or ${isPartisan(sql`r.post_id`, viewer)} else false end as interested,
      ${standingSql("viewer", { ...ctx, placedAt: sql`p.created_at` }, ctx.now())} as standing
    from (${from}) r join posts p on p.id = r.post_id join users u on u.id = r.user_id join users viewer on viewer.id = ${viewerId}
    order by r.created_at desc, r.id desc`;
}
