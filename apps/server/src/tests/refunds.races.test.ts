import { setTimeout as sleep } from "node:timers/promises";
import { decideDueRefunds, type Services, settleBounties } from "@bbux/api";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { rounds } from "@bbux/db/testing/form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  appeal,
  createRefundWorld,
  decideAppeal,
  expectCleanBooks,
  MINUTE,
  outcomeOf,
  type RefundWorld,
  request,
  requestOf,
  vote,
} from "./refunds.support.ts";
import { answer, call, ok, type Response, tally } from "./support.ts";

// Two actions on one bounty, each on its own connection. Whatever happens, there is one of the two outcomes, the other action was
// refused, and the books add up.

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 3 });
  await w.requireVotes(2);
});
afterAll(() => w.t.close());

/** Rounds of each race. */
const ROUNDS = rounds(4, 20);
const codes = (responses: readonly Response[]) =>
  responses.map((response) => (response.statusCode === 200 ? "ok" : response.json().code)).toSorted();

/** Runs rounds, each followed by an audit of the books. */
async function repeat(play: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await play(round);
    await expectCleanBooks(w.t);
  }
}

/** Starts with the others, or in some rounds a few milliseconds after them, so that each of them is first sometimes. */
async function start<T>(round: number, place: number, work: () => Promise<T>): Promise<T> {
  await sleep(((place + round) % 3) * (round % 4) * 4);
  return work();
}

/** The jobs of a platform whose clock is ahead, for which almost due work is due. */
const ahead = (milliseconds: number): Services => ({
  ...w.t.services,
  now: () => new Date(w.t.services.now().getTime() + milliseconds),
});
const accept = (postId: string, answerId: string) =>
  call(w.t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: w.asker });
const remove = (postId: string) => call(w.t, "DELETE", `/posts/${postId}`, { as: w.asker });

/** A request that is one vote short of either decision. */
async function nearly() {
  const made = await w.reviewed();
  ok(await vote(w.t, w.voter(0), made.id, "approve"));
  return made;
}

