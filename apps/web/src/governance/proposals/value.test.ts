import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { readValue } from "./value.ts";

describe("the new value of a parameter [M4.44]", () => {
  it.each([
    ["bountyFee", "4", 400n],
    ["bountyFee", "4.25", 425n],
    ["bountyFee", "0,5", 50n],
    ["bountyFee", ".5", 50n],
    ["baseRate", "0.05", 500n],
    ["baseRate", "0.0501", 501n],
    ["requiredVotes", "7", 7n],
    ["signalStake", "2.5", (5n * UNIT) / 2n],
  ] as const)("%s typed as '%s' is stored as %s", (name, typed, value) => {
    expect(readValue(name, typed)).toEqual({ value, problem: null });
  });

  it.each([
    ["bountyFee", "", "Please enter the new value"],
    ["bountyFee", "4.255", "Please enter a number with at most 2 decimals, such as 4.5"],
    ["bountyFee", "-1", "Please enter a number with at most 2 decimals, such as 4.5"],
    ["bountyFee", "10.01", "Fee on a bounty must be at most 10%"],
    ["baseRate", "0.3", "Base reward rate must be at most 0.200% a day"],
    ["requiredVotes", "1.5", "Please enter a whole number, such as 5"],
    ["requiredVotes", "0", "Votes that decide a refund must be at least 1"],
  ] as const)("%s typed as '%s' is refused: %s", (name, typed, problem) => {
    expect(readValue(name, typed)).toEqual({ value: null, problem });
  });
});
