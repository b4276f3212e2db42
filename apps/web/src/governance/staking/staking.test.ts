import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { mostToUnstake, positionOf, readStake, readUnstake } from "./staking.ts";

const position = { staked: 10n * UNIT, locked: 4n * UNIT, available: 3n * UNIT };
const INVALID = { amount: null, problem: "Please enter a valid amount" };

describe("the amount of a stake", () => {
  it.each(["", "0", "0.000000000", "-1", "1e3", "abc", "0.0000000001"])("rejects '%s' [M5.01]", (typed) => {
    expect(readStake(typed, position)).toEqual(INVALID);
    expect(readUnstake(typed, position)).toEqual(INVALID);
  });

  it("can be anything from one base unit to the balance [M4.21]", () => {
    expect(readStake("0.000000001", position).amount).toBe(1n);
    expect(readStake("3", position).amount).toBe(3n * UNIT);
    expect(readStake("3.000000001", position).problem).toBe("Amount must be at most your balance, 3 BBUX");
  });
});

describe("the amount to unstake", () => {
  it("can be everything that no vote locks, and the rest is refused with the reason [M6.22]", () => {
    expect(mostToUnstake(position)).toBe(6n * UNIT);
    expect(readUnstake("6", position).amount).toBe(6n * UNIT);
    expect(readUnstake("6.5", position).problem).toBe(
      "Amount must be at most 6 BBUX: 4.0000 BBUX are locked by your votes",
    );
  });

  it("is at most the stake", () => {
    expect(readUnstake("10.5", position).problem).toBe("Amount must be at most your stake, 10 BBUX");
    expect(mostToUnstake({ ...position, locked: 11n * UNIT })).toBe(0n);
  });
});

it("reads a position from the API's format", () => {
  expect(positionOf({ stakedAmount: "1.5", lockedAmount: "0", available: "2" })).toEqual({
    staked: (3n * UNIT) / 2n,
    locked: 0n,
    available: 2n * UNIT,
  });
});
