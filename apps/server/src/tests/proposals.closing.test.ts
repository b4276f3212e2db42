import { closeProposals } from "@bbux/api";
import { audit } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { newsOf } from "./notifications.support.ts";
import { feeChange, linesOf, proposalOf, propose, SIGNAL, staker, VOTING, vote } from "./proposals.support.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let cyd: TestMember;
let admin: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  // A tenth of the 1,000 staked is 100.
  ada = await staker(t, "ada", 600);
  bob = await staker(t, "bob", 300);
  cyd = await staker(t, "cyd", 100);
  admin = await t.member("some_admin");
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
});
afterAll(() => t.close());

const POLICY = { ...SIGNAL, type: "POLICY", title: "Be kind" };

/** Casts votes and lets the voting time end. @returns the decided proposal */
async function decided(body: object, votes: readonly (readonly [TestMember, "for" | "against"])[]) {
  const id = await propose(t, ada, body);
  for (const [as, choice] of votes) ok(await vote(t, as, id, choice));
  t.travel(VOTING);
  await closeProposals(t.services);
  return proposalOf(t, ada, id);
}

describe("closing a proposal", () => {
  it("passes it with a majority of voting power, notifies the voters, and logs it [M4.46]", async () => {
    const proposal = await decided(POLICY, [
      [bob, "for"],
      [cyd, "against"],
    ]);
    expect(proposal).toMatchObject({ status: "PASSED", outcome: "MAJORITY", executedAt: null });
    expect(proposal.decidedAt).not.toBeNull();
    expect((await linesOf(t, `proposal:${proposal.id}`)).slice(1)).toEqual([
      {
        type: "PROPOSAL_PASSED",
        description: `Proposal ${proposal.id} passed: voting power 300 for, 100 against; stake voted 400 of the 100 needed`,
      },
    ]);
    for (const as of [ada, bob, cyd]) {
      expect((await newsOf(t, as))[0]).toMatchObject({
        kind: "proposal",
        title: "Proposal passed",
        message: "The proposal “Be kind” has passed",
        navigation: { url: `/governance/proposals/${proposal.id}` },
      });
    }
    expect((await newsOf(t, admin)).filter(({ kind }) => kind === "proposal")).toEqual([]);
  });

  it("rejects it without a majority [M4.46]", async () => {
    const proposal = await decided(POLICY, [
      [cyd, "for"],
      [bob, "against"],
    ]);
    expect(proposal).toMatchObject({ status: "REJECTED", outcome: "NO_MAJORITY" });
    expect((await linesOf(t, `proposal:${proposal.id}`)).at(-1)?.type).toBe("PROPOSAL_REJECTED");
    expect((await newsOf(t, bob))[0]?.title).toBe("Proposal rejected");
  });

  it("rejects it if too little stake has voted, however unanimously [M4.46]", async () => {
    // With Dan, a tenth is 100.1, which Cyd's 100 don't reach.
    const dan = await staker(t, "dan", 1);
    const proposal = await decided(POLICY, [[cyd, "for"]]);
    expect(proposal).toMatchObject({ status: "REJECTED", outcome: "NO_QUORUM", quorumStake: "100.1" });
    expect((await linesOf(t, `proposal:${proposal.id}`)).at(-1)?.description).toContain("without a quorum");
    const other = await decided(POLICY, [
      [cyd, "for"],
      [dan, "for"],
    ]);
    expect(other).toMatchObject({ status: "PASSED", stakeVoted: "101" });
  });

  it("waits for the closing time and decides once", async () => {
    const id = await propose(t, ada, POLICY);
    ok(await vote(t, bob, id, "for"));
    const { closesAt } = await proposalOf(t, ada, id);
    t.travel(new Date(closesAt).getTime() - t.services.now().getTime() - 2_000);
    await closeProposals(t.services);
    expect((await proposalOf(t, ada, id)).status).toBe("OPEN");
    t.travel(3_000);
    expect(await closeProposals(t.services)).toEqual({ passed: 1, rejected: 0 });
    const closed = await proposalOf(t, ada, id);
    t.travel(60_000);
    expect(await closeProposals(t.services)).toEqual({ passed: 0, rejected: 0 });
    expect(await proposalOf(t, ada, id)).toEqual(closed);
  });

  it("continues with the others if one can't be decided, and reports it", async () => {
    const ids = [await propose(t, ada, POLICY), await propose(t, ada, POLICY)] as const;
    t.travel(VOTING);
    const { ownerDb } = t.database;
    // Simulates a status of another version.
    await ownerDb.schema.alterTable("proposals").dropConstraint("proposals_status_check").execute();
    await ownerDb.updateTable("proposals").set({ power_for: "NaN" }).where("id", "=", ids[0]).execute();
    await expect(closeProposals(t.services)).rejects.toThrow();
    const states = await ownerDb
      .selectFrom("proposals")
      .select("status")
      .where("id", "in", ids)
      .orderBy("id")
      .execute();
    expect(states.map(({ status }) => status)).toEqual(["OPEN", "REJECTED"]);
    await ownerDb.updateTable("proposals").set({ power_for: "0" }).where("id", "=", ids[0]).execute();
    expect(await closeProposals(t.services)).toEqual({ passed: 0, rejected: 1 });
  });

  it("notifies the rest after an interruption, and nobody twice", async () => {
    const id = await propose(t, ada, POLICY);
    for (const as of [ada, bob, cyd]) ok(await vote(t, as, id, "for"));
    t.travel(VOTING);
    const newsAbout = async (as: TestMember) =>
      (await newsOf(t, as)).filter(({ navigation }) => navigation?.url === `/governance/proposals/${id}`).length;
    const cutOff = { ...t.services, signals: { ...t.services.signals, publish: () => undefined } };
    await closeProposals(cutOff);
    // Simulates a run that ended after Ada.
    const { ownerDb } = t.database;
    await ownerDb.updateTable("proposals").set({ told_at: null, told_up_to: ada.id }).where("id", "=", id).execute();
    await ownerDb.deleteFrom("notifications").where("user_id", "in", [bob.id, cyd.id]).execute();
    await Promise.all([closeProposals(t.services, { batchSize: 1 }), closeProposals(t.services, { batchSize: 1 })]);
    await closeProposals(t.services);
    expect(await Promise.all([ada, bob, cyd].map(newsAbout))).toEqual([1, 1, 1]);
  });
});

