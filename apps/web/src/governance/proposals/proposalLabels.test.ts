import { describe, expect, it } from "vitest";
import { outcomeText, progress, shares } from "./proposalLabels.ts";

describe("the outcome of a proposal [M4.46]", () => {
  it("is a sentence", () => {
    const outcomeOf = (status: "PASSED" | "REJECTED" | "EXECUTED", outcome: "MAJORITY" | "NO_MAJORITY" | "NO_QUORUM") =>
      outcomeText({ status, outcome, type: "PARAMETER" }, true);
    expect(outcomeOf("EXECUTED", "MAJORITY")).toContain("in force");
    expect(outcomeOf("REJECTED", "NO_MAJORITY")).toContain("get a majority");
    expect(outcomeOf("REJECTED", "NO_QUORUM")).toContain("Not enough stake");
  });

  it("is open until the votes are counted", () => {
    const open = { status: "OPEN", outcome: null, type: "SIGNAL" } as const;
    expect(outcomeText(open, false)).toContain("passes when");
    expect(outcomeText(open, true)).toContain("being counted");
  });
});

describe("the vote bar", () => {
  it("has shares that add up", () => {
    expect(shares(1n, 2n)).toEqual({ one: 33.3, other: 66.7 });
    expect(shares(5n, 0n)).toEqual({ one: 100, other: 0 });
    expect(shares(0n, 0n)).toBeNull();
  });

  it("fills up to the quorum and not beyond", () => {
    expect(progress(5n, 10n)).toBe(0.5);
    expect(progress(20n, 10n)).toBe(1);
    expect(progress(0n, 0n)).toBe(1);
  });
});
