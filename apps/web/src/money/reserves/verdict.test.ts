import { describe, expect, it } from "vitest";
import { REPORT as report } from "./reserves.support.ts";
import { LIABILITIES, verdictOf } from "./verdict.ts";

describe("the verdict on the reserves", () => {
  it("is backed when both sides are equal", () => {
    expect(verdictOf(report)).toMatchObject({ tone: "good", title: "Every BBUX is backed by SOL on-chain" });
  });

  it("explains a difference by transfers in progress", () => {
    const inFlight = { arriving: "0.5", leaving: "0.25" };
    const { tone, text } = verdictOf({ ...report, status: "in_flight", difference: "0.25", inFlight });
    expect(tone).toBe("good");
    expect(text).toBe(
      "The sides differ by 0.2500 SOL, all of it in transfers under way: 0.5000 SOL has arrived and is not credited yet, 0.2500 SOL has been paid out and is not booked yet.",
    );
  });

  it.each([
    ["-0.000000001", "0.000000001 SOL less"],
    ["3", "3.0000 SOL more"],
  ])("doesn't gloss over an unexplained difference: %s", (unexplained, words) => {
    const verdict = verdictOf({ ...report, status: "mismatch", unexplained });
    expect(verdict).toMatchObject({ tone: "bad", title: "The books and the chain don't match" });
    expect(verdict.text).toContain(words);
  });

  it("is unsure about an old comparison, but doesn't take back that something is missing", () => {
    expect(verdictOf({ ...report, isStale: true })).toMatchObject({
      tone: "unsure",
      title: "The last comparison with the chain is out of date",
    });
    expect(verdictOf({ ...report, isStale: true, status: "mismatch", unexplained: "-1" }).tone).toBe("bad");
  });

  it("says when the chain has not been read", () => {
    expect(verdictOf({ ...report, status: "unknown" }).tone).toBe("unsure");
  });
});

it("lists every kind of liability", () => {
  const { total, ...kinds } = report.liabilities;
  expect(LIABILITIES.map(({ key }) => key).sort()).toEqual(Object.keys(kinds).sort());
});
