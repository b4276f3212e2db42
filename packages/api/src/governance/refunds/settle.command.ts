import { formatAmount, SETTLEMENT } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { payBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { isRefundOpen, type LockedPost, lockPost, returnToAsker } from "../../content/posts/index.ts";
import { notify } from "../../people/notifications/index.ts";
import { award, bountyWon } from "../../people/reputation/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { type Effects, eachDue, withEffects } from "../../platform/transactions/index.ts";
import { type Best, lockBestAnswer } from "./best-answer.query.ts";
import { type Announced, announce, isReviewed, noticesOf, requireSent } from "./notice.command.ts";

const BATCH_SIZE = 100;

type Needs = Pick<Services, "now" | "parameterDefaults" | "verifiesEmail">;

export interface Settled {
  readonly paid: number;
  readonly returned: number;
}

/**
 * Settles every bounty whose payout date has passed, so none gets stuck: it goes to the best answer (net votes of at
 * least 1 from established members, not by the asker, the earliest on a tie), otherwise back to the asker
 * (docs/DECISIONS.md 1.3, docs/adr/0031). A bounty with an open refund request waits for the decision, and one that members may
 * object to waits two days after its notice (docs/adr/0037), and one whose best answer may have been hidden for the author's appeal. A hidden post is settled like any other. Each has its own transaction,
 * under the lock that accepting, deleting and refunds take, so exactly one of them decides. A failure doesn't hold up the others.
 * @throws AggregateError of the failures, after all the others
 */
export async function settleBounties(services: Pick<Services, "db" | "signals"> & Needs): Promise<Settled> {
  const count = { paid: 0, returned: 0 };
  const failures = await eachDue<Due>({
    batchSize: BATCH_SIZE,
    next: (after) => dueAfter(services, after),
    async run({ id }) {
      const outcome = await withEffects(services, (trx, effects) => settleBounty(trx, effects, id, services));
      if (typeof outcome === "string") count[outcome]++;
      else if (outcome !== null) requireSent(outcome);
    },
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} bounties could not be settled`);
  return count;
}

interface Due {
  readonly id: string;
  readonly deadline: string;
}

/** Follows the order of the partial index over bounties in escrow, hidden or not. */
async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: Due | null): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select p.id::text as id, to_char(p.settles_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as deadline
      from posts p
     where p.bounty_status = 'ESCROWED' and p.settles_at <= ${now()}
       and (p.settles_at, p.id) > (${after?.deadline ?? "-infinity"}::timestamptz, ${after?.id ?? "0"}::bigint)
       and not exists (select from refund_requests r
         where r.post_id = p.id and (r.status = 'PENDING' or r.appeal_status = 'OPEN'))
       and not awaits_appeal(p, ${now()})
     order by p.settles_at, p.id limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

async function awaitsAppeal(trx: Transaction<DB>, postId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select awaits_appeal(p, ${at}) as waits from posts p where p.id = ${postId}`.execute(trx);
  return rows[0]?.waits ?? false;
}

/** @returns what was announced if that postponed it; null when another process has decided it first or is about to */
async function settleBounty(
  trx: Transaction<DB>,
  effects: Effects,
  id: string,
  services: Needs,
): Promise<"paid" | "returned" | Announced | null> {
  const at = services.now();
  const post = await lockPost(trx, id, { gone: true });
  if (post.bountyStatus !== "ESCROWED" || post.settlesAt === null || post.settlesAt > at) return null;
  if ((await isRefundOpen(trx, post)) || (await awaitsAppeal(trx, post.id, at))) return null;
  const best = await lockBestAnswer(trx, post, services);
  if (await awaitsNotice(trx, post, best, services)) {
    return announce(trx, effects, post, { best, at, needs: services });
  }
  if (best === null) await returnToAsker(trx, post, "Bounty returned on its payout date");
  else await pay(trx, effects, post, best, at);
  await notify(trx, effects, {
    to: [post.authorId],
    kind: "bounty_settled",
    bundle: `settled:${post.id}`,
    level: 1,
    at,
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), paid: best !== null },
    url: best === null ? `/posts/${post.id}` : `/posts/${post.id}#answer-${best.id}`,
  });
  return best === null ? "returned" : "paid";
}

/**
 * Returns whether members could object to this payment and haven't heard of it: nothing was announced, or the outcome has changed since.
 */
async function awaitsNotice(trx: Transaction<DB>, post: LockedPost, best: Best | null, needs: Needs): Promise<boolean> {
  if (best === null || !(await isReviewed(trx, post, needs))) return false;
  const announced = await noticesOf(trx, post.id);
  return !announced.includes(best.id) && announced.length < SETTLEMENT.notices;
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
    reason: "Bounty paid to the best answer on its payout date",
    refs: { post: post.id, answer: best.id, member: best.authorId },
  });
  // Won without being accepted (docs/DECISIONS.md §6).
  await award(trx, effects, best.authorId, [bountyWon(best.id, post.id)], at);
  await notify(trx, effects, {
    to: [best.authorId],
    kind: "bounty_won",
    bundle: `won:${post.id}`,
    level: 1,
    at,
    data: { subject: post.title, amount: formatAmount(post.bountyAmount) },
    url: `/posts/${post.id}#answer-${best.id}`,
  });
}
