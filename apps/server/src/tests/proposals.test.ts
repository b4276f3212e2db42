import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import {
  feeChange,
  linesOf,
  proposalOf,
  propose,
  reward,
  SIGNAL,
  stake,
  staker,
  submit,
  unstake,
  VOTING,
  vote,
} from "./proposals.support.ts";
import { ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let whale: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  whale = await staker(t, "whale", 1_000);
});
afterAll(() => t.close());

describe("submitting [M4.44]", () => {
  it("opens the vote for seven days immediately, and the log records it without the member's text [M3.21]", async () => {
    const ada = await staker(t, "ada", 1);
    const answer = ok(await submit(t, ada, { ...SIGNAL, proposal: "# Chess\n<script>alert(1)</script> **now**" }));
    expect(answer.success).toBe(true);
    const { proposal } = answer;
    expect(proposal).toMatchObject({
      userId: ada.id,
      username: "ada",
      type: "SIGNAL",
      title: "More chess",
      status: "OPEN",
      outcome: null,
      proposal: "# Chess\n<script>alert(1)</script> **now**",
      discussionUrl: null,
      parameter: null,
      vote: false,
      userVote: null,
      userPower: "1",
      powerFor: "0",
      powerAgainst: "0",
      votesFor: 0,
      stakeVoted: "0",
      decidedAt: null,
      executedAt: null,
      executionNote: null,
    });
    expect(new Date(proposal.closesAt).getTime() - new Date(proposal.createdAt).getTime()).toBe(VOTING);
    expect(proposal.updatedAt).toBe(proposal.createdAt);
    expect(Number(proposal.quorumStake)).toBeCloseTo(Number(proposal.stakedAtOpen) / 10, 9);
    expect(await linesOf(t, `proposal:${proposal.id}`)).toEqual([
      {
        type: "PROPOSAL_SUBMITTED",
        description: `Proposal ${proposal.id} submitted: an opinion is asked for`,
      },
    ]);
  });

  it.each([
    ["SIGNAL", SIGNAL, 0.999999999, 1],
    ["POLICY", { ...SIGNAL, type: "policy" }, 9, 10],
    ["PARAMETER", feeChange("400"), 99, 100],
  ])("requires the stake for its type: %s [M5.42]", async (type, body, tooLittle, enough) => {
    const member = await t.member(`for_${type}`, { balance: 200_000_000_000n });
    ok(await stake(t, member, tooLittle));
    const failure = refused(await submit(t, member, body), 403, "STAKE_TOO_LOW");
    expect(failure.details).toEqual({ needed: String(enough), staked: String(tooLittle) });
    ok(await stake(t, member, (enough - tooLittle).toFixed(9)));
    expect(ok(await submit(t, member, body)).proposal.type).toBe(type);
  });

  it("is limited to three open ones per member, even concurrently", async () => {
    const busy = await staker(t, "busy", 1);
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(t, busy)));
    expect(tally(answers)).toEqual({ 200: 3, 409: 9 });
    refused(await submit(t, busy), 409, "TOO_MANY_PROPOSALS");
    const { rows } = {
      rows: await t.database.db.selectFrom("proposals").where("user_id", "=", busy.id).select("id").execute(),
    };
    expect(rows).toHaveLength(3);
  });

  it("returns the first response for the same key, and refuses the key for another proposal", async () => {
    const member = await staker(t, "repeats", 1);
    const headers = { "idempotency-key": "once" };
    const send = (body: object) => call(t, "POST", "/governance/proposals", { as: member, body, headers });
    const [first, second] = await Promise.all([send(SIGNAL), send(SIGNAL)]);
    expect(ok(second)).toEqual(ok(first));
    refused(await send({ ...SIGNAL, title: "Less chess" }), 409, "IDEMPOTENCY_CONFLICT");
    expect(await linesOf(t, `proposal:${ok(first).proposal.id}`)).toHaveLength(1);
  });

  it("accepts only an actual change, within its bounds", async () => {
    const { proposal } = ok(await submit(t, whale, feeChange("437")));
    expect(proposal.parameter).toEqual({
      name: "bountyFee",
      title: "Fee on a bounty",
      value: "437",
      valueText: "4.37%",
      current: "500",
      currentText: "5%",
    });
    refusesField(await submit(t, whale, feeChange("1001")), "value");
    refusesField(await submit(t, whale, feeChange("500")), "value");
    refusesField(await submit(t, whale, feeChange("-1")), "value");
    refusesField(await submit(t, whale, { ...feeChange("400"), value: undefined }), "value");
    refusesField(await submit(t, whale, { ...feeChange("400"), parameter: "salary" }), "parameter");
    refusesField(await submit(t, whale, { ...SIGNAL, type: "PARAMETER" }), "parameter");
  });

  it("accepts an existing discussion here or an https address, and nothing else", async () => {
    const member = await staker(t, "talks", 1);
    const postId = await ask(t, member);
    const gone = await ask(t, member);
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: member }));
    for (const discussionUrl of [`/posts/${postId}`, "https://example.org/forum?topic=1"]) {
      expect(ok(await submit(t, member, { ...SIGNAL, discussionUrl })).proposal.discussionUrl).toBe(discussionUrl);
    }
    for (const discussionUrl of [
      `/posts/${gone}`,
      "/posts/9999999999999999999",
      "/posts/1/../../admin",
      "http://example.org",
      "javascript:alert(1)",
      "data:text/html,x",
      "//example.org",
      `https://example.org/${"x".repeat(500)}`,
    ]) {
      refusesField(await submit(t, member, { ...SIGNAL, discussionUrl }), "discussionUrl");
    }
  });

  it("is refused for visitors and suspended members", async () => {
    const member = await staker(t, "loud", 1);
    const { ownerDb } = t.database;
    await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", member.id).execute();
    refused(await submit(t, member), 403, "ACCOUNT_SUSPENDED");
    refused(await call(t, "POST", "/governance/proposals", { body: SIGNAL }), 401, "UNAUTHENTICATED");
    refused(await call(t, "GET", "/governance/proposals"), 401, "UNAUTHENTICATED");
  });
});

