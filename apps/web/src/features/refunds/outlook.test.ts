import { describe, expect, it } from "vitest";
import { appealOutlook, outlookOf } from "./outlook.ts";

const request = {
  status: "PENDING" as const,
  requiredVotes: 5,
  communityVotes: 3,
  expiresAt: "2026-03-12T12:00:00.000Z",
  settlesAt: "2026-03-19T12:00:00.000Z",
  mayAppeal: false,
  appeal: null,
};
const appeal = {
  ...{ status: "OPEN" as const, reason: "They had not read it", createdAt: "2026-03-12T13:00:00.000Z" },
  ...{ expiresAt: "2026-03-20T13:00:00.000Z", decidedAt: null, note: null },
};

describe("what happens next with one's own request", () => {
  it("names the end of voting, and how many votes decide", () => {
    expect(outlookOf(request)).toMatch(/vote until 12 March 2026.*5 equal votes decide at once/);
  });

  it("says why it was refused, and until when it can be appealed and an answer accepted [M4.35]", () => {
    const open = { ...request, status: "REJECTED" as const, mayAppeal: true };
    expect(outlookOf(open)).toMatch(/voted refused.*accept an answer, or appeal once, until 19 March 2026/);
    expect(outlookOf({ ...open, mayAppeal: false })).not.toContain("appeal");
    expect(outlookOf({ ...open, status: "EXPIRED" })).toContain("Only 3 of 5 votes");
    expect(outlookOf({ ...open, settlesAt: null })).toContain("has been settled since");
  });

  it("waits for a moderator while an appeal is open", () => {
    expect(outlookOf({ ...request, status: "REJECTED", appeal })).toContain("A moderator decides");
  });

  it("says where the money is", () => {
    expect(outlookOf({ ...request, status: "COMPLETED" })).toBe("The bounty is back in your wallet.");
  });
});

it("an appeal is open until a date, final once decided, and may lapse", () => {
  expect(appealOutlook(appeal)).toContain("20 March 2026");
  expect(appealOutlook({ ...appeal, status: "DENIED" })).toContain("final");
  expect(appealOutlook({ ...appeal, status: "GRANTED" })).toContain("went back");
  expect(appealOutlook({ ...appeal, status: "LAPSED" })).toContain("lapsed");
});
