import { DAY_MS, type ErrorCode } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { type AnnouncedBounty, type BountyVote, isVotedOn, mayObject, type Objector } from "./objection.rules.ts";

const now = new Date("2026-03-01T12:00:00Z");
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const bounty: AnnouncedBounty = {
  bountyStatus: "ESCROWED",
  settlesAt: at(DAY_MS),
  announced: true,
  reviewed: true,
  voted: false,
  payable: true,
};
const objector: Objector = { isEstablished: true, engaged: true };

describe("the votes on a bounty", () => {
  const request: BountyVote = { kind: "REQUEST", status: "REJECTED", answerId: null };
  const objection: BountyVote = { kind: "OBJECTION", status: "REJECTED", answerId: "7" };
  it.each<[string, BountyVote[], string | null, boolean]>([
    ["none", [], "7", false],
    ["on a refund", [request], "7", true],
    ["on this answer", [objection], "7", true],
    ["on another answer", [objection], "8", false],
    ["on another answer, still open", [{ ...objection, status: "PENDING" }], "8", true],
    ["on an answer, and none is left to pay", [objection], null, false],
  ])("%s rule out an objection or not", (_, votes, answer, expected) => {
    expect(isVotedOn(votes, answer === null ? null : { id: answer })).toBe(expected);
  });
});

describe("objecting to a payment", () => {
  it.each<[string, Partial<AnnouncedBounty>, Partial<Objector>, ErrorCode | "ok"]>([
    ["by an established member who engaged", {}, {}, "ok"],
    ["a millisecond before the payout date", { settlesAt: at(1) }, {}, "ok"],
    ["at the payout date", { settlesAt: now }, {}, "OBJECTION_NOT_OPEN"],
    ["before the notice", { announced: false }, {}, "OBJECTION_NOT_OPEN"],
    ["to a small bounty", { reviewed: false }, {}, "OBJECTION_NOT_OPEN"],
    ["when it goes back anyway", { payable: false }, {}, "OBJECTION_NOT_OPEN"],
    ["once it is paid", { bountyStatus: "PAID", voted: true }, {}, "NO_UNPAID_BOUNTY"],
    ["after members were asked", { voted: true }, {}, "OBJECTION_SETTLED"],
    ["without having engaged", {}, { engaged: false }, "OBJECTION_ENGAGEMENT"],
    ["without being established", {}, { isEstablished: false }, "OBJECTION_NOT_ESTABLISHED"],
  ])("%s", (_, change, who, expected) => {
    const verdict = mayObject({ ...bounty, ...change }, { ...objector, ...who }, now);
    expect(verdict.ok ? "ok" : verdict.error.code).toBe(expected);
  });
});
