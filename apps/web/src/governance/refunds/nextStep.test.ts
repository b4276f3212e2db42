import { describe, expect, it } from "vitest";
import { appealText, nextStepText } from "./nextStep.ts";

const request = {
  kind: "REQUEST" as const,
  status: "PENDING" as const,
  requiredVotes: 5,
  communityVotes: 3,
  expiresAt: "2026-03-12T06:00:00.000Z",
  settlesAt: "2026-03-19T06:00:00.000Z",
  mayAppeal: false,
  appeal: null,
};
const appeal = {
  status: "OPEN" as const,
  reason: "They had not read it",
  createdAt: "2026-03-12T13:00:00.000Z",
  expiresAt: "2026-03-20T07:00:00.000Z",
  decidedAt: null,
  note: null,
};

describe("the next step of a member's own request", () => {
  it("names the end of voting, and how many votes decide", () => {
    expect(nextStepText(request)).toMatch(/vote until 12 March 2026.*5 equal votes decide immediately/);
  });

  it("names the reason for a denial, and the time limit for appealing it or accepting an answer [M4.35]", () => {
    const open = { ...request, status: "REJECTED" as const, mayAppeal: true };
    expect(nextStepText(open)).toMatch(/voted against.*accept an answer, or appeal once, until 19 March 2026/);
    expect(nextStepText({ ...open, mayAppeal: false })).not.toContain("appeal");
    expect(nextStepText({ ...open, status: "EXPIRED" })).toContain("Only 3 of 5 votes");
    expect(nextStepText({ ...open, settlesAt: null })).toContain("has been settled since");
  });

  it("is a moderator's decision while an appeal is open", () => {
    expect(nextStepText({ ...request, status: "REJECTED", appeal })).toContain("A moderator decides");
  });

  it("is the vote of others if it's an objection, which can't be appealed", () => {
    const objection = { ...request, kind: "OBJECTION" as const };
    expect(nextStepText(objection)).toMatch(/vote until 12 March 2026.*a tie, the bounty is paid as announced/);
    expect(nextStepText({ ...objection, status: "EXPIRED" })).toBe(
      "The bounty is paid as announced. The vote is final.",
    );
    expect(nextStepText({ ...objection, status: "COMPLETED" })).toBe("The bounty went back to the asker.");
  });

  it("says where the money is", () => {
    expect(nextStepText({ ...request, status: "COMPLETED" })).toBe("The bounty is back in your wallet.");
  });
});

it("describes an appeal as open until a date, final once decided, or lapsed", () => {
  expect(appealText(appeal)).toContain("20 March 2026");
  expect(appealText({ ...appeal, status: "DENIED" })).toContain("final");
  expect(appealText({ ...appeal, status: "GRANTED" })).toContain("went back");
  expect(appealText({ ...appeal, status: "LAPSED" })).toContain("lapsed");
});
