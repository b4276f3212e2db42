import { closeProposals } from "@bbux/api";
import { formatAmount } from "@bbux/contract";
import { waitForLocks } from "@bbux/db/testing";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { newsOf } from "./notifications.support.ts";
import {
  DAY,
  feeChange,
  linesOf,
  proposalOf,
  propose,
  SIGNAL,
  stake,
  staker,
  submit,
  unstake,
  VOTING,
  vote,
} from "./proposals.support.ts";
import { call, ok, tally } from "./support.ts";

// Each call uses its own connection, so that the database decides, not the order of calls.

let t: TestApp;
/** The same platform a little later, with its clock past the voting time of what `t` has just submitted. */
let later: TestApp;
let whale: TestMember;
let voters: TestMember[];
beforeAll(async () => {
  t = await createTestApp();
  later = await createTestApp({ database: t.database });
  later.travel(VOTING);
  whale = await staker(t, "whale", 1_000);
  voters = [];
  for (let n = 0; n < 10; n++) voters.push(await staker(t, `voter${n}`, 10));
});
afterAll(async () => {
  await later.app.close();
  await t.close();
});
// So that nobody has more than three open.
beforeEach(() => t.database.ownerDb.deleteFrom("proposal_votes").execute());
beforeEach(() =>
  sql`update proposals set status = 'REJECTED', decided_at = now(), told_at = now() where status = 'OPEN'`.execute(
    t.database.ownerDb,
  ),
);