describe("a parameter change", () => {
  const feeOf = async (amount: number | string) => {
    const body = { title: "How?", content: "Tell me", tags: ["money"], hasBounty: true, bountyAmount: amount };
    const post = ok(await call(t, "POST", "/posts", { as: bob, body })).post;
    const { rows } = { rows: await entriesOf(post.id) };
    return rows;
  };
  /** The treasury's income from a post, in base units. */
  const entriesOf = (postId: string) =>
    t.database.db
      .selectFrom("ledger_entries as e")
      .innerJoin("ledger_transfers as x", "x.id", "e.transfer_id")
      .innerJoin("ledger_accounts as a", "a.id", "e.account_id")
      .select(["a.kind", "e.amount"])
      .where("x.cause", "=", postId)
      .orderBy("a.kind")
      .execute();

  it("applies from the decision on: the very next bounty pays the new fee, rounded up [M4.46]", async () => {
    expect(await feeOf("0.01")).toContainEqual({ kind: "treasury", amount: "500000" });
    const proposal = await decided(feeChange("437"), [[bob, "for"]]);
    expect(proposal).toMatchObject({ status: "EXECUTED", executionNote: "Fee on a bounty is 4.37%" });
    expect(proposal.parameter).toMatchObject({ value: "437", current: "437" });
    expect(await feeOf("0.01")).toEqual([
      { kind: "escrow", amount: "10000000" },
      { kind: "member", amount: "-10437000" },
      { kind: "treasury", amount: "437000" },
    ]);
    expect((await linesOf(t, `proposal:${proposal.id}`)).map(({ type }) => type)).toEqual([
      ...["PROPOSAL_SUBMITTED", "PROPOSAL_PASSED", "PROPOSAL_EXECUTED"],
    ]);
    expect(await linesOf(t, "parameter:bountyFee")).toEqual([
      { type: "PARAMETER_CHANGED", description: "Fee on a bounty: 5% → 4.37%" },
    ]);
    const { changes } = ok(await call(t, "GET", "/parameters/history?name=bountyFee"));
    expect(changes).toMatchObject([
      {
        name: "bountyFee",
        value: "437",
        previous: "500",
        proposalId: proposal.id,
        reason: `Proposal ${proposal.id}`,
      },
    ]);
    expect((await audit(t.database.db)).problems).toEqual([]);
  });

  it("doesn't follow from a rejected proposal", async () => {
    const before = ok(await call(t, "GET", "/parameters"));
    await decided({ ...feeChange("300"), parameter: "withdrawalFee", value: "900" }, [
      [cyd, "for"],
      [bob, "against"],
    ]);
    expect(ok(await call(t, "GET", "/parameters"))).toEqual(before);
  });

  it("stays passed if its bounds have changed in the meantime, for an admin to handle", async () => {
    const id = await propose(t, ada, feeChange("600"));
    ok(await vote(t, bob, id, "for"));
    await t.database.ownerDb.updateTable("proposals").set({ value: "5000" }).where("id", "=", id).execute();
    t.travel(VOTING);
    await closeProposals(t.services);
    expect(await proposalOf(t, ada, id)).toMatchObject({ status: "PASSED", executedAt: null });
    expect((await linesOf(t, "parameter:bountyFee")).map(({ description }) => description)).not.toContain(
      expect.stringContaining("50%"),
    );
  });
});

