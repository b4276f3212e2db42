import { DEFAULT_PARAMETERS, type ErrorCode, PROPOSAL_TYPES, type Proposal, UNIT, votingPower } from "@bbux/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../platform/errors/errors.ts";
import { decide, isOpen, mayExecute, maySubmit, mayVote, quorumOf, stakeNeeded, weightOf } from "./proposals.rules.ts";

const codeOf = (verdict: Verdict): ErrorCode | "ok" => (verdict.ok ? "ok" : verdict.error.code);
const closesAt = new Date("2026-03-08T12:00:00.000Z");
const before = new Date(closesAt.getTime() - 1);

describe("submitting a proposal [M5.42]", () => {
  it("requires a stake that depends on the type: 1, 10 or 100 BBUX", () => {
    const needed = PROPOSAL_TYPES.map((type) => stakeNeeded(type, DEFAULT_PARAMETERS));
    expect(needed).toEqual([UNIT, 10n * UNIT, 100n * UNIT]);
  });

  it.each<[string, bigint, number, ErrorCode | "ok"]>([
    ["exactly the stake", 10n * UNIT, 0, "ok"],
    ["one unit less", 10n * UNIT - 1n, 0, "STAKE_TOO_LOW"],
    ["two open", 10n * UNIT, 2, "ok"],
    ["three open", 10n * UNIT, 3, "TOO_MANY_PROPOSALS"],
    ["too little, and three open", 0n, 3, "STAKE_TOO_LOW"],
  ])("with %s", (_, staked, open, expected) => {
    expect(codeOf(maySubmit({ needed: 10n * UNIT, staked, open }))).toBe(expected);
  });

  it("reports how much stake is missing", () => {
    const verdict = maySubmit({ needed: 100n * UNIT, staked: UNIT / 2n, open: 0 });
    expect(verdict.ok ? null : [verdict.error.message, verdict.error.details]).toEqual([
      "This needs a stake of 100 BBUX. You have staked 0.5 BBUX.",
      { needed: "100", staked: "0.5" },
    ]);
  });
});

describe("voting on a proposal [M4.45]", () => {
  it.each<[string, Proposal["status"], Date, boolean, ErrorCode | "ok"]>([
    ["in the last millisecond", "OPEN", before, false, "ok"],
    ["at the closing time, not decided yet", "OPEN", closesAt, false, "VOTING_CLOSED"],
    ["when it has passed", "PASSED", before, false, "VOTING_CLOSED"],
    ["when it was rejected", "REJECTED", before, false, "VOTING_CLOSED"],
    ["a second time", "OPEN", before, true, "ALREADY_VOTED"],
    ["a second time, too late", "OPEN", closesAt, true, "VOTING_CLOSED"],
  ])("%s", (_, status, now, voted, expected) => {
    expect(codeOf(mayVote({ status, closesAt, voted }, now))).toBe(expected);
  });

  it("ends at the closing time, or when the proposal has been decided", () => {
    expect([isOpen({ status: "OPEN", closesAt }, before), isOpen({ status: "OPEN", closesAt }, closesAt)]).toEqual([
      true,
      false,
    ]);
    expect(isOpen({ status: "REJECTED", closesAt }, before)).toBe(false);
  });
});

describe("voting power [M6.21]", () => {
  it.each<[string, bigint, number, bigint]>([
    ["1 BBUX at reputation 0 is 1 vote", UNIT, 0, UNIT],
    ["reputation 5,000 adds a quarter", 100n * UNIT, 5_000, 125n * UNIT],
    ["reputation 10,000 adds a half", 100n * UNIT, 10_000, 150n * UNIT],
    ["more adds no more", 100n * UNIT, 1_000_000, 150n * UNIT],
    ["a reputation below 0 takes nothing", 100n * UNIT, -500, 100n * UNIT],
    ["a fraction of a unit is dropped", 1n, 9_999, 1n],
    ["no stake is no power", 0n, 10_000, 0n],
  ])("%s", (_, stake, reputation, power) => {
    expect(votingPower(stake, reputation)).toBe(power);
    expect(weightOf({ stakeAtOpen: stake, stakeNow: stake, reputation })).toEqual({ stake, reputation, power });
  });

  it("uses the lesser of the stake at opening and the stake now", () => {
    const reputation = 0;
    expect(weightOf({ stakeAtOpen: 5n, stakeNow: 9n, reputation }).stake).toBe(5n);
    expect(weightOf({ stakeAtOpen: 9n, stakeNow: 5n, reputation }).stake).toBe(5n);
    expect(weightOf({ stakeAtOpen: 0n, stakeNow: 9n, reputation }).power).toBe(0n);
  });

  it("is never less than the stake, and at most half as much again", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), fc.integer({ min: -1_000, max: 2_000_000 }), (stake, reputation) => {
        const { power } = weightOf({ stakeAtOpen: stake, stakeNow: stake, reputation });
        return power >= stake && 2n * power <= 3n * stake;
      }),
    );
  });
});

describe("the decision [M4.46]", () => {
  const votes = { stakeVoted: 100n, quorumStake: 100n, powerFor: 51n, powerAgainst: 50n };

  it.each<[string, Partial<typeof votes>, boolean, Proposal["outcome"]]>([
    ["more power for than against passes", {}, true, "MAJORITY"],
    ["a tie rejects", { powerFor: 50n }, false, "NO_MAJORITY"],
    ["more against rejects", { powerFor: 49n }, false, "NO_MAJORITY"],
    ["one unit below the quorum rejects", { stakeVoted: 99n }, false, "NO_QUORUM"],
    ["the quorum is checked before the majority", { stakeVoted: 99n, powerFor: 0n }, false, "NO_QUORUM"],
  ])("%s", (_, change, passed, outcome) => {
    expect(decide({ ...votes, ...change })).toEqual({ passed, outcome });
  });

  it.each<[bigint, bigint]>([
    [1_000n, 100n],
    [1_001n, 101n],
    [9n, 1n],
    [0n, 1n],
  ])("sets the quorum for a stake of %s to %s: a tenth, rounded up, never zero", (staked, quorum) => {
    expect(quorumOf(staked)).toBe(quorum);
  });
});

describe("carrying out a proposal", () => {
  it.each<[Proposal["status"], ErrorCode | "ok"]>([
    ["PASSED", "ok"],
    ["OPEN", "CONFLICT"],
    ["REJECTED", "CONFLICT"],
    ["EXECUTED", "CONFLICT"],
  ])("of status %s", (status, expected) => {
    expect(codeOf(mayExecute(status))).toBe(expected);
  });
});
