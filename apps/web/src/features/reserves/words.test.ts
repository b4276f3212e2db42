import type { Reserves } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { LIABILITIES, verdictOf } from "./words.ts";

const report: Reserves = {
  checkedAt: "2026-03-01T12:00:00.000Z",
  slot: 12,
  status: "matched",
  liabilities: {
    ...{
      members: "10",
      stakes: "0",
      escrow: "2",
      holds: "0",
      treasury: "0.1",
      pools: "0",
      suspense: "0",
      equity: "1",
      total: "13.1",
    },
  },
  onChain: {
    hotWallet: { address: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp", sol: "13.1" },
    depositAddresses: { count: 3, funded: 0, sol: "0" },
    total: "13.1",
  },
  inFlight: { arriving: "0", leaving: "0" },
  difference: "0",
  unexplained: "0",
};

describe("the verdict on the reserves", () => {
  it("calls them backed when both sides are equal", () => {
    expect(verdictOf(report)).toMatchObject({ tone: "good", title: "Every BBUX is backed by SOL on the chain" });
  });

  it("explains a difference by what is under way", () => {
    const inFlight = { arriving: "0.5", leaving: "0.25" };
    const { tone, text } = verdictOf({ ...report, status: "in_flight", difference: "0.25", inFlight });
    expect(tone).toBe("good");
    expect(text).toBe(
      "The sides differ by 0.2500 SOL, and all of it is transfers under way: 0.5000 SOL has arrived and is not credited yet, 0.2500 SOL has been paid out and is not booked yet.",
    );
  });

  it.each([
    ["-0.000000001", "0.000000001 SOL less"],
    ["3", "3.0000 SOL more"],
  ])("does not gloss over what nothing explains: %s", (unexplained, words) => {
    const verdict = verdictOf({ ...report, status: "mismatch", unexplained });
    expect(verdict).toMatchObject({ tone: "bad", title: "The books and the chain do not agree" });
    expect(verdict.text).toContain(words);
  });

  it("says when the chain has not been asked", () => {
    expect(verdictOf({ ...report, status: "unknown" }).tone).toBe("unsure");
  });
});

it("lists every kind of what is owed", () => {
  const { total, ...kinds } = report.liabilities;
  expect(LIABILITIES.map(({ key }) => key).sort()).toEqual(Object.keys(kinds).sort());
});
