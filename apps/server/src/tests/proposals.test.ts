import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { feeChange, linesOf, propose, SIGNAL, stake, staker, submit, VOTING, vote } from "./proposals.support.ts";
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
