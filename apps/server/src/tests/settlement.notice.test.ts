import { decideDueRefunds, finishClosings } from "@bbux/api";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_PASSWORD, type TestMember } from "../testing.ts";
import { endDays } from "./closing.support.ts";
import { hidden, suspend, thing, unsuspend } from "./moderation.support.ts";
import { expectCleanBooks, outcomeOf, postOf, vote } from "./refunds.support.ts";
import { announce, createSettlementWorld, object, type SettlementWorld, settle } from "./settlement.support.ts";
import { call, ok, refused } from "./support.ts";

// What happens to an announced payment when a post, an answer, a member or the notice itself is gone (docs/adr/0037).

let w: SettlementWorld;
beforeAll(async () => {
  w = await createSettlementWorld();
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

const paidTo = async (postId: string) => {
  const { ownerDb } = w.t.database;
  const found = await ownerDb
    .selectFrom("posts")
    .select("accepted_answer_id as id")
    .where("id", "=", postId)
    .executeTakeFirstOrThrow();
  return found.id;
};
const noticesOf = async (postId: string) => {
  const { ownerDb } = w.t.database;
  const found = await ownerDb
    .selectFrom("settlement_notices")
    .select("answer_id")
    .where("post_id", "=", postId)
    .orderBy("id")
    .execute();
  return found.map(({ answer_id }) => answer_id);
};
const closeAccount = (as: TestMember) =>
  call(w.t, "POST", "/auth/delete-account", { as, body: { password: TEST_PASSWORD } });
const settlementOf = async (postId: string) =>
  ok(await call(w.t, "GET", `/posts/${postId}/settlement`, { as: w.voter(0) }));

describe("the payment of a large bounty", () => {
  it("on a hidden post can't be objected to, shows nothing, and is made on the payout date", async () => {
    const { postId, best } = await w.ended();
    await announce(w);
    await hidden(w.t, w.moderator, thing("post", postId));
    refused(await object(w, w.voter(0), postId), 404, "NOT_FOUND");
    refused(await call(w.t, "GET", `/posts/${postId}/settlement`, { as: w.voter(0) }), 404, "NOT_FOUND");
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(best);
  });

  it("that an objection contests is decided by its voters though the post is hidden meanwhile", async () => {
    const { postId, id } = await w.objected();
    await hidden(w.t, w.moderator, thing("post", postId));
    for (const voter of [w.voter(1), w.voter(2)]) ok(await vote(w.t, voter, id));
    const { ownerDb } = w.t.database;
    const row = ownerDb.selectFrom("posts").select("bounty_status").where("id", "=", postId);
    expect(await row.executeTakeFirst()).toEqual({ bounty_status: "REFUNDED" });
  });

  it("can't be objected to by a suspended member, whose earlier objection stays", async () => {
    const { postId, best } = await w.ended();
    await announce(w);
    ok(await suspend(w.t, w.moderator, w.voter(3).id));
    refused(await object(w, w.voter(3), postId), 403, "ACCOUNT_SUSPENDED");
    ok(await unsuspend(w.t, w.moderator, w.voter(3).id));
    const { id } = ok(await object(w, w.voter(3), postId)).request;
    ok(await suspend(w.t, w.moderator, w.voter(3).id));
    expect((await postOf(w.t, postId)).refund).toMatchObject({ id, status: "PENDING" });
    ok(await unsuspend(w.t, w.moderator, w.voter(3).id));
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBeNull();
    await decideDueRefunds(w.t.services);
    await settle(w);
    expect(await paidTo(postId)).toBe(best);
  });

  it("goes to the next answer, announced again, if the account of the first one's author is closed", async () => {
    const leaver = await w.t.member("leaver");
    const { postId, best, second } = await w.ended({ by: leaver });
    await announce(w);
    ok(await closeAccount(leaver));
    await endDays(w.t, leaver);
    await finishClosings(w.t.services);
    expect((await settlementOf(postId)).notice).toMatchObject({ answerId: second, username: "rival" });
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect([await outcomeOf(w.t, postId), await noticesOf(postId)]).toEqual(["escrowed", [best, second]]);
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await paidTo(postId)).toBe(second);
  });

  it("keeps the asker from closing the account until it is made", async () => {
    const { postId } = await w.ended();
    await announce(w);
    refused(await closeAccount(w.asker), 409, "ACCOUNT_HAS_BOUNTIES");
    w.t.travel(2 * DAY_MS);
    await settle(w);
    expect(await outcomeOf(w.t, postId)).toBe("bounty_paid");
  });
});

describe("a notice that can't be sent", () => {
  // Refuses notifications about settlements, as a fault in them would.
  const broken = async (work: () => Promise<void>) => {
    const { ownerDb } = w.t.database;
    await sql`alter table notifications add constraint broken check (kind <> 'settlement') not valid`.execute(ownerDb);
    try {
      await work();
    } finally {
      await sql`alter table notifications drop constraint broken`.execute(ownerDb);
    }
  };

  it("is reported by the job and doesn't keep a bounty from being paid two days later", async () => {
    const { postId, best } = await w.ended();
    await broken(async () => {
      await expect(announce(w)).rejects.toThrow("could not be announced");
      expect((await settlementOf(postId)).notice).toMatchObject({ answerId: best });
      w.t.travel(2 * DAY_MS);
      await settle(w);
    });
    expect(await paidTo(postId)).toBe(best);
  });

  it("postpones a bounty by two days and no longer, even if nothing was announced before", async () => {
    const { postId, best } = await w.ended({ daysAgo: 8 });
    await broken(async () => {
      await expect(settle(w)).rejects.toThrow("could not be settled");
      w.t.travel(1.9 * DAY_MS);
      await settle(w);
      expect(await outcomeOf(w.t, postId)).toBe("escrowed");
      w.t.travel(0.1 * DAY_MS);
      await settle(w);
    });
    expect(await paidTo(postId)).toBe(best);
  });

  it("isn't waited for by a small bounty", async () => {
    const { postId, best } = await w.ended({ amount: 9, daysAgo: 8 });
    await settle(w);
    expect([await paidTo(postId), await noticesOf(postId)]).toEqual([best, []]);
  });
});