describe("recording a passed proposal as carried out", () => {
  const execute = (as: TestMember, id: string, note = "It is in the rules of the house now.") =>
    call(t, "POST", `/governance/proposals/${id}/execute`, { as, body: { note } });

  it("is for admins, once, with a note, an audit entry, and a log line [M4.46]", async () => {
    const { id } = await decided(POLICY, [[bob, "for"]]);
    refused(await execute(ada, id), 403, "FORBIDDEN");
    refusesField(await execute(admin, id, "short"), "note");
    refused(await execute(admin, "999999"), 404, "NOT_FOUND");
    const answers = await Promise.all([execute(admin, id), execute(admin, id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await proposalOf(t, ada, id)).toMatchObject({
      status: "EXECUTED",
      executionNote: "It is in the rules of the house now.",
      outcome: "MAJORITY",
    });
    refused(await execute(admin, id), 409, "CONFLICT");
    const rows = await t.database.db
      .selectFrom("audit_log")
      .select(["actor_id", "action", "target_kind", "subject_id", "reason"])
      .where("target_id", "=", id)
      .execute();
    expect(rows).toEqual([
      {
        actor_id: admin.id,
        action: "PROPOSAL_EXECUTED",
        target_kind: "proposal",
        subject_id: ada.id,
        reason: "It is in the rules of the house now.",
      },
    ]);
    expect((await linesOf(t, `proposal:${id}`)).map(({ type }) => type)).toEqual([
      ...["PROPOSAL_SUBMITTED", "PROPOSAL_PASSED", "PROPOSAL_EXECUTED"],
    ]);
    expect((await newsOf(t, ada))[0]?.title).toBe("Proposal carried out");
  });

  it("is refused for an open or rejected one", async () => {
    const open = await propose(t, ada, POLICY);
    refused(await execute(admin, open), 409, "CONFLICT");
    t.travel(VOTING);
    await closeProposals(t.services);
    refused(await execute(admin, open), 409, "CONFLICT");
  });

  it("filters by outcome: passed also includes those carried out", async () => {
    const list = async (status: string) => {
      const answer = ok(await call(t, "GET", `/governance/proposals?limit=100&status=${status}`, { as: ada }));
      const found: { status: string }[] = answer.proposals;
      return [...new Set(found.map((one) => one.status))].sort();
    };
    expect(await list("passed")).toEqual(["EXECUTED", "PASSED"]);
    expect(await list("executed")).toEqual(["EXECUTED"]);
    expect(await list("rejected")).toEqual(["REJECTED"]);
    expect(await list("open")).toEqual([]);
  });
});
