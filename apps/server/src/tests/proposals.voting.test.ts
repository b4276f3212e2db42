import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { proposalOf, propose, reward, stake, staker, unstake, VOTING, vote } from "./proposals.support.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let whale: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  whale = await staker(t, "whale", 1_000);
});
afterAll(() => t.close());

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
      message: "Your vote in favor counts with a voting power of 25",
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