describe("voting [M4.45]", () => {
  it("counts power and stake, earns 5 points once, and shows the caller their vote [C9.32 M3.21 M6.21]", async () => {
    const voter = await staker(t, "voter", 20);
    await reward(t, voter, 5_000);
    const id = await propose(t, voter);
    expect((await proposalOf(t, voter, id)).userPower).toBe("25");
    const answer = ok(await vote(t, voter, id, "for"));
    expect(answer).toMatchObject({
      success: true,
      reward: 5,
      message: "Your vote for counts with a voting power of 25",
      proposal: { vote: true, userVote: "for", userPower: "25", powerFor: "25", votesFor: 1, stakeVoted: "20" },
    });
    refused(await vote(t, voter, id, "against"), 409, "ALREADY_VOTED");
    ok(await vote(t, whale, id, "against"));
    expect(await proposalOf(t, whale, id)).toMatchObject({
      vote: false,
      userVote: "against",
      userPower: "1000",
      powerFor: "25",
      powerAgainst: "1000",
      votesFor: 1,
      votesAgainst: 1,
      stakeVoted: "1020",
    });
    const events = await t.database.db
      .selectFrom("reputation_events")
      .select(["action", "points"])
      .where("user_id", "=", voter.id)
      .where("action", "=", "COMMUNITY_ENGAGEMENT")
      .execute();
    expect(events).toEqual([{ action: "COMMUNITY_ENGAGEMENT", points: 5 }]);
  });

  it("doesn't count stake added after the opening", async () => {
    const [late, more] = [await t.member("late", { balance: 50_000_000_000n }), await staker(t, "more", 5)];
    const id = await propose(t, whale);
    t.travel(1_000);
    ok(await stake(t, late, 50));
    ok(await stake(t, more, 5));
    refused(await vote(t, late, id, "for"), 403, "NO_VOTING_POWER");
    expect(ok(await vote(t, more, id, "for")).proposal).toMatchObject({ userPower: "5", stakeVoted: "5" });
  });

  it("counts no more than the current stake", async () => {
    const member = await staker(t, "less", 30);
    const id = await propose(t, member);
    t.travel(1_000);
    ok(await unstake(t, member, 18));
    expect((await proposalOf(t, member, id)).userPower).toBe("12");
    expect(ok(await vote(t, member, id, "for")).proposal).toMatchObject({ userPower: "12", stakeVoted: "12" });
    const none = await staker(t, "none", 3);
    const other = await propose(t, none);
    t.travel(1_000);
    ok(await unstake(t, none, 3));
    refused(await vote(t, none, other, "for"), 403, "NO_VOTING_POWER");
    refused(await vote(t, await t.member("never"), other, "for"), 403, "NO_VOTING_POWER");
  });

  it("doesn't count reputation earned after the opening", async () => {
    const member = await staker(t, "famous", 10);
    await reward(t, member, 2_000);
    const id = await propose(t, member);
    t.travel(1_000);
    await reward(t, member, 8_000);
    expect((await proposalOf(t, member, id)).userPower).toBe("11");
    expect(ok(await vote(t, member, id, "for")).proposal.powerFor).toBe("11");
  });

  it("keeps its weight, whatever happens later", async () => {
    const member = await staker(t, "steady", 10);
    const id = await propose(t, member);
    ok(await vote(t, member, id, "for"));
    ok(await stake(t, member, 10));
    await reward(t, member, 10_000);
    expect(await proposalOf(t, member, id)).toMatchObject({ userPower: "10", powerFor: "10", stakeVoted: "10" });
  });

  it("locks its stake until the proposal closes, and nothing else [M6.22]", async () => {
    const member = await staker(t, "bound", 10);
    const first = await propose(t, member);
    t.travel(60_000);
    ok(await stake(t, member, 5));
    ok(await vote(t, member, first, "for"));
    const { closesAt } = await proposalOf(t, member, first);
    const failure = refused(await unstake(t, member, 6), 409, "STAKE_LOCKED");
    expect(failure.details).toEqual({ locked: "10", unlocksAt: closesAt });
    ok(await unstake(t, member, 5));
    refused(await unstake(t, member, 0.000000001), 409, "STAKE_LOCKED");
    t.travel(VOTING);
    ok(await unstake(t, member, 10));
    t.travel(-VOTING);
  });

  it("accepts for or against, in time, on an existing proposal", async () => {
    const id = await propose(t, await staker(t, "asks", 1));
    refusesField(await vote(t, whale, id, "maybe"), "vote");
    refused(await vote(t, whale, "999999999", "for"), 404, "NOT_FOUND");
    refused(await vote(t, whale, "abc", "for"), 404, "NOT_FOUND");
    refused(
      await call(t, "POST", `/governance/proposals/${id}/vote`, { body: { vote: "for" } }),
      401,
      "UNAUTHENTICATED",
    );
    t.travel(VOTING);
    refused(await vote(t, whale, id, "for"), 409, "VOTING_CLOSED");
    t.travel(-VOTING);
    ok(await vote(t, whale, id, "for"));
  });

  it("returns the first response for the same key", async () => {
    const id = await propose(t, await staker(t, "keyed", 1));
    const headers = { "idempotency-key": "my-vote" };
    const send = (choice: string) =>
      call(t, "POST", `/governance/proposals/${id}/vote`, { as: whale, body: { vote: choice }, headers });
    const [first, second] = await Promise.all([send("for"), send("for")]);
    expect(ok(second)).toEqual(ok(first));
    refused(await send("against"), 409, "IDEMPOTENCY_CONFLICT");
    expect((await proposalOf(t, whale, id)).votesFor).toBe(1);
  });
});

