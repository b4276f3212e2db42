import { BOUNTY, DAY_MS, formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { payBounty, returnBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../context.ts";
import { type Effects, withEffects } from "../../effects.ts";
import { AppError } from "../../errors.ts";
import { notify } from "../notifications/notify.command.ts";
import { award, bountyWon } from "../reputation/award.command.ts";
import { type LockedPost, lockPost } from "./lock.query.ts";

const AT_ONCE = 100;

export interface Settled {
  readonly paid: number;
  readonly returned: number;
}

/**
 * Settles every bounty whose deadline has passed, so that none ever sticks: it goes to the best answer (net votes of at
 * least 1, not by the asker, the earliest on a tie), else back to the asker (DECISIONS 1.3). Each in a transaction of its
 * own, under the lock that accepting and deleting take, so that exactly one of them decides.
 */
export async function settleBounties(services: Pick<Services, "db" | "signals" | "now">): Promise<Settled> {
  const count = { paid: 0, returned: 0 };
  for (let after = "0"; ; ) {
    const due = await dueAfter(services, after);
    for (const id of due) {
      const outcome = await withEffects(services, (trx, effects) => settle(trx, effects, id, services.now()));
      if (outcome !== null) count[outcome]++;
    }
    const last = due.at(-1);
    if (last === undefined || due.length < AT_ONCE) return count;
    after = last;
  }
}

async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom("posts")
    .select("id")
    .where("bounty_status", "=", "ESCROWED")
    .where("deleted_at", "is", null)
    .where("bounty_expires_at", "<=", deadlineBefore(now()))
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Bounties that expired before this are due at `now`. */
function deadlineBefore(now: Date): Date {
  return new Date(now.getTime() - BOUNTY.settlementDays * DAY_MS);
}

/** @returns null when somebody else has decided meanwhile */
async function settle(
  trx: Transaction<DB>,
  effects: Effects,
  id: string,
  at: Date,
): Promise<"paid" | "returned" | null> {
  const post = await lockPost(trx, id).catch(gone);
  if (post?.bountyStatus !== "ESCROWED") return null;
  const best = await bestAnswer(trx, post);
  if (best === null) await giveBack(trx, post);
  else await pay(trx, effects, post, best, at);
  await notify(trx, effects, {
    ...{ to: [post.authorId], kind: "bounty_settled", bundle: `settled:${post.id}`, level: 1, at },
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), paid: best !== null },
    url: best === null ? `/posts/${post.id}` : `/posts/${post.id}#answer-${best.id}`,
  });
  return best === null ? "returned" : "paid";
}

function gone(error: unknown): null {
  if (error instanceof AppError && error.code === "NOT_FOUND") return null;
  throw error;
}

interface Best {
  readonly id: string;
  readonly authorId: string;
}

/** Who has left cannot be paid; who is about to leave waits for this. */
async function bestAnswer(trx: Transaction<DB>, post: LockedPost): Promise<Best | null> {
  const { rows } = await sql<Best>`
    select a.id::text as id, a.author_id::text as "authorId" from answers a join users u on u.id = a.author_id
     where a.post_id = ${post.id} and a.deleted_at is null and a.author_id <> ${post.authorId} and a.score >= 1
       and u.deleted_at is null
     order by a.score desc, a.created_at, a.id limit 1 for key share of u`.execute(trx);
  return rows[0] ?? null;
}

async function pay(trx: Transaction<DB>, effects: Effects, post: LockedPost, best: Best, at: Date): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ accepted_answer_id: best.id, status: "COMPLETED", bounty_status: "PAID" })
    .where("id", "=", post.id)
    .execute();
  await payBounty(trx, {
    escrow: post.id,
    member: best.authorId,
    amount: post.bountyAmount,
    cause: post.id,
    reason: "Bounty paid to the best answer at its deadline",
    refs: { post: post.id, answer: best.id, member: best.authorId },
  });
  // Won, and not accepted by anybody (DECISIONS §6).
  await award(trx, effects, best.authorId, [bountyWon(best.id, post.id)], at);
  await notify(trx, effects, {
    ...{ to: [best.authorId], kind: "bounty_won", bundle: `won:${post.id}`, level: 1, at },
    data: { subject: post.title, amount: formatAmount(post.bountyAmount) },
    url: `/posts/${post.id}#answer-${best.id}`,
  });
}

async function giveBack(trx: Transaction<DB>, post: LockedPost): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ status: "CLOSED", bounty_status: "REFUNDED" })
    .where("id", "=", post.id)
    .execute();
  await returnBounty(trx, {
    escrow: post.id,
    member: post.authorId,
    amount: post.bountyAmount,
    cause: post.id,
    reason: "Bounty returned at its deadline",
    refs: { post: post.id, member: post.authorId },
  });
}
