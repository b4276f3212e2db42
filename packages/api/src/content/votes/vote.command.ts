import { REPUTATION, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { notify } from "../../people/notifications/index.ts";
import { type Award, award } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
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
 * @throws AppError NOT_FOUND, OWN_CONTENT
 */
export async function vote(
  ctx: MemberContext,
  what: { readonly kind: VoteTargetKind; readonly id: string; readonly postId?: string },
  value: Value,
): Promise<Counted> {
  const id = toDbId(what.id);
  return withEffects(ctx, async (trx, effects) => {
    const target = id === null ? null : await lockTarget(trx, what.kind, id);
    if (!target || (what.postId !== undefined && target.postId !== what.postId)) {
      throw new AppError("NOT_FOUND", { message: notFound[what.kind] });
    }
    if (target.authorId === ctx.viewer.id) {
      throw new AppError("OWN_CONTENT", { message: `You cannot vote on your own ${what.kind}` });
    }
    const { before, upvotes, downvotes } = await count(trx, target, ctx.viewer.id, value, ctx.now());
    if (before !== value) await consequences(trx, effects, { target, before, value, upvotes, at: ctx.now() });
    return { upvotes, downvotes, userVote: value };
  });
}

const notFound: Record<VoteTargetKind, string> = {
  post: "Post not found",
  answer: "Answer not found",
  comment: "Comment not found",
};

const tables = { post: "posts", answer: "answers", comment: "comments" } as const;

/** Writes the vote and counts it, in one statement. The target is locked, so what it reads stays true. */
async function count(trx: Transaction<DB>, target: VoteTarget, voter: string, value: Value, now: Date) {
  const { rows } = await sql<{ before: Value; upvotes: number; downvotes: number }>`
    with earlier as (
      select value from votes where voter_id = ${voter} and target_id = ${target.id}
    ), gone as (
      delete from votes where ${value}::int = 0 and voter_id = ${voter} and target_id = ${target.id}
    ), cast_vote as (
      insert into votes (voter_id, target_id, target_kind, value, created_at)
      select ${voter}, ${target.id}, ${target.kind}::text, ${value}::int, ${now}::timestamptz where ${value}::int <> 0
      on conflict (voter_id, target_id) do update set value = excluded.value, created_at = excluded.created_at
      where votes.value <> excluded.value
    ), change as (
      select coalesce((select value from earlier), 0)::int as before
    )
    update ${sql.table(tables[target.kind])} as target set
      upvotes = upvotes + (${value}::int = 1)::int - (change.before = 1)::int,
      downvotes = downvotes + (${value}::int = -1)::int - (change.before = -1)::int
    from change where target.id = ${target.id}
    returning change.before, target.upvotes, target.downvotes`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A locked row has vanished");
  return row;
}

async function consequences(
  trx: Transaction<DB>,
  effects: Effects,
  cast: { target: VoteTarget; before: Value; value: Value; upvotes: number; at: Date },
): Promise<void> {
  const { target, before, value, upvotes, at } = cast;
  const entries = [...reversed(target, before), ...earned(target, value)];
  await award(trx, effects, target.authorId, entries, at);
  const step = stepOf(upvotes);
  if (value === 1 && step > 0) {
    await notify(trx, effects, {
      to: [target.authorId],
      kind: "votes",
      bundle: `votes:${target.id}`,
      level: step,
      data: { what: target.kind, subject: target.title, upvotes },
      url: urlOf(target),
      at,
    });
  }
}

const actions = {
  post: { up: "POST_UPVOTED", down: "POST_DOWNVOTED" },
  answer: { up: "ANSWER_UPVOTED", down: "ANSWER_DOWNVOTED" },
  comment: { up: "COMMENT_UPVOTED", down: "COMMENT_DOWNVOTED" },
} as const satisfies Record<VoteTargetKind, Record<string, Award["action"]>>;

/** The reputation entry that a vote gives the author. */
function earned({ kind, id, postId }: VoteTarget, value: Value): Award[] {
  if (value === 0) return [];
  return [{ action: actions[kind][value === 1 ? "up" : "down"], source: id, post: postId }];
}

/** The opposite entry of a withdrawn vote. */
function reversed(target: VoteTarget, before: Value): Award[] {
  return earned(target, before).map((entry) => ({ ...entry, points: -REPUTATION[entry.action] }));
}

const STEPS = [1, 2, 3, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

/** Returns the last milestone that the upvotes reached; an author is notified about each once. */
export function stepOf(upvotes: number): number {
  return STEPS.findLast((step) => step <= upvotes) ?? 0;
}

function urlOf({ kind, id, postId }: VoteTarget): string {
  return kind === "post" ? `/posts/${postId}` : `/posts/${postId}#${kind}-${id}`;
}
