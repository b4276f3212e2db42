import { decideDueRefunds, settleBounties } from "@bbux/api";
import { auditBounties } from "@bbux/api/operator";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeForGood } from "./closing.support.ts";
import {
  createRefundWorld,
  expectCleanBooks,
  outcomeOf,
  postOf,
  type RefundWorld,
  requestOf,
  vote,
} from "./refunds.support.ts";
import { answer, call, ok, refused } from "./support.ts";

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 6 });
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

// Whatever a test leaves open is decided and settled before the next one.
afterEach(async () => {
  await end();
  w.t.travel(8 * DAY_MS);
  await settle();
  expect(await audited()).toEqual([]);
});

const end = () => {
  w.t.travel(48 * HOUR_MS);
  return decideDueRefunds(w.t.services);
};
const settle = () => settleBounties(w.t.services);
const audited = () => auditBounties(w.t.database.db, w.t.services.now());

/** A request with this many votes for and against. */
async function voted(approve: number, reject: number) {
  const made = await w.reviewed();
  for (let n = 0; n < approve + reject; n++) {
    ok(await vote(w.t, w.voter(n), made.id, n < approve ? "approve" : "reject"));
  }
  return made;
}

describe("after 48 hours", () => {
  it("fewer votes than required reject the request: EXPIRED [M4.24]", async () => {
    const { id, postId } = await voted(4, 0);
    expect(await end()).toBe(1);
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "EXPIRED", mayAppeal: true });
    expect(await outcomeOf(w.t, postId)).toBe("escrowed");
    const [told] = ok(await call(w.t, "GET", "/notifications", { as: w.asker }));
    expect(told).toMatchObject({ kind: "refund", title: "Refund not approved" });
    expect(await end()).toBe(0);
  });

  it("a majority approves, and the bounty is returned in the same moment [M4.29 M4.30]", async () => {
    const { id, postId } = await voted(3, 2);
    expect(await end()).toBe(1);
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "COMPLETED", votes: { approve: 3, reject: 2 } });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("a majority rejects, and so does a tie [M4.29]", async () => {
    for (const [approve, reject] of [
      [2, 3],
      [3, 3],
    ] as const) {
      const { id, postId } = await voted(approve, reject);
      expect(await end()).toBe(1);
      expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "REJECTED" });
      expect(await outcomeOf(w.t, postId)).toBe("escrowed");
    }
  });

  it("nobody can vote anymore, whether or not it is decided yet; before that, nothing is decided [M4.25 M9.25]", async () => {
    const { id } = await w.reviewed();
    w.t.travel(48 * HOUR_MS - 6 * 60_000);
    expect(await decideDueRefunds(w.t.services)).toBe(0);
    ok(await vote(w.t, w.voter(0), id));
    w.t.travel(60_000 * 6);
    refused(await vote(w.t, w.voter(1), id), 409, "VOTING_CLOSED");
    expect(await decideDueRefunds(w.t.services)).toBe(1);
    refused(await vote(w.t, w.voter(1), id), 409, "VOTING_CLOSED");
  });

  it("the votes of a former member still count", async () => {
    const leaver = await w.elector("leaver");
    const { id } = await w.reviewed([...w.voters, leaver]);
    ok(await vote(w.t, leaver, id));
    await closeForGood(w.t, leaver);
    for (const n of [0, 1, 2, 3]) ok(await vote(w.t, w.voter(n), id));
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "COMPLETED", votes: { approve: 5 } });
    const votes = ok(await call(w.t, "GET", `/refund-requests/${id}/votes`, { as: w.asker }));
    expect(votes.map((one: { voterUsername: string }) => one.voterUsername)).toContain(`deleted-${leaver.id}`);
  });

  it("a request that can't be decided blocks no other, and is reported", async () => {
    const [bad, good] = [await w.reviewed(), await w.reviewed()];
    w.t.travel(48 * HOUR_MS);
    const { ownerDb } = w.t.database;
    // Simulates an internal error by refusing the write.
    const refuses = sql`id <> ${sql.lit(bad.id)}::bigint or status = 'PENDING'`;
    await ownerDb.schema.alterTable("refund_requests").addCheckConstraint("broken", refuses).execute();
    await expect(decideDueRefunds(w.t.services)).rejects.toThrow("1 refunds could not be decided");
    expect(await requestOf(w.t, w.asker, good.id)).toMatchObject({ status: "EXPIRED" });
    expect(await requestOf(w.t, w.asker, bad.id)).toMatchObject({ status: "PENDING" });
    await ownerDb.schema.alterTable("refund_requests").dropConstraint("broken").execute();
    expect(await decideDueRefunds(w.t.services)).toBe(1);
  });
});

