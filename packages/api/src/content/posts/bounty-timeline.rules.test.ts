import { describe, expect, it } from "vitest";
import { type BountyFacts, bountyTimeline } from "./bounty-timeline.rules.ts";

const day = (n: number) => `2026-03-${String(n).padStart(2, "0")}T12:00:00.000Z`;
const open: BountyFacts = {
  status: "ESCROWED",
  postedAt: day(1),
  endsAt: day(8),
  settlesAt: day(15),
  settledAt: null,
  announcedAt: null,
  winner: null,
  requests: [],
};
const request = {
  isObjection: false,
  status: "PENDING",
  madeAt: day(9),
  endsAt: day(12),
  appealStatus: null,
  appealedAt: null,
  appealEndsAt: null,
};
const refused = { ...request, status: "REJECTED" };
const appealed = { ...refused, appealStatus: "OPEN", appealedAt: day(13), appealEndsAt: day(20) };
const objection = { ...request, isObjection: true, madeAt: day(14), endsAt: day(17) };

/** `KIND day [result or name]` of each step. */
const stepsOf = (facts: Partial<BountyFacts>) =>
  bountyTimeline({ ...open, ...facts }).map(({ kind, at, result, username }) =>
    [kind, at === null ? "?" : Number(at.slice(8, 10)), result ?? username ?? ""].join(" ").trim(),
  );

describe("the timeline of a bounty", () => {
  it.each([
    ["open", {}, ["POSTED 1", "ENDS 8", "PAYOUT 15"]],
    ["announced", { announcedAt: day(13) }, ["POSTED 1", "ENDS 8", "ANNOUNCED 13", "PAYOUT 15"]],
    [
      "under a refund vote",
      { requests: [request] },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 12", "PAYOUT ?"],
    ],
    [
      "returned by a vote, which ends a moment after the transaction began that returned it",
      { status: "REFUNDED", settledAt: day(10), requests: [{ ...request, status: "COMPLETED", endsAt: day(11) }] },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 11 GRANTED", "RETURNED 10"],
    ],
    [
      "after a refused refund",
      { requests: [refused], settlesAt: day(19) },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 12 REFUSED", "PAYOUT 19"],
    ],
    [
      "after a vote that nobody decided",
      { requests: [{ ...request, status: "EXPIRED" }] },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 12 REFUSED", "PAYOUT 15"],
    ],
    [
      "under appeal",
      { requests: [appealed] },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 12 REFUSED", "APPEALED 13", "APPEAL_ENDS 20", "PAYOUT ?"],
    ],
    [
      "under a vote on an objection, after a refused refund",
      { announcedAt: day(13), requests: [refused, objection] },
      [
        "POSTED 1",
        "ENDS 8",
        "REFUND_REQUESTED 9",
        "VOTE_ENDS 12 REFUSED",
        "ANNOUNCED 13",
        "OBJECTED 14",
        "VOTE_ENDS 17",
        "PAYOUT ?",
      ],
    ],
    ["paid before its end", { status: "PAID", settledAt: day(4), winner: "bob" }, ["POSTED 1", "PAID 4 bob"]],
    [
      "paid at its payout date",
      { status: "PAID", settledAt: day(15), announcedAt: day(13), winner: "bob" },
      ["POSTED 1", "ENDS 8", "ANNOUNCED 13", "PAID 15 bob"],
    ],
    ["paid for an answer that is gone", { status: "PAID", settledAt: day(4) }, ["POSTED 1", "PAID 4"]],
    [
      "returned by a vote",
      { status: "REFUNDED", settledAt: day(12), requests: [{ ...request, status: "COMPLETED" }] },
      ["POSTED 1", "ENDS 8", "REFUND_REQUESTED 9", "VOTE_ENDS 12 GRANTED", "RETURNED 12"],
    ],
    [
      "returned by an appeal",
      {
        status: "REFUNDED",
        settledAt: day(16),
        requests: [{ ...appealed, status: "COMPLETED", appealStatus: "GRANTED", appealEndsAt: day(16) }],
      },
      [
        "POSTED 1",
        "ENDS 8",
        "REFUND_REQUESTED 9",
        "VOTE_ENDS 12 REFUSED",
        "APPEALED 13",
        "APPEAL_ENDS 16 GRANTED",
        "RETURNED 16",
      ],
    ],
    ["returned before its end", { status: "REFUNDED", settledAt: day(3) }, ["POSTED 1", "RETURNED 3"]],
  ] as const)("%s", (_, facts, steps) => expect(stepsOf(facts)).toEqual(steps));
});
