import {
  DAY_MS,
  type listRefundsInput,
  type listRefundVotesInput,
  REFUNDS,
  type RefundRequest,
  type RefundVote,
  toDbId,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { ownAccounts } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requestNotFound, type VoterState } from "./refunds.rules.ts";
import { type RequestRow, requestsFor } from "./refunds.sql.ts";
import { viewOf } from "./refunds.view.ts";
import { notePresented } from "./views.command.ts";

type Filter = NonNullable<z.infer<typeof listRefundsInput>["status"]>;

/**
 * What each value of the filter covers: `approved` includes COMPLETED, `rejected` includes EXPIRED (docs/DECISIONS.md
 * §6 Refunds).
 */
const filters: Readonly<Record<Filter, RawBuilder<unknown>>> = {
  pending: sql`status = 'PENDING'`,
  approved: sql`status in ('APPROVED', 'COMPLETED')`,
  rejected: sql`status in ('REJECTED', 'EXPIRED')`,
  completed: sql`status = 'COMPLETED'`,
  expired: sql`status = 'EXPIRED'`,
  appealed: sql`appeal_status = 'OPEN'`,
};

/**
 * Returns a page of requests, newest first, and the total, in at most four round trips, five for staff. Records when the caller first
 * saw those that they might vote on.
 */
export async function listRefunds(
  ctx: MemberContext,
  { page, limit, status, postId, mine }: z.infer<typeof listRefundsInput>,
): Promise<{ requests: RefundRequest[]; total: number }> {
  const ofPost = postId === undefined ? null : toDbId(postId);
  if (postId !== undefined && ofPost === null) return { requests: [], total: 0 };
  const conditions = [
    status && filters[status],
    ofPost !== null && sql`post_id = ${ofPost}`,
    mine !== undefined && (mine ? sql`user_id = ${ctx.viewer.id}` : sql`user_id <> ${ctx.viewer.id}`),
  ].filter((condition) => typeof condition === "object");
  const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const from = sql`select * from refund_requests where ${where}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await requestsFor(ctx, await accountsOf(ctx), from).execute(ctx.db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from refund_requests where ${where}`.execute(
    ctx.db,
  );
  return { requests: await presented(ctx, rows), total: counted.rows[0]?.n ?? 0 };
}

/**
 * Returns one request. Records when the caller first saw it.
 * @throws AppError NOT_FOUND
 */
export async function getRefund(ctx: MemberContext, requestId: string): Promise<RefundRequest> {
  const id = toDbId(requestId);
  const { rows } = await byId(id, ctx, await accountsOf(ctx)).execute(ctx.db);
  const [request] = await presented(ctx, rows);
  if (!request) throw requestNotFound();
  return request;
}

/**
 * Returns the votes on a request with their reasons, newest first, and the total. Records when the caller first saw it.
 * @throws AppError NOT_FOUND
 */
export async function listRefundVotes(
  ctx: MemberContext,
  { id, page, limit }: z.infer<typeof listRefundVotesInput>,
): Promise<{ votes: RefundVote[]; total: number }> {
  await getRefund(ctx, id);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from refund_votes where request_id = ${toDbId(id)}`.execute(ctx.db);
  const { rows } = await sql<Omit<RefundVote, "createdAt"> & { at: Date }>`
    select v.id::text, u.username as "voterUsername", v.approve as vote, v.reason, v.counted, v.created_at as at
      from refund_votes v join users u on u.id = v.voter_id where v.request_id = ${toDbId(id)}
     order by v.created_at desc, v.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db);
  return {
    votes: rows.map(({ at, ...vote }) => ({ ...vote, createdAt: at.toISOString() })),
    total: counted.rows[0]?.n ?? 0,
  };
}

/** Returns a request for a command's response, which doesn't count as a review. */
export async function viewRefund(db: Database, ctx: MemberContext, id: string): Promise<RefundRequest> {
  const { rows } = await byId(id, ctx).execute(db);
  const [row] = rows;
  if (!row) throw requestNotFound();
  return viewOf(row, await voterOf(db, ctx), ctx.now(), ctx.language() ?? "en");
}

/** The accounts whose interest in an appeal matters: all of a person who may decide it. */
async function accountsOf(ctx: MemberContext): Promise<readonly string[]> {
  return ctx.viewer.role === "user" ? [ctx.viewer.id] : ownAccounts(ctx.db, ctx);
}

function byId(
  id: string | null,
  ctx: MemberContext,
  accounts: readonly string[] = [ctx.viewer.id],
): RawBuilder<RequestRow> {
  return requestsFor(ctx, accounts, sql`select * from refund_requests where id = ${id}`);
}

async function presented(ctx: MemberContext, rows: readonly RequestRow[]): Promise<RefundRequest[]> {
  if (rows.length === 0) return [];
  const now = ctx.now();
  const seen = await notePresented(ctx, rows, now);
  const viewer = await voterOf(ctx.db, ctx);
  const language = ctx.language() ?? "en";
  return rows.map((row) => viewOf(seen.has(row.id) ? { ...row, first_seen_at: now } : row, viewer, now, language));
}

/** Returns the member's side of what a vote requires, in one round trip for any number of requests. */
export async function voterOf(db: Database, ctx: MemberContext): Promise<VoterState> {
  const { id } = ctx.viewer;
  const now = ctx.now();
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Omit<VoterState, "id">>`
    select u.reputation_points as reputation, u.created_at as "joinedAt",
      (
      select min(v.created_at) from (select created_at from refund_votes
        where voter_id = u.id and created_at > ${since} order by created_at desc limit ${REFUNDS.votesPerDay}) v
      having count(*) = ${REFUNDS.votesPerDay}) as "limitingVoteAt"
    from users u where u.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a member without an account");
  return { id, ...row };
}
