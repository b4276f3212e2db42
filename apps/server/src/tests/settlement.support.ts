import { notifySettlements, settleBounties } from "@bbux/api";
import { DAY_MS, UNIT } from "@bbux/contract";
import type { TestMember } from "../testing.ts";
import { createRefundWorld, type RefundWorld, review } from "./refunds.support.ts";
import { answer, call, ok, type Response } from "./support.ts";

export interface SettlementWorld extends RefundWorld {
  /** Who answers. */
  readonly author: TestMember;
  readonly rival: TestMember;
  /**
   * A bounty of 10 BBUX that has ended, five days ago unless said otherwise, with two answers: the author's, or
   * this member's, has a vote more.
   */
  ended(options?: {
    amount?: number;
    daysAgo?: number;
    by?: TestMember;
  }): Promise<{ postId: string; best: string; second: string }>;
  /** The same, announced and objected to by voter 0, viewed by the others. */
  objected(): Promise<{ postId: string; best: string; second: string; id: string }>;
}

export const announce = (w: RefundWorld) => notifySettlements(w.t.services);
export const settle = (w: RefundWorld) => settleBounties(w.t.services);
export const object = (w: Pick<RefundWorld, "t">, as: TestMember, postId: string): Promise<Response> =>
  call(w.t, "POST", `/posts/${postId}/objections`, { as, body: { reason: "It copies the other answer" } });

/** Members may object from 10 BBUX on, and two equal votes decide. */
export async function createSettlementWorld(): Promise<SettlementWorld> {
  const w = await createRefundWorld({ electors: 4 });
  await w.requireVotes(2);
  await w.t.database.ownerDb
    .insertInto("parameter_changes")
    .values({
      name: "settlementReviewFrom",
      value: (10n * UNIT).toString(),
      previous: "0",
      reason: "for this test",
      created_at: new Date(),
    })
    .execute();
  const [author, rival] = [await w.t.member("author"), await w.t.member("rival")];
  const up = (as: TestMember, postId: string, id: string) =>
    call(w.t, "POST", `/posts/${postId}/answers/${id}/vote`, { as, body: { value: 1 } }).then(ok);
  const world: SettlementWorld = {
    ...w,
    author,
    rival,
    async ended({ amount = 10, daysAgo = 5, by = author } = {}) {
      const postId = await w.place(w.voters, amount);
      const best = await answer(w.t, by, postId);
      const second = await answer(w.t, rival, postId);
      for (const as of [w.voter(1), w.voter(2)]) await up(as, postId, best);
      await up(w.voter(3), postId, second);
      w.t.travel((1 + daysAgo) * DAY_MS);
      return { postId, best, second };
    },
    async objected() {
      const ended = await world.ended();
      await announce(w);
      const { id } = ok(await object(w, w.voter(0), ended.postId)).request;
      await review(w.t, id, w.voters.slice(1));
      return { ...ended, id };
    },
  };
  return world;
}
