import { REPUTATION, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { establishedSql, tiedSql } from "../../people/established/index.ts";
import { notify } from "../../people/notifications/index.ts";
import { type Award, award } from "../../people/reputation/index.ts";
import { spendAllowance } from "../../people/trust/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { placeOfText } from "../parts/index.ts";
import { lockTarget, type VoteTarget, type VoteTargetKind } from "./target.query.ts";

type Value = -1 | 0 | 1;

export interface Counted {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly userVote: Value;
}

/**
 * Votes, or withdraws a vote. The vote, the target's counters and the author's reputation change in one transaction,
 * under the target's lock.
 * @param postId the post that an answer or comment must belong to, if the path names one
 * @throws AppError NOT_FOUND, OWN_CONTENT, RATE_LIMITED, VOTE_LIMIT; taking a vote back is never limited
 */
export async function vote(
  ctx: MemberContext,
  what: { readonly kind: VoteTargetKind; readonly id: string; readonly postId?: string },
  value: Value,
): Promise<Counted> {
  await ctx.consume("vote", ctx.viewer.id);
  const id = toDbId(what.id);
  return withEffects(ctx, async (trx, effects) => {
    const target = id === null ? null : await lockTarget(trx, what.kind, id);
    if (!target || (what.postId !== undefined && target.postId !== what.postId)) {
      throw new AppError("NOT_FOUND", { message: notFound[what.kind] });
    }
    if (target.authorId === ctx.viewer.id) {
      throw new AppError("OWN_CONTENT", { message: ownContent[what.kind] });
    }
    const { before, was, is, upvotes, downvotes } = await count(trx, ctx, target, value);
    if (before !== value && value !== 0) await spendAllowance(trx, ctx, { votes: 1 });
    const voter = ctx.viewer.id;
    const cast = { before, value, was: was ? voter : null, is: is ? voter : null };
    if (before !== value) await consequences(trx, effects, { target, cast, upvotes, at: ctx.now() });
    return { upvotes, downvotes, userVote: value };
  });
}

const ownContent: Record<VoteTargetKind, string> = {
  post: "You cannot vote on your own post",
  answer: "You cannot vote on your own answer",
  comment: "You cannot vote on your own comment",
};

const notFound: Record<VoteTargetKind, string> = {
  post: "Post not found",
  answer: "Answer not found",
  comment: "Comment not found",
};

const tables = { post: "posts", answer: "answers", comment: "comments" } as const;

/** A vote before, and whether it gave points that make someone established when it was cast, and does now. */
interface Found {
  readonly before: Value;
  readonly was: boolean;
  readonly is: boolean;
}

/** What changes, with the voter's id if established: then, and now. */
interface Cast {
  readonly before: Value;
  readonly value: Value;
  readonly was: string | null;
  readonly is: string | null;
}

/** Writes the vote and counts it, in one statement. The target is locked, so what it reads stays true. */
async function count(trx: Transaction<DB>, ctx: MemberContext, target: VoteTarget, value: Value) {
  const [voter, now] = [ctx.viewer.id, ctx.now()];
  const bar = { ...ctx, placedAt: target.placedAt };
  // A constant: correlated with `u.id`, PostgreSQL would evaluate this for everyone tied to the author.
  const pair = { one: sql`${voter}::bigint`, other: sql`${target.authorId}::bigint`, at: sql`${now}::timestamptz` };
  const { rows } = await sql<Found & { upvotes: number; downvotes: number }>`
    with earlier as (
      select value, established and not tied as trusted from votes where voter_id = ${voter} and target_id = ${target.id}
    ), voter as (
      select ${establishedSql("u", bar, now)} as established, ${tiedSql(pair, bar, now)} as tied from users u where u.id = ${voter}
    ), gone as (
      delete from votes where ${value}::int = 0 and voter_id = ${voter} and target_id = ${target.id}
    ), cast_vote as (
      insert into votes (voter_id, target_id, target_kind, value, established, tied, created_at)
      select ${voter}, ${target.id}, ${target.kind}::text, ${value}::int, voter.established, voter.tied, ${now}::timestamptz from voter
       where ${value}::int <> 0
      on conflict (voter_id, target_id) do update
        set value = excluded.value, established = excluded.established, tied = excluded.tied, created_at = excluded.created_at
      where votes.value <> excluded.value
    ), change as (
      select coalesce((select value from earlier), 0)::int as before, coalesce((select trusted from earlier), false) as was,
             (select established and not tied from voter) as is
    )
    update ${sql.table(tables[target.kind])} as target set
      upvotes = upvotes + (${value}::int = 1)::int - (change.before = 1)::int,
      downvotes = downvotes + (${value}::int = -1)::int - (change.before = -1)::int
    from change where target.id = ${target.id}
    returning change.before, change.was, change.is, target.upvotes, target.downvotes`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A locked row has vanished");
  return row;
}

async function consequences(
  trx: Transaction<DB>,
  effects: Effects,
  { target, cast, upvotes, at }: { target: VoteTarget; cast: Cast; upvotes: number; at: Date },
): Promise<void> {
  const { before, value, was, is } = cast;
  const entries = [...reversed(target, before, was), ...earned(target, value, is)];
  await award(trx, effects, target.authorId, entries, at);
  const step = stepOf(upvotes);
  if (value === 1 && step > 0) {
    await notify(trx, effects, {
      to: [target.authorId],
      kind: "votes",
      bundle: `votes:${target.id}`,
      level: step,
      data: { what: target.kind, subject: target.title, upvotes },
      url: placeOfText(target),
      at,
    });
  }
}

const actions = {
  post: { up: "POST_UPVOTED", down: "POST_DOWNVOTED" },
  answer: { up: "ANSWER_UPVOTED", down: "ANSWER_DOWNVOTED" },
  comment: { up: "COMMENT_UPVOTED", down: "COMMENT_DOWNVOTED" },
} as const satisfies Record<VoteTargetKind, Record<string, Award["action"]>>;

/** The reputation entry that a vote gives the author. What takes points away is nobody's gift. */
function earned({ kind, id, postId }: VoteTarget, value: Value, established: string | null): Award[] {
  if (value === 0) return [];
  const about = { source: id, post: postId };
  if (value === -1) return [{ ...about, action: actions[kind].down }];
  return [{ ...about, action: actions[kind].up, ...(established !== null && { giver: established }) }];
}

/** The opposite entry of a withdrawn vote. */
function reversed(target: VoteTarget, before: Value, established: string | null): Award[] {
  return earned(target, before, established).map((entry) => ({ ...entry, points: -REPUTATION[entry.action] }));
}

const STEPS = [1, 2, 3, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

/** Returns the last milestone that the upvotes reached; an author is notified about each once. */
export function stepOf(upvotes: number): number {
  return STEPS.findLast((step) => step <= upvotes) ?? 0;
}
