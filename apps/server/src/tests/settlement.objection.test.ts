import { decideDueRefunds, type Services } from "@bbux/api";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { rounds } from "@bbux/db/testing/form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { expectCleanBooks, outcomeOf, postOf, request, requestOf, review, vote } from "./refunds.support.ts";
import { announce, createSettlementWorld, object, type SettlementWorld, settle } from "./settlement.support.ts";
import { call, ok, refused } from "./support.ts";

// What is announced before a bounty is paid by votes, and the objection to it (docs/adr/0037).

let w: SettlementWorld;
beforeAll(async () => {
  w = await createSettlementWorld();
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

const news = async (as: TestMember, postId: string): Promise<string[]> => {
  const lines = await w.t.database.ownerDb
    .selectFrom("notifications")
    .select(["kind", "bundle_key", "data"])
    .where("user_id", "=", as.id)
    .where("kind", "=", "settlement")
    .where("bundle_key", "like", `settlement:${postId}:%`)
    .orderBy("id")
    .execute();
  return lines.map(({ bundle_key }) => bundle_key.split(":")[2] ?? "");
};
const settlementOf = async (as: TestMember, postId: string) =>
  ok(await call(w.t, "GET", `/posts/${postId}/settlement`, { as }));
const settlesAt = async (postId: string) => Date.parse((await postOf(w.t, postId)).settlesAt);
const paidTo = async (postId: string) => (await postOf(w.t, postId)).acceptedAnswerId;

describe("the notice of a settlement", () => {
  it("tells the asker and everyone who answered who will be paid, two days before and exactly once", async () => {
    const { postId, best } = await w.ended({ daysAgo: 4.9 });
    await announce(w);
    expect(await news(w.asker, postId)).toEqual([]);
    expect((await settlementOf(w.asker, postId)).notice).toBeNull();
    w.t.travel(0.1 * DAY_MS);
    await Promise.all([announce(w), announce(w)]);
    await announce(w);
    for (const member of [w.asker, w.author, w.rival]) expect(await news(member, postId)).toEqual([best]);
    expect(await news(w.voter(1), postId)).toEqual([]);
    expect((await settlementOf(w.asker, postId)).notice).toMatchObject({ answerId: best, username: "author" });
    const [line] = ok(await call(w.t, "GET", "/notifications", { as: w.author }));
    expect(line).toMatchObject({ kind: "settlement", message: expect.stringContaining("As votes stand now, author") });
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(best);
  });

  it("says that the bounty goes back if no answer can win it", async () => {
    const postId = await w.place([], 10);
    w.t.travel(6 * DAY_MS);
    await announce(w);
    expect(await news(w.asker, postId)).toEqual(["none"]);
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("comes as soon as less than two days are left, and a bounty open to objections is paid two days later", async () => {
    const large = await w.ended({ daysAgo: 0 });
    const small = await w.ended({ amount: 9, daysAgo: 6 });
    await announce(w);
    const now = w.t.services.now().getTime();
    expect(await news(w.asker, small.postId)).toEqual([small.best]);
    expect(await settlesAt(small.postId)).toBeLessThan(now + 1.1 * DAY_MS);
    expect(await settlesAt(large.postId)).toBeGreaterThan(now + 1.9 * DAY_MS);
    w.t.travel(1.1 * DAY_MS);
    await settle(w);
    expect([await paidTo(small.postId), await outcomeOf(w.t, large.postId)]).toEqual([small.best, "escrowed"]);
    w.t.travel(DAY_MS);
    await settle(w);
    expect(await paidTo(large.postId)).toBe(large.best);
  });

  it("is given again if the outcome changes, with two more days, and a change back is paid without another", async () => {
    const { postId, best, second } = await w.ended();
    await announce(w);
    ok(await call(w.t, "DELETE", `/posts/${postId}/answers/${best}`, { as: w.author }));
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect([await outcomeOf(w.t, postId), await news(w.asker, postId)]).toEqual(["escrowed", [best, second]]);
    await w.t.database.ownerDb.updateTable("answers").set({ deleted_at: null }).where("id", "=", best).execute();
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(best);
  });
});

describe("an objection", () => {
  it("opens a vote that returns the bounty to the asker, once", async () => {
    const { postId, id } = await w.objected();
    expect(await requestOf(w.t, w.voter(0), id)).toMatchObject({ kind: "OBJECTION", status: "PENDING", own: true });
    w.t.travel(1.99 * DAY_MS);
    await settle(w);
    expect(await outcomeOf(w.t, postId)).toBe("escrowed");
    for (const voter of [w.voter(1), w.voter(2)]) ok(await vote(w.t, voter, id));
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    await decideDueRefunds(w.t.services);
    await settle(w);
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("that members vote against, that ends in a tie or gets too few votes is paid as announced", async () => {
    for (const votes of [["reject", "reject"], ["approve", "reject"], ["approve"]] as const) {
      const { postId, best, id } = await w.objected();
      for (const [index, how] of votes.entries()) ok(await vote(w.t, w.voter(index + 1), id, how));
      w.t.travel(2 * DAY_MS);
      await decideDueRefunds(w.t.services);
      await settle(w);
      expect([await paidTo(postId), await outcomeOf(w.t, postId)]).toEqual([best, "bounty_paid"]);
    }
  });

  it("that was refused pays the announced answer though its votes are withdrawn", async () => {
    const { postId, best, id } = await w.objected();
    for (const as of [w.voter(1), w.voter(2)]) {
      ok(await call(w.t, "POST", `/posts/${postId}/answers/${best}/vote`, { as, body: { value: 0 } }));
      ok(await vote(w.t, as, id, "reject"));
    }
    expect((await settlementOf(w.asker, postId)).notice).toMatchObject({ answerId: best });
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(best);
  });

  it("that gets too few votes doesn't keep an answer whose votes count no more", async () => {
    const { postId, best, second, id } = await w.objected();
    ok(await vote(w.t, w.voter(1), id, "reject"));
    w.t.travel(2 * DAY_MS);
    await decideDueRefunds(w.t.services);
    for (const as of [w.voter(1), w.voter(2)]) {
      ok(await call(w.t, "POST", `/posts/${postId}/answers/${best}/vote`, { as, body: { value: 0 } }));
    }
    await settle(w);
    expect([await outcomeOf(w.t, postId), await news(w.asker, postId)]).toEqual(["escrowed", [best, second]]);
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(second);
  });

  it("can be made once to each answer: one that takes the place of another is announced, and can be objected to", async () => {
    const { postId, best, second, id } = await w.objected();
    for (const as of [w.voter(1), w.voter(2)]) ok(await vote(w.t, as, id, "reject"));
    refused(await request(w.t, w.asker, postId), 409, "REFUND_EXISTS");
    refused(await object(w, w.voter(1), postId), 409, "OBJECTION_SETTLED");
    ok(await call(w.t, "DELETE", `/posts/${postId}/answers/${best}`, { as: w.author }));
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect([await outcomeOf(w.t, postId), await news(w.asker, postId)]).toEqual(["escrowed", [best, second]]);
    const later = ok(await object(w, w.voter(0), postId)).request;
    expect(later).toMatchObject({ answerId: second, status: "PENDING" });
    expect((await postOf(w.t, postId)).refund).toMatchObject({ id: later.id, status: "PENDING" });
    refused(await object(w, w.voter(1), postId), 409, "OBJECTION_SETTLED");
    await review(w.t, later.id, w.voters.slice(1));
    for (const as of [w.voter(1), w.voter(2)]) ok(await vote(w.t, as, later.id));
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    expect(await requestOf(w.t, w.voter(3), id)).toMatchObject({ answerId: best, status: "REJECTED" });
  });

  it("isn't voted on by the asker, by anyone who answered, or by the objector, and can't be appealed", async () => {
    const { id } = await w.objected();
    for (const as of [w.asker, w.author, w.rival]) refused(await vote(w.t, as, id), 403, "HAS_INTEREST");
    refused(await vote(w.t, w.voter(0), id), 403, "OWN_REQUEST");
    for (const as of [w.voter(1), w.voter(2)]) ok(await vote(w.t, as, id, "reject"));
    const body = { reason: "They misread it" };
    refused(await call(w.t, "POST", `/refund-requests/${id}/appeal`, { as: w.voter(0), body }), 409, "NO_APPEAL");
    refused(await call(w.t, "POST", `/refund-requests/${id}/appeal`, { as: w.asker, body }), 403, "FORBIDDEN");
  });

  it("is refused before the notice, to small bounties, to strangers and for a second time", async () => {
    const stranger = await w.elector(`stranger${w.t.services.now().getTime()}`);
    const { postId } = await w.ended({ daysAgo: 4 });
    const small = await w.ended({ amount: 9, daysAgo: 6 });
    // Time has passed for the first one, too.
    refused(await object(w, w.voter(0), postId), 409, "OBJECTION_NOT_OPEN");
    await announce(w);
    refused(await object(w, w.voter(0), small.postId), 409, "OBJECTION_NOT_OPEN");
    refused(await object(w, stranger, postId), 403, "OBJECTION_ENGAGEMENT");
    expect((await settlementOf(stranger, postId)).mayObject).toBe(false);
    expect((await settlementOf(w.voter(0), postId)).mayObject).toBe(true);
    ok(await object(w, w.voter(0), postId));
    refused(await object(w, w.voter(1), postId), 409, "OBJECTION_SETTLED");
    expect((await settlementOf(w.voter(1), postId)).mayObject).toBe(false);
  });

  it("keeps the asker from accepting, deleting and asking for a refund, and follows a refused refund no more", async () => {
    const { postId, best } = await w.objected();
    refused(await call(w.t, "POST", `/posts/${postId}/answers/${best}/accept`, { as: w.asker }), 409, "REFUND_PENDING");
    refused(await call(w.t, "DELETE", `/posts/${postId}`, { as: w.asker }), 409, "REFUND_PENDING");
    const asked = await w.ended({ daysAgo: 1 });
    ok(await request(w.t, w.asker, asked.postId));
    w.t.travel(2 * DAY_MS);
    await decideDueRefunds(w.t.services);
    w.t.travel(6 * DAY_MS);
    await announce(w);
    refused(await object(w, w.voter(0), asked.postId), 409, "OBJECTION_SETTLED");
  });
});

describe("concurrently", () => {
  const ahead = (milliseconds: number): Services => ({
    ...w.t.services,
    now: () => new Date(w.t.services.now().getTime() + milliseconds),
  });
  const settleLater = async (milliseconds: number) => {
    const { settleBounties } = await import("@bbux/api");
    return settleBounties(ahead(milliseconds));
  };

  it("an objection, the settlement and an acceptance have one outcome", async () => {
    for (let round = 0; round < rounds(4, 20); round++) {
      const { postId, best } = await w.ended();
      await announce(w);
      const [objected] = await Promise.all([
        object(w, w.voter(0), postId),
        settleLater(2 * DAY_MS),
        ...(round % 2 ? [call(w.t, "POST", `/posts/${postId}/answers/${best}/accept`, { as: w.asker })] : []),
      ]);
      const outcome = await outcomeOf(w.t, postId);
      expect(outcome).toBe(objected.statusCode === 200 ? "escrowed" : "bounty_paid");
      if (objected.statusCode !== 200) refused(objected, 409, "NO_UNPAID_BOUNTY");
      w.t.travel(2 * DAY_MS + HOUR_MS);
      await decideDueRefunds(w.t.services);
      await settle(w);
      expect(await outcomeOf(w.t, postId)).toBe("bounty_paid");
    }
  });

  it("two objections and a refund request open one vote", async () => {
    for (let round = 0; round < rounds(3, 20); round++) {
      const { postId } = await w.ended();
      await announce(w);
      const responses = await Promise.all([
        object(w, w.voter(0), postId),
        object(w, w.voter(1), postId),
        request(w.t, w.asker, postId),
      ]);
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  it("the deciding vote and the end of voting decide once", async () => {
    for (let round = 0; round < rounds(3, 20); round++) {
      const { postId, id } = await w.objected();
      ok(await vote(w.t, w.voter(1), id));
      const [voted] = await Promise.all([
        vote(w.t, w.voter(2), id),
        decideDueRefunds(ahead(48 * HOUR_MS)),
        settleLater(48 * HOUR_MS),
      ]);
      w.t.travel(2 * DAY_MS);
      await settle(w);
      expect(await outcomeOf(w.t, postId)).toBe(voted.statusCode === 200 ? "bounty_returned" : "bounty_paid");
    }
  });
});