describe("a member's account export", () => {
  it("includes their proposals and votes", async () => {
    const member = await staker(t, "leaves", 4);
    const id = await propose(t, member);
    ok(await vote(t, member, id, "against"));
    const kept = ok(await call(t, "GET", "/profile/export", { as: member }));
    expect(kept.proposals).toMatchObject([{ id, type: "SIGNAL", title: "More chess", status: "OPEN" }]);
    expect(kept.proposalVotes).toMatchObject([
      { proposal_id: id, support: false, stake_base_units: "4000000000", power_base_units: "4000000000" },
    ]);
    expect([kept.refundRequests, kept.refundVotes, kept.flags]).toEqual([[], [], []]);
  });
});

describe("lists", () => {
  it("return pages, newest first, and filter by status", async () => {
    const { proposals, pagination } = ok(await call(t, "GET", "/governance/proposals?limit=3", { as: whale }));
    const times = proposals.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(pagination).toMatchObject({ page: 1, limit: 3 });
    expect(pagination.total).toBeGreaterThan(3);
    expect(ok(await call(t, "GET", "/governance/proposals?status=OPEN", { as: whale })).pagination.total).toBe(
      pagination.total,
    );
    for (const status of ["passed", "rejected", "executed"]) {
      const listed = ok(await call(t, "GET", `/governance/proposals?status=${status}`, { as: whale }));
      expect([listed.proposals, listed.pagination.total]).toEqual([[], 0]);
    }
    refusesField(await call(t, "GET", "/governance/proposals?status=lost", { as: whale }), "status");
    refused(await call(t, "GET", "/governance/proposals/77", { as: whale }), 404, "NOT_FOUND");
  });
});
