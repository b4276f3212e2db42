import { TRUST_LEVELS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { mayDecide, mayReview, outcomeOf } from "./reviews.rules.ts";

const open = { authorId: "1", status: "OPEN", clears: 0, flags: 0, seen: true };
const reviewer = {
  accounts: ["2", "3"],
  level: "established",
  interested: false,
  tied: false,
  hasReviewed: false,
} as const;
const codeOf = (verdict: ReturnType<typeof mayDecide>) => (verdict.ok ? "ok" : verdict.error.code);

describe("a review", () => {
  it("is for established members and staff", () => {
    expect(TRUST_LEVELS.map((level) => codeOf(mayReview(level)))).toEqual([
      ...["REVIEWERS_ONLY", "REVIEWERS_ONLY"],
      ...["ok", "ok"],
    ]);
    expect(codeOf(mayDecide(open, { ...reviewer, level: "verified" }))).toBe("REVIEWERS_ONLY");
  });

  it.each([
    ["the author", open, { ...reviewer, accounts: ["2", "1"] }, "OWN_DECISION"],
    ["who has reviewed it", open, { ...reviewer, hasReviewed: true }, "ALREADY_REVIEWED"],
    ["who shares access with the author or a reviewer", open, { ...reviewer, tied: true }, "HAS_INTEREST"],
    ["who asked or answered the question", open, { ...reviewer, interested: true }, "HAS_INTEREST"],
    ["anyone once it is decided", { ...open, status: "CLEARED" }, reviewer, "REVIEW_CLOSED"],
    ["anyone once its post is gone", { ...open, seen: false }, reviewer, "REVIEW_CLOSED"],
  ])("isn't for %s", (_, review, by, code) => {
    expect(codeOf(mayDecide(review, by))).toBe(code);
  });

  it("is open to other reviewers", () => {
    expect(codeOf(mayDecide({ ...open, clears: 1, flags: 1 }, { ...reviewer, level: "staff" }))).toBe("ok");
  });

  it.each([
    [0, 0, "OPEN"],
    [1, 0, "OPEN"],
    [0, 1, "OPEN"],
    [1, 1, "OPEN"],
    [2, 0, "CLEARED"],
    [2, 1, "CLEARED"],
    [0, 2, "FLAGGED"],
    [1, 2, "FLAGGED"],
  ] as const)("with %i clears and %i flags is %s", (clears, flags, outcome) => {
    expect(outcomeOf({ clears, flags })).toBe(outcome);
  });
});
