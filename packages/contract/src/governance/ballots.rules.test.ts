import { describe, expect, it } from "vitest";
import { ballotOf, motionOf } from "./ballots.rules.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const OPEN = { status: "PENDING", expiresAt: inHours(40), own: false, userVote: null, hindrances: [] } as const;
const hindrance = (code: string, availableAt: string | null = null) => ({ code, message: code, availableAt });
const state = (request: object) => ballotOf({ ...OPEN, ...request }, NOW).state;

describe("a refund request", () => {
  it("can be voted on by a member whom nothing hinders, or only the review time [M5.25]", () => {
    expect(state({})).toBe("vote");
    expect(state({ hindrances: [hindrance("VOTE_REVIEW_TIME", inHours(0.05))] })).toBe("vote");
    expect(state({ hindrances: [hindrance("VOTE_REVIEW_TIME")] })).toBe("vote");
  });

  it("is no matter for members whose own it is, who have voted, or once voting is over [M5.21 M4.37 M4.25]", () => {
    const hindrances = [hindrance("OWN_REQUEST")];
    expect(state({ own: true, hindrances })).toBe("none");
    expect(state({ userVote: "approve", hindrances })).toBe("none");
    expect(state({ status: "REJECTED", hindrances })).toBe("none");
    expect(state({ expiresAt: inHours(0), hindrances })).toBe("none");
  });

  it("can be voted on later if everything that is missing comes in time, from the last of it on [M5.17 M5.20]", () => {
    const reasons = [hindrance("VOTE_ACCOUNT_AGE", inHours(5)), hindrance("VOTE_DAILY_LIMIT", inHours(3))];
    const review = hindrance("VOTE_REVIEW_TIME", inHours(0.05));
    expect(ballotOf({ ...OPEN, hindrances: [...reasons, review] }, NOW)).toEqual({
      state: "later",
      from: inHours(5),
      reasons,
    });
    expect(state({ hindrances: [hindrance("VOTE_DAILY_LIMIT", inHours(0))] })).toBe("vote");
  });

  it("is barred with each reason when one of them outlasts the voting time [M5.16 M5.17 M5.18]", () => {
    const reasons = [hindrance("VOTE_REPUTATION"), hindrance("VOTE_DAILY_LIMIT", inHours(3))];
    expect(ballotOf({ ...OPEN, hindrances: reasons }, NOW)).toEqual({ state: "barred", reasons });
    expect(state({ hindrances: [hindrance("VOTE_ACCOUNT_AGE", inHours(41))] })).toBe("barred");
  });
});

describe("a proposal", () => {
  const MOTION = { status: "OPEN", closesAt: inHours(40), userVote: null, userPower: "1.5" } as const;

  it("can be voted on with voting power, once, until it closes [M4.45]", () => {
    expect(motionOf(MOTION, NOW)).toBe("vote");
    expect(motionOf({ ...MOTION, userVote: "for" }, NOW)).toBe("none");
    expect(motionOf({ ...MOTION, closesAt: inHours(0) }, NOW)).toBe("none");
    expect(motionOf({ ...MOTION, status: "PASSED" }, NOW)).toBe("none");
  });

  it("is barred to members without voting power [M6.21]", () => {
    expect(motionOf({ ...MOTION, userPower: "0" }, NOW)).toBe("barred");
    expect(motionOf({ ...MOTION, userPower: null }, NOW)).toBe("barred");
  });
});