/** Locks a row until `release`, so that everyone who wants the lock queues up. */
async function hold(table: "proposals" | "stakes", column: "id" | "user_id", value: string) {
  const trx = await t.database.ownerDb.startTransaction().execute();
  await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${value} for no key update`.execute(trx);
  return () => trx.commit().execute();
}

const waiting = (count: number) => waitForLocks(t.database.ownerDb, count);

async function votesOf(id: string) {
  const rows = await t.database.db
    .selectFrom("proposal_votes")
    .select(["voter_id", "support", "stake", "power"])
    .where("proposal_id", "=", id)
    .execute();
  const power = (support: boolean) =>
    rows.filter((row) => row.support === support).reduce((sum, row) => sum + BigInt(row.power), 0n);
  return { rows, powerFor: power(true), powerAgainst: power(false) };
}

describe("votes", () => {
  it("twenty concurrent ones by one member: one counts, the others get 409", async () => {
    const id = await propose(t, whale);
    const [voter] = voters as [TestMember];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => vote(t, voter, id, n % 2 ? "for" : "against")),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const proposal = await proposalOf(t, voter, id);
    expect(proposal.votesFor + proposal.votesAgainst).toBe(1);
    expect(proposal.stakeVoted).toBe("10");
    expect((await votesOf(id)).rows).toHaveLength(1);
    const { rows } = await sql`
      select from reputation_events where user_id = ${voter.id} and source_id = ${id}`.execute(t.database.db);
    expect(rows).toHaveLength(1);
  });

  it("concurrent ones by many members all count", async () => {
    const id = await propose(t, whale);
    const answers = await Promise.all(voters.map((as, n) => vote(t, as, id, n < 7 ? "for" : "against")));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await proposalOf(t, whale, id)).toMatchObject({ votesFor: 7, votesAgainst: 3, stakeVoted: "100" });
  });
});

describe("a vote racing with the closing", () => {
  it("is refused if it was in progress when the time ran out", async () => {
    const id = await propose(t, whale);
    const [voter] = voters as [TestMember];
    const release = await hold("proposals", "id", id);
    const cast = vote(t, voter, id, "for");
    await waiting(1);
    t.travel(VOTING);
    await release();
    const answer = await cast;
    t.travel(-VOTING);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "VOTING_CLOSED"]);
    expect((await votesOf(id)).rows).toEqual([]);
  });

  it("is counted in the decision, or refused", async () => {
    for (let round = 0; round < 3; round++) {
      const id = await propose(t, whale, feeChange(String(600 + round)));
      ok(await vote(t, whale, id, "for"));
      const release = await hold("proposals", "id", id);
      const early = voters.slice(0, 5).map((as) => vote(t, as, id, "against"));
      await waiting(5);
      const closings = [closeProposals(later.services), closeProposals(later.services)];
      await waiting(7);
      const late = voters.slice(5).map((as) => vote(t, as, id, "against"));
      await release();
      const answers = await Promise.all([...early, ...late]);
      await Promise.all(closings);
      const counted = await votesOf(id);
      const proposal = await proposalOf(t, whale, id);
      expect({ 200: 0, 409: 0, ...tally(answers) }).toEqual({
        200: counted.rows.length - 1,
        409: 11 - counted.rows.length,
      });
      expect(proposal).toMatchObject({ status: "EXECUTED", votesFor: 1, votesAgainst: counted.rows.length - 1 });
      expect(proposal.powerAgainst).toBe(formatAmount(counted.powerAgainst));
      const said = `voting power ${formatAmount(counted.powerFor)} for, ${formatAmount(counted.powerAgainst)} against`;
      expect((await linesOf(t, `proposal:${id}`)).at(1)?.description).toContain(said);
    }
  });
});

describe("two concurrent closings", () => {
  it("change the parameter once, write each line once, and notify everyone once", async () => {
    const id = await propose(t, whale, feeChange("444"));
    ok(await vote(t, whale, id, "for"));
    const runs = await Promise.all(Array.from({ length: 6 }, () => closeProposals(later.services)));
    expect(runs.reduce((sum, { passed }) => sum + passed, 0)).toBe(1);
    const changes = await t.database.db
      .selectFrom("parameter_changes")
      .select("value")
      .where("proposal_id", "=", id)
      .execute();
    expect(changes).toEqual([{ value: "444" }]);
    expect((await linesOf(t, `proposal:${id}`)).map(({ type }) => type)).toEqual([
      ...["PROPOSAL_SUBMITTED", "PROPOSAL_PASSED", "PROPOSAL_EXECUTED"],
    ]);
    const told = (await newsOf(t, whale)).filter(({ navigation }) => navigation?.url === `/governance/proposals/${id}`);
    expect(told).toHaveLength(1);
  });

  it("of two proposals that change the same parameter let the later one win, and the history has both in order", async () => {
    const first = await propose(t, whale, feeChange("701"));
    t.travel(1_000);
    const second = await propose(t, whale, feeChange("702"));
    for (const id of [first, second]) ok(await vote(t, whale, id, "for"));
    later.travel(DAY);
    await Promise.all(Array.from({ length: 4 }, () => closeProposals(later.services)));
    later.travel(-DAY);
    const { changes } = ok(await call(t, "GET", "/parameters/history?name=bountyFee&limit=2"));
    const [after, before] = changes;
    expect([before.value, before.proposalId, after.value, after.proposalId]).toEqual(["701", first, "702", second]);
    expect(after.previous).toBe("701");
    const { parameters } = ok(await call(t, "GET", "/parameters"));
    expect(parameters.find(({ name }: { name: string }) => name === "bountyFee").value).toBe("702");
  });
});

describe("a vote racing with unstaking", () => {
  it("never ends up without the stake it counts with [M6.22]", async () => {
    const id = await propose(t, whale);
    t.travel(1_000);
    const outcomes = await Promise.all(
      voters.map(async (as, n) => {
        const pair = [() => vote(t, as, id, "for"), () => unstake(t, as, 10)];
        const [cast, taken] = n % 2 ? pair : pair.toReversed();
        const answers = await Promise.all([cast?.(), taken?.()]);
        const [voted, unstaked] = n % 2 ? answers : answers.toReversed();
        return `${voted?.statusCode} ${voted?.json().code ?? ""} / ${unstaked?.statusCode} ${unstaked?.json().code ?? ""}`;
      }),
    );
    for (const outcome of outcomes) {
      expect(["200  / 409 STAKE_LOCKED", "403 NO_VOTING_POWER / 200 "]).toContain(outcome);
    }
    const { rows } = await sql`
      select from proposal_votes v join stakes s on s.user_id = v.voter_id
       where v.proposal_id = ${id} and s.amount < v.stake`.execute(t.database.db);
    expect(rows).toEqual([]);
    expect((await audit(t.database.db)).problems).toEqual([]);
  });

  it("sees what was unstaked while the vote waited, and vice versa", async () => {
    const [fay, gus] = [await staker(t, "fay", 10), await staker(t, "gus", 10)];
    const id = await propose(t, whale);
    t.travel(1_000);
    for (const [as, voteFirst] of [
      [fay, true],
      [gus, false],
    ] as const) {
      const release = await hold("stakes", "user_id", as.id);
      const acts = [() => vote(t, as, id, "for"), () => unstake(t, as, 4)];
      const [one, other] = voteFirst ? acts : acts.toReversed();
      const first = one?.();
      await waiting(1);
      const second = other?.();
      await waiting(2);
      await release();
      await Promise.all([first, second]);
    }
    const { rows } = await votesOf(id);
    expect(rows.map(({ voter_id, stake: counted }) => [voter_id, counted]).sort()).toEqual(
      [
        [fay.id, "10000000000"],
        [gus.id, "6000000000"],
      ].sort(),
    );
  });
});

describe("a submission racing with unstaking", () => {
  it("requires the stake at the time of submission", async () => {
    for (let n = 0; n < 4; n++) {
      const member = await staker(t, `quick${n}`, 10);
      const before = ok(await call(t, "GET", "/governance/proposals", { as: member })).pagination.total;
      const release = await hold("stakes", "user_id", member.id);
      const taking = unstake(t, member, 5);
      await waiting(1);
      const asking = submit(t, member, { ...SIGNAL, type: "POLICY" });
      await waiting(2);
      await release();
      const [taken, asked] = await Promise.all([taking, asking]);
      expect([taken.statusCode, asked.statusCode]).toEqual([200, 403]);
      expect(ok(await call(t, "GET", "/governance/proposals", { as: member })).pagination.total).toBe(before);
      ok(await stake(t, member, 5));
    }
  });
});