describe("concurrently", () => {
  it("the last required vote, twice: one decides, the other is refused, one payout [M4.27 M4.30]", {
    tags: "proof",
  }, async () => {
    await repeat(async () => {
      const { id, postId } = await nearly();
      const votes = await Promise.all([vote(w.t, w.voter(1), id), vote(w.t, w.voter(2), id)]);
      expect(codes(votes)).toEqual(["VOTING_CLOSED", "ok"]);
      expect(await requestOf(w.t, w.asker, id)).toMatchObject({
        status: "COMPLETED",
        votes: { approve: 2, reject: 0 },
      });
      expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    });
  });

  it("the last vote for and the last vote against: one decides [M4.27 M4.28]", { tags: "proof" }, async () => {
    await repeat(async () => {
      const { id, postId } = await nearly();
      const other = await w.elector(`against${id}`);
      await w.t.database.ownerDb
        .insertInto("refund_votes")
        .values({ request_id: id, voter_id: other.id, approve: false, reason: "x", created_at: new Date() })
        .execute();
      await w.t.database.ownerDb.updateTable("refund_requests").set({ reject_votes: 1 }).where("id", "=", id).execute();
      const votes = await Promise.all([vote(w.t, w.voter(1), id), vote(w.t, w.voter(2), id, "reject")]);
      expect(codes(votes)).toEqual(["VOTING_CLOSED", "ok"]);
      const approved = votes[0]?.statusCode === 200;
      expect((await requestOf(w.t, w.asker, id)).status).toBe(approved ? "COMPLETED" : "REJECTED");
      expect(await outcomeOf(w.t, postId)).toBe(approved ? "bounty_returned" : "escrowed");
    });
  });

  it("the last vote and the end of voting: it counted, or it came too late [M4.24 M4.25]", async () => {
    await repeat(async (round) => {
      const { id, postId } = await nearly();
      const [voted] = await Promise.all([
        start(round, 0, () => vote(w.t, w.voter(1), id)),
        start(round, 1, () => decideDueRefunds(ahead(48 * HOUR_MS))),
      ]);
      const { status, votes } = await requestOf(w.t, w.asker, id);
      const outcome = await outcomeOf(w.t, postId);
      const inTime = [["ok"], "COMPLETED", 2, "bounty_returned"];
      const tooLate = [["VOTING_CLOSED"], "EXPIRED", 1, "escrowed"];
      expect([inTime, tooLate]).toContainEqual([codes([voted]), status, votes.approve, outcome]);
    });
  });

  it("a refund's approval and acceptance: the refund, whichever came first [M4.30 M4.41]", {
    tags: "proof",
  }, async () => {
    await repeat(async (round) => {
      const { id, postId } = await nearly();
      const answerId = await answer(w.t, w.voter(0), postId);
      const [voted, accepted] = await Promise.all([
        start(round, 0, () => vote(w.t, w.voter(1), id)),
        start(round, 1, () => accept(postId, answerId)),
      ]);
      expect(voted.statusCode).toBe(200);
      expect(["REFUND_PENDING", "POST_CLOSED"]).toContain(accepted.json().code);
      expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    });
  });

  it("a refund's rejection and acceptance: the answer is paid, or acceptance waits [M4.28 M4.41]", {
    tags: "proof",
  }, async () => {
    await repeat(async (round) => {
      const made = await w.reviewed();
      const answerId = await answer(w.t, w.voter(0), made.postId);
      ok(await vote(w.t, w.voter(0), made.id, "reject"));
      const [voted, accepted] = await Promise.all([
        start(round, 0, () => vote(w.t, w.voter(1), made.id, "reject")),
        start(round, 1, () => accept(made.postId, answerId)),
      ]);
      expect(voted.statusCode).toBe(200);
      const [code] = codes([accepted]);
      expect(["REFUND_PENDING", "ok"]).toContain(code);
      expect(await outcomeOf(w.t, made.postId)).toBe(code === "ok" ? "bounty_paid" : "escrowed");
    });
  });

  it("acceptance, a refund request, deletion, and settlement: one final state, the others refused [C1.08 C1.09 M4.33]", {
    tags: "proof",
  }, async () => {
    await repeat(async (round) => {
      const postId = await w.place();
      const answerId = await answer(w.t, w.voter(0), postId);
      w.expire();
      const [accepted, requested, deleted] = await Promise.all([
        start(round, 0, () => accept(postId, answerId)),
        start(round, 1, () => request(w.t, w.asker, postId)),
        start(round, 2, () => remove(postId)),
        start(round, 3, () => settleBounties(ahead(7 * DAY_MS))),
      ]);
      const outcome = await outcomeOf(w.t, postId);
      const won = [accepted, requested].map(({ statusCode }) => statusCode === 200);
      const winner = { bounty_paid: [true, false], escrowed: [false, true], bounty_returned: [false, false] };
      expect(won).toEqual(winner[outcome]);
      // With someone's answer, it can be deleted only once nothing is in escrow anymore.
      expect(deleted.statusCode === 200 && outcome === "escrowed").toBe(false);
      const late = ["NO_UNPAID_BOUNTY", "REFUND_PENDING", "POST_CLOSED", "BOUNTY_HAS_ANSWERS", "NOT_FOUND", "ok"];
      for (const code of codes([accepted, requested, deleted])) expect(late).toContain(code);
    });
  });

  it("deletion, a refund request, and settlement of a post without answers: it is returned once [C1.10 M4.33]", async () => {
    await repeat(async (round) => {
      const postId = await w.place([]);
      w.expire();
      const [deleted, requested] = await Promise.all([
        start(round, 0, () => remove(postId)),
        start(round, 1, () => request(w.t, w.asker, postId)),
        start(round, 2, () => settleBounties(ahead(7 * DAY_MS))),
      ]);
      const outcome = await outcomeOf(w.t, postId);
      if (outcome === "escrowed") expect(codes([deleted, requested])).toEqual(["REFUND_PENDING", "ok"]);
      else expect(["NOT_FOUND", "NO_UNPAID_BOUNTY"]).toContain(codes([requested])[0]);
    });
  });

  it("two requests for one refund: one is created [M5.30]", async () => {
    await repeat(async () => {
      const postId = await w.place([]);
      w.expire();
      expect(codes(await Promise.all([request(w.t, w.asker, postId), request(w.t, w.asker, postId)]))).toEqual([
        "REFUND_EXISTS",
        "ok",
      ]);
    });
  });

  it("an appeal and the settlement: the bounty waits, or it is too late to appeal [M4.33 M4.35]", async () => {
    await repeat(async (round) => {
      const { id, postId } = await refusedOne();
      w.t.travel(7 * DAY_MS - HOUR_MS);
      const [appealed] = await Promise.all([
        start(round, 0, () => appeal(w.t, w.asker, id)),
        start(round, 1, () => settleBounties(ahead(2 * HOUR_MS))),
      ]);
      const [code] = codes([appealed]);
      expect([
        ["ok", "escrowed"],
        ["NO_APPEAL", "bounty_returned"],
      ]).toContainEqual([code, await outcomeOf(w.t, postId)]);
    });
  });

  it("two moderators and the end of an appeal: one decision [M4.36]", { tags: "proof" }, async () => {
    await repeat(async (round) => {
      const { id, postId } = await refusedOne();
      ok(await appeal(w.t, w.asker, id));
      const [granted, denied] = await Promise.all([
        start(round, 0, () => decideAppeal(w.t, w.moderator, id, "grant")),
        start(round, 1, () => decideAppeal(w.t, w.moderator, id, "deny")),
        start(round, 2, () => decideDueRefunds(ahead(7 * DAY_MS))),
        settleBounties(w.t.services),
      ]);
      const { appeal: end, status } = await requestOf(w.t, w.asker, id);
      const [grant, deny] = [granted, denied].map((response) => response.statusCode === 200);
      expect([
        [true, false, "GRANTED", "COMPLETED", "bounty_returned"],
        [false, true, "DENIED", "REJECTED", "escrowed"],
        [false, false, "LAPSED", "REJECTED", "escrowed"],
      ]).toContainEqual([grant, deny, end.status, status, await outcomeOf(w.t, postId)]);
    });
  });
});

