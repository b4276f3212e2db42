import type { BountyStep } from "@bbux/contract";
import { expect, it } from "vitest";
import { timelineRows } from "./timelineRows.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
/** A step on a day of March, or without a date. */
const step = (kind: BountyStep["kind"], day: number | null, rest: Partial<BountyStep> = {}): BountyStep => ({
  kind,
  at: day === null ? null : `2026-03-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  result: null,
  username: null,
  ...rest,
});
const [posted, ended] = [step("POSTED", 1), step("ENDS", 8)];
const asked = step("REFUND_REQUESTED", 9);
const refused = step("VOTE_ENDS", 9, { result: "REFUSED" });

it.each([
  ["open", [posted, step("ENDS", 12), step("PAYOUT", 19)], ["✓ Posted", "→ Bounty ends", "Payout date"]],
  ["in the grace period", [posted, ended, step("PAYOUT", 15)], ["✓ Posted", "✓ Bounty ended", "→ Payout date"]],
  [
    "announced",
    [posted, ended, step("ANNOUNCED", 9), step("PAYOUT", 15)],
    ["✓ Posted", "✓ Bounty ended", "✓ Payment announced", "→ Payout date"],
  ],
  ["due", [posted, step("ENDS", 2), step("PAYOUT", 9)], ["✓ Posted", "✓ Bounty ended", "✓ Payout due"]],
  [
    "under a refund vote",
    [posted, ended, asked, step("VOTE_ENDS", 11), step("PAYOUT", null)],
    ["✓ Posted", "✓ Bounty ended", "✓ Refund requested", "→ Vote ends", "Payout date"],
  ],
  [
    "after a refused refund",
    [posted, ended, asked, refused, step("PAYOUT", 16)],
    ["✓ Posted", "✓ Bounty ended", "✓ Refund requested", "✓ Members didn't grant the refund", "→ Payout date"],
  ],
  [
    "under appeal",
    [posted, ended, asked, refused, step("APPEALED", 10), step("APPEAL_ENDS", 17), step("PAYOUT", null)],
    [
      ...["✓ Posted", "✓ Bounty ended", "✓ Refund requested", "✓ Members didn't grant the refund"],
      ...["✓ Asker appealed", "→ A moderator decides", "Payout date"],
    ],
  ],
  [
    "under an objection",
    [posted, ended, step("OBJECTED", 9), step("VOTE_ENDS", 11), step("PAYOUT", null)],
    ["✓ Posted", "✓ Bounty ended", "✓ Objection to the payment", "→ Vote ends", "Payout date"],
  ],
  [
    "returned by an objection",
    [posted, ended, step("OBJECTED", 9), step("VOTE_ENDS", 10, { result: "GRANTED" }), step("RETURNED", 10)],
    [
      ...["✓ Posted", "✓ Bounty ended", "✓ Objection to the payment"],
      ...["✓ Members upheld the objection", "✓ Returned to the asker"],
    ],
  ],
  [
    "returned by an appeal",
    [posted, ended, asked, refused, step("APPEAL_ENDS", 10, { result: "GRANTED" }), step("RETURNED", 10)],
    [
      ...["✓ Posted", "✓ Bounty ended", "✓ Refund requested", "✓ Members didn't grant the refund"],
      ...["✓ Appeal granted", "✓ Returned to the asker"],
    ],
  ],
  ["paid", [posted, step("PAID", 4, { username: "bob" })], ["✓ Posted", "✓ Paid to bob"]],
  ["paid, at an unknown time, for an answer that is gone", [posted, step("PAID", null)], ["✓ Posted", "✓ Paid"]],
] as const)("the timeline of a bounty that is %s", (_, steps, rows) => {
  const marks = { past: "✓ ", next: "→ ", later: "" };
  expect(timelineRows(steps, now).map(({ state, label }) => marks[state] + label)).toEqual(rows);
});

it("explains what the end and the payout date mean, until they have passed", () => {
  const notes = timelineRows([posted, step("ENDS", 12), step("PAYOUT", 19)], now).map(({ note }) => note);
  expect(notes).toEqual([null, expect.stringContaining("grace period"), expect.stringContaining("best voted answer")]);
  expect(timelineRows([posted, ended], now).map(({ note }) => note)).toEqual([null, null]);
});