describe("the bounty of a rejected request", () => {
  it("is settled 7 days after the rejection, if that is later than it would have been [M4.33 M4.34]", async () => {
    const postId = await w.place();
    const best = await answer(w.t, w.voter(5), postId);
    for (const n of [0, 1]) {
      const up = { as: w.voter(n), body: { value: 1 } };
      ok(await call(w.t, "POST", `/posts/${postId}/answers/${best}/vote`, up));
    }
    // Requested on the last of the 7 days.
    w.t.travel(7 * DAY_MS + 23 * HOUR_MS);
    const body = { postId, reason: "It does not help" };
    const { id } = ok(await call(w.t, "POST", "/refund-requests", { as: w.asker, body })).request;
    // Past the payout date and still being decided.
    w.t.travel(24 * HOUR_MS);
    expect(await settle()).toEqual({ paid: 0, returned: 0 });
    expect(await audited()).toEqual([]);
    w.t.travel(24 * HOUR_MS);
    const refusedAt = w.t.services.now().getTime();
    expect(await decideDueRefunds(w.t.services)).toBe(1);
    const { settlesAt } = await postOf(w.t, postId);
    expect(Math.abs(Date.parse(settlesAt) - refusedAt - 7 * DAY_MS)).toBeLessThan(5_000);
    expect((await requestOf(w.t, w.asker, id)).settlesAt).toBe(settlesAt);
    w.t.travel(7 * DAY_MS - HOUR_MS);
    expect(await settle()).toEqual({ paid: 0, returned: 0 });
    w.t.travel(2 * HOUR_MS);
    expect((await audited()).map(({ subject }) => subject)).toEqual([`bounty of post ${postId}`]);
    expect(await settle()).toEqual({ paid: 1, returned: 0 });
    expect(await postOf(w.t, postId)).toMatchObject({ status: "COMPLETED", acceptedAnswerId: best, settlesAt: null });
    expect(await audited()).toEqual([]);
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "EXPIRED", settlesAt: null, mayAppeal: false });
  });

  it("is never settled earlier than it would have been anyway [M4.33]", async () => {
    await w.requireVotes(1);
    const { id, postId } = await w.reviewed();
    const before = (await postOf(w.t, postId)).settlesAt;
    await w.t.database.ownerDb
      .updateTable("posts")
      .set({ settles_at: new Date(Date.parse(before) + 30 * DAY_MS) })
      .where("id", "=", postId)
      .execute();
    ok(await vote(w.t, w.voter(0), id, "reject"));
    expect(Date.parse((await postOf(w.t, postId)).settlesAt) - Date.parse(before)).toBe(30 * DAY_MS);
    await w.requireVotes(5);
  });

  it("can still be paid by acceptance, and the post deleted if nobody answered [M4.39]", async () => {
    await w.requireVotes(1);
    const accepted = await w.reviewed();
    const answerId = await answer(w.t, w.voter(5), accepted.postId);
    ok(await vote(w.t, w.voter(0), accepted.id, "reject"));
    ok(await call(w.t, "POST", `/posts/${accepted.postId}/answers/${answerId}/accept`, { as: w.asker }));
    expect(await outcomeOf(w.t, accepted.postId)).toBe("bounty_paid");
    const deleted = await w.reviewed();
    ok(await vote(w.t, w.voter(0), deleted.id, "reject"));
    ok(await call(w.t, "DELETE", `/posts/${deleted.postId}`, { as: w.asker }));
    expect(await outcomeOf(w.t, deleted.postId)).toBe("bounty_returned");
    const gone = await requestOf(w.t, w.voter(1), deleted.id);
    expect(gone).toMatchObject({ status: "REJECTED", postTitle: "A post that is gone", settlesAt: null });
    await w.requireVotes(5);
  });
});

describe("a hidden post", () => {
  const hide = async (id: string) => {
    const at = w.t.services.now();
    const hidden = { deleted_at: at, hidden_at: at };
    await w.t.database.ownerDb.updateTable("posts").set(hidden).where("id", "=", id).execute();
  };

  it("has its bounty settled like any other [M4.34]", async () => {
    const postId = await w.place();
    const best = await answer(w.t, w.voter(5), postId);
    ok(await call(w.t, "POST", `/posts/${postId}/answers/${best}/vote`, { as: w.voter(0), body: { value: 1 } }));
    const alone = await w.place();
    for (const id of [postId, alone]) await hide(id);
    w.t.travel(8 * DAY_MS);
    await settle();
    expect([await outcomeOf(w.t, postId), await outcomeOf(w.t, alone)]).toEqual(["bounty_paid", "bounty_returned"]);
  });

  it("doesn't close the vote on its refund, and shows its title to nobody [M4.34]", async () => {
    const { id, postId } = await w.reviewed();
    await hide(postId);
    expect(await requestOf(w.t, w.voter(0), id)).toMatchObject({
      postTitle: "A post that is gone",
      status: "PENDING",
      hindrances: [],
    });
    for (let nth = 0; nth < 5; nth++) ok(await vote(w.t, w.voter(nth), id));
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "COMPLETED", communityVotes: 5 });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("has its request decided in time if too few vote", async () => {
    const { id, postId } = await w.reviewed();
    await hide(postId);
    expect(await end()).toBe(1);
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "EXPIRED", mayAppeal: true });
  });
});

it("the audit reports overdue requests and appeals after a quarter of an hour", async () => {
  const { id } = await w.reviewed();
  w.t.travel(48 * HOUR_MS + 14 * 60_000 - 5 * 60_000);
  expect(await audited()).toEqual([]);
  w.t.travel(20 * 60_000);
  expect((await audited()).map(({ finding, subject }) => [finding, subject])).toEqual([
    ["OVERDUE", `refund request ${id}`],
  ]);
  await decideDueRefunds(w.t.services);
  expect(await audited()).toEqual([]);
});
