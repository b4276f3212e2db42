import { DAY_MS, type ErrorCode, HOUR_MS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../platform/errors/errors.ts";
import {
  type Acquaintance,
  type BountyState,
  hindrances,
  mayAppeal,
  mayDecideAppeal,
  mayRequest,
  outcomeAtEnd,
  outcomeNow,
  type PostedBounty,
  type RequestState,
  settlesAfterRefusal,
  type VoterState,
} from "./refunds.rules.ts";

const now = new Date("2026-03-01T12:00:00Z");
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const codeOf = (verdict: Verdict): ErrorCode | "ok" => (verdict.ok ? "ok" : verdict.error.code);

const post: PostedBounty = { authorId: "ada", bountyStatus: "ESCROWED", bountyExpiresAt: at(-HOUR_MS) };

describe("requesting a refund", () => {
  it.each<[string, Partial<PostedBounty>, boolean, string, ErrorCode | "ok"]>([
    ["by its creator, expired", {}, false, "ada", "ok"],
    ["at the moment of its expiry", { bountyExpiresAt: now }, false, "ada", "ok"],
    ["by anyone else", {}, false, "bob", "FORBIDDEN"],
    ["a millisecond before its expiry", { bountyExpiresAt: at(1) }, false, "ada", "REFUND_NOT_OPEN"],
    ["a millisecond before 7 days are over", { bountyExpiresAt: at(1 - 7 * DAY_MS) }, false, "ada", "ok"],
    ["7 days after", { bountyExpiresAt: at(-7 * DAY_MS) }, false, "ada", "REFUND_WINDOW_CLOSED"],
    ["without a bounty", { bountyStatus: "NONE", bountyExpiresAt: null }, false, "ada", "NO_UNPAID_BOUNTY"],
    ["already paid", { bountyStatus: "PAID" }, false, "ada", "NO_UNPAID_BOUNTY"],
    ["already returned", { bountyStatus: "REFUNDED" }, true, "ada", "NO_UNPAID_BOUNTY"],
    ["for the second time", {}, true, "ada", "REFUND_EXISTS"],
  ])("%s [C1.08 M5.28 M5.29 M5.30]", (_, change, requested, viewer, expected) => {
    expect(codeOf(mayRequest({ ...post, ...change }, requested, viewer, now))).toBe(expected);
  });

  it("says when the window opens and closes", () => {
    const early = mayRequest({ ...post, bountyExpiresAt: at(5) }, false, "ada", now);
    expect(early.ok || early.error.details).toEqual({ refundFrom: at(5).toISOString() });
    const late = mayRequest({ ...post, bountyExpiresAt: at(-8 * DAY_MS) }, false, "ada", now);
    expect(late.ok || late.error.details).toEqual({ refundUntil: at(-DAY_MS).toISOString() });
  });
});

const request: RequestState = {
  kind: "REQUEST",
  userId: "ada",
  status: "PENDING",
  approveVotes: 0,
  rejectVotes: 0,
  requiredVotes: 5,
  byModerators: false,
  expiresAt: at(HOUR_MS),
  appealStatus: null,
  appealExpiresAt: null,
};
const bounty: BountyState = { inEscrow: true, settlesAt: at(DAY_MS) };
const standing: Acquaintance["standing"] = {
  isEstablished: true,
  isStaff: false,
  points: 50,
  needed: 50,
};
const voter: VoterState = { id: "bob", reputation: 50, joinedAt: at(-7 * DAY_MS), limitingVoteAt: null };
const known: Acquaintance = {
  standing,
  voted: false,
  engaged: true,
  answered: false,
  votedOnAnswer: false,
  asked: false,
  partisan: false,
  firstSeenAt: at(-5 * 60_000),
};

describe("voting on a refund", () => {
  type Case = [string, Partial<RequestState>, Partial<VoterState>, Partial<Acquaintance>, ErrorCode[]];
  it.each<Case>([
    ["by someone who just meets every rule", {}, {}, {}, []],
    ["on the voter's own request", {}, { id: "ada" }, {}, ["OWN_REQUEST"]],
    ["at its end", { expiresAt: now }, {}, {}, ["VOTING_CLOSED"]],
    ["a millisecond before its end", { expiresAt: at(1) }, {}, {}, []],
    ["on a rejected one", { status: "REJECTED" }, {}, {}, ["VOTING_CLOSED"]],
    ["on an approved one", { status: "APPROVED" }, {}, {}, ["VOTING_CLOSED"]],
    ["on a completed one", { status: "COMPLETED" }, {}, {}, ["VOTING_CLOSED"]],
    ["on an expired one", { status: "EXPIRED" }, {}, {}, ["VOTING_CLOSED"]],
    ["again", {}, {}, { voted: true }, ["ALREADY_VOTED"]],
    [
      "without being established",
      {},
      {},
      { standing: { ...standing, isEstablished: false, points: 49 } },
      ["VOTE_NOT_ESTABLISHED"],
    ],
    [
      "with the points, and too young",
      {},
      { joinedAt: now },
      { standing: { ...standing, isEstablished: false } },
      ["VOTE_ACCOUNT_AGE"],
    ],
    ["where moderators decide", { byModerators: true }, {}, { engaged: false }, ["VOTE_MODERATORS_ONLY"]],
    [
      "by a moderator who answered, where moderators decide",
      { byModerators: true },
      {},
      { standing: { ...standing, isStaff: true }, answered: true },
      ["HAS_INTEREST"],
    ],
    [
      "by a moderator who voted on an answer, where moderators decide",
      { byModerators: true },
      {},
      { standing: { ...standing, isStaff: true }, votedOnAnswer: true },
      ["HAS_INTEREST"],
    ],
    ["by a member who voted on an answer", {}, {}, { votedOnAnswer: true }, []],
    [
      "by a new moderator without activity, where moderators decide",
      { byModerators: true },
      { reputation: 0, joinedAt: now },
      { standing: { ...standing, isStaff: true }, engaged: false },
      [],
    ],
    ["with 49 points", {}, { reputation: 49 }, {}, ["VOTE_REPUTATION"]],
    ["a millisecond too young", {}, { joinedAt: at(1 - 7 * DAY_MS) }, {}, ["VOTE_ACCOUNT_AGE"]],
    ["without activity on the post", {}, {}, { engaged: false }, ["VOTE_ENGAGEMENT"]],
    ["a millisecond too soon", {}, {}, { firstSeenAt: at(1 - 5 * 60_000) }, ["VOTE_REVIEW_TIME"]],
    ["without ever having viewed it", {}, {}, { firstSeenAt: null }, ["VOTE_REVIEW_TIME"]],
    ["for the 11th time in 24 hours", {}, { limitingVoteAt: at(1 - DAY_MS) }, {}, ["VOTE_DAILY_LIMIT"]],
    ["when the first of ten is 24 hours old", {}, { limitingVoteAt: at(-DAY_MS) }, {}, []],
    [
      "against every rule, in the order of refusals",
      {},
      { reputation: 0, joinedAt: now, limitingVoteAt: now },
      { engaged: false, firstSeenAt: null },
      ["VOTE_REPUTATION", "VOTE_ACCOUNT_AGE", "VOTE_ENGAGEMENT", "VOTE_REVIEW_TIME", "VOTE_DAILY_LIMIT"],
    ],
  ])("%s [M4.25 M4.37 M5.16 M5.17 M5.18 M5.19 M5.20 M5.21]", (_, r, v, a, expected) => {
    const found = hindrances({ ...request, ...r }, { ...voter, ...v }, { ...known, ...a }, now);
    expect(found.map(({ code }) => code)).toEqual(expected);
  });

  it("says what is missing and, where waiting helps, until when [M5.16 M5.17 M5.19 M5.20]", () => {
    const young = { ...voter, reputation: 12, joinedAt: at(-DAY_MS), limitingVoteAt: at(-HOUR_MS) };
    const found = hindrances(request, young, { ...known, firstSeenAt: at(-60_000) }, now);
    expect(found.map(({ code, details }) => [code, details])).toEqual([
      ["VOTE_REPUTATION", { needed: 50, have: 12 }],
      ["VOTE_ACCOUNT_AGE", { availableAt: at(6 * DAY_MS).toISOString() }],
      ["VOTE_REVIEW_TIME", { availableAt: at(4 * 60_000).toISOString() }],
      ["VOTE_DAILY_LIMIT", { availableAt: at(23 * HOUR_MS).toISOString() }],
    ]);
    expect(found[0]?.message).toBe("You need 50 reputation points to vote on refunds. You have 12.");
  });
});

describe("counting votes", () => {
  it.each([
    [4, 4, null, "REJECTED"],
    [5, 0, "APPROVED", "APPROVED"],
    [5, 4, "APPROVED", "APPROVED"],
    [0, 5, "REJECTED", "REJECTED"],
    [4, 5, "REJECTED", "REJECTED"],
    [3, 2, null, "APPROVED"],
    [2, 3, null, "REJECTED"],
    [4, 0, null, "EXPIRED"],
    [0, 0, null, "EXPIRED"],
    [3, 3, null, "REJECTED"],
  ] as const)("%i for, %i against, of 5 [M4.24 M4.27 M4.28 M4.29]", (approveVotes, rejectVotes, during, after) => {
    const votes = { approveVotes, rejectVotes, requiredVotes: 5 };
    expect([outcomeNow(votes), outcomeAtEnd(votes)]).toEqual([during, after]);
  });
});

it("leaves 7 days after a rejection, or the time that was left if that is longer [M4.33]", () => {
  expect(settlesAfterRefusal(at(DAY_MS), now)).toEqual(at(7 * DAY_MS));
  expect(settlesAfterRefusal(at(8 * DAY_MS), now)).toEqual(at(8 * DAY_MS));
  expect(settlesAfterRefusal(null, now)).toEqual(at(7 * DAY_MS));
});

describe("appealing a rejected request", () => {
  type Case = [string, Partial<RequestState>, Partial<BountyState>, string, ErrorCode | "ok"];
  it.each<Case>([
    ["a rejection", { status: "REJECTED" }, {}, "ada", "ok"],
    ["a request with too few votes", { status: "EXPIRED" }, {}, "ada", "ok"],
    ["by someone else", { status: "REJECTED" }, {}, "bob", "FORBIDDEN"],
    ["an undecided request", {}, {}, "ada", "NO_APPEAL"],
    ["a paid request", { status: "COMPLETED" }, { inEscrow: false, settlesAt: null }, "ada", "NO_APPEAL"],
    ["for the second time", { status: "REJECTED", appealStatus: "DENIED" }, {}, "ada", "ALREADY_APPEALED"],
    ["while it is open", { status: "REJECTED", appealStatus: "OPEN" }, {}, "ada", "ALREADY_APPEALED"],
    ["after the settlement", { status: "REJECTED" }, { inEscrow: false, settlesAt: null }, "ada", "NO_APPEAL"],
    ["at the payout date", { status: "REJECTED" }, { settlesAt: now }, "ada", "NO_APPEAL"],
    ["a millisecond before the payout date", { status: "REJECTED" }, { settlesAt: at(1) }, "ada", "ok"],
  ])("%s [M4.35]", (_, r, b, viewer, expected) => {
    expect(codeOf(mayAppeal({ ...request, ...r }, { ...bounty, ...b }, viewer, now))).toBe(expected);
  });

  it.each<[string, Partial<RequestState>, string, ErrorCode | "ok"]>([
    ["an open one", {}, "mod", "ok"],
    ["of the moderator's own request", {}, "ada", "OWN_DECISION"],
    ["of the question that the moderator answered", {}, "rival", "HAS_INTEREST"],
    ["of a bounty whose author the moderator suspended", {}, "partisan", "HAS_INTEREST"],
    ["of a request that the moderator voted on", {}, "voter", "OWN_DECISION"],
    ["that doesn't exist", { appealStatus: null, appealExpiresAt: null }, "mod", "NO_APPEAL"],
    ["that is decided", { appealStatus: "DENIED" }, "mod", "NO_APPEAL"],
    ["that has lapsed", { appealExpiresAt: now }, "mod", "NO_APPEAL"],
  ])("deciding %s [C6.26 M4.36]", (_, change, viewer, expected) => {
    const open = { ...request, status: "REJECTED", appealStatus: "OPEN", appealExpiresAt: at(1) } as const;
    const [interested, voted, partisan] = [viewer === "rival", viewer === "voter", viewer === "partisan"];
    const judge = { id: viewer, interested, voted, partisan };
    expect(codeOf(mayDecideAppeal({ ...open, ...change }, judge, now))).toBe(expected);
  });
});
