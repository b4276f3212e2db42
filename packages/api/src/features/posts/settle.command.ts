import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { payBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../context.ts";
import { eachDue } from "../../each-due.ts";
import { type Effects, withEffects } from "../../effects.ts";
import { notify } from "../notifications/notify.command.ts";
import { isRefundOpen } from "../refunds/open.query.ts";
import { award, bountyWon } from "../reputation/award.command.ts";
import { type LockedPost, lockPost } from "./lock.query.ts";
import { returnToAsker } from "./return-bounty.command.ts";

const AT_ONCE = 100;

export interface Settled {
  readonly paid: number;
  readonly returned: number;
}

/**
 * Settles every bounty whose deadline has passed, so that none ever sticks: it goes to the best answer (net votes of at
 * least 1, not by the asker, the earliest on a tie), else back to the asker (DECISIONS 1.3). One whose refund is being
 * decided waits for that; one of a hidden post is settled as any other. Each in a transaction of its own, under the lock
 * that accepting, deleting and refunds take, so that exactly one of them decides; one that fails keeps no other waiting.
 * @throws AggregateError of those that could not be settled, after all the others
 */
export async function settleBounties(services: Pick<Services, "db" | "signals" | "now">): Promise<Settled> {
  const count = { paid: 0, returned: 0 };
  const failures = await eachDue<Due>({
    atOnce: AT_ONCE,
    next: (after) => dueAfter(services, after),
    async run({ id }) {
      const outcome = await withEffects(services, (trx, effects) => settle(trx, effects, id, services.now()));
      if (outcome !== null) count[outcome]++;
    },
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} bounties could not be settled`);
  return count;
}

interface Due {
  readonly id: string;
  readonly deadline: string;
}

/** In the order of the index that has what is in escrow alone, hidden or not. */
async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: Due | null): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select p.id::text as id, to_char(p.settles_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as deadline
      from posts p
     where p.bounty_status = 'ESCROWED' and p.settles_at <= ${now()}
       and (p.settles_at, p.id) > (${after?.deadline ?? "-infinity"}::timestamptz, ${after?.id ?? "0"}::bigint)
       and not exists (select from refund_requests r
         where r.post_id = p.id and (r.status = 'PENDING' or r.appeal_status = 'OPEN'))
     order by p.settles_at, p.id limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** @returns null when somebody else has decided meanwhile, or is about to */
async function settle(
  trx: Transaction<DB>,
  effects: Effects,
  id: string,
  at: Date,
): Promise<"paid" | "returned" | null> {
  const post = await lockPost(trx, id, { gone: true });
  if (post.bountyStatus !== "ESCROWED" || post.settlesAt === null || post.settlesAt > at) return null;
  if (await isRefundOpen(trx, post)) return null;
  const best = await bestAnswer(trx, post);
  if (best === null) await returnToAsker(trx, post, "Bounty returned at its deadline");
  else await pay(trx, effects, post, best, at);
  await notify(trx, effects, {
    ...{ to: [post.authorId], kind: "bounty_settled", bundle: `settled:${post.id}`, level: 1, at },
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), paid: best !== null },
    url: best === null ? `/posts/${post.id}` : `/posts/${post.id}#answer-${best.id}`,
  });
  return best === null ? "returned" : "paid";
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