describe("one member's concurrent", () => {
  it("20 votes on one request: one counts [M4.37]", async () => {
    await repeat(async () => {
      const { id } = await w.reviewed();
      const votes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => vote(w.t, w.voter(0), id, n % 2 ? "approve" : "reject")),
      );
      expect(tally(votes)).toEqual({ 200: 1, 409: 19 });
      expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "PENDING", communityVotes: 1 });
    });
  });

  it("11 votes on 11 requests: ten count [M5.20]", { tags: "proof" }, async () => {
    await w.requireVotes(100);
    const electors: TestMember[] = [];
    for (let n = 0; n < ROUNDS; n++) electors.push(await w.elector(`elector${n}`));
    const posts: string[] = [];
    for (let n = 0; n < 11; n++) posts.push(await w.place(electors));
    w.expire();
    const ids: string[] = [];
    for (const postId of posts) ids.push(ok(await request(w.t, w.asker, postId)).request.id);
    await repeat(async (round) => {
      const elector = electors[round] ?? w.asker;
      // All on one page.
      ok(await call(w.t, "GET", "/refund-requests?status=pending", { as: elector }));
      w.t.travel(5 * MINUTE);
      const votes = await Promise.all(ids.map((id) => vote(w.t, elector, id)));
      expect(codes(votes)).toEqual(["VOTE_DAILY_LIMIT", ...Array(10).fill("ok")]);
    });
    await w.requireVotes(2);
  });
});

/** A request that the community has rejected. */
async function refusedOne() {
  const made = await w.reviewed();
  for (const n of [0, 1]) ok(await vote(w.t, w.voter(n), made.id, "reject"));
  return made;
}
