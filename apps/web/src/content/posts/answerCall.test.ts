import { expect, it } from "vitest";
import { answerCall } from "./answerCall.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const post = {
  authorId: "1",
  status: "OPEN",
  reward: 5,
  bountyStatus: "ESCROWED",
  bountyExpiresAt: "2026-03-12T12:00:00.000Z",
  settlesAt: "2026-03-19T12:00:00.000Z",
  refund: null,
  answers: [],
} as const;
const mine = { authorId: "2" } as never;
const refund = { id: "9", status: "PENDING", expiresAt: "2026-03-19T12:00:00.000Z", appealOpen: false } as const;
const none = { reward: 0, bountyStatus: "NONE", bountyExpiresAt: null } as const;

it.each([
  ["bounty", "a visitor", {}, undefined],
  ["bounty", "a member", {}, "2"],
  ["bounty", "in the grace period", { bountyStatus: "EXPIRED", bountyExpiresAt: "2026-03-09T12:00:00.000Z" }, "2"],
  ["plain", "while a refund is being decided", { bountyStatus: "EXPIRED", refund }, "2"],
  ["plain", "without a bounty", none, "2"],
  [null, "the asker", {}, "1"],
  [null, "someone who has answered", { answers: [mine] }, "2"],
  [null, "an answered question", { status: "COMPLETED", bountyStatus: "PAID" }, "2"],
  [null, "a closed question", { status: "CLOSED", bountyStatus: "REFUNDED" }, "2"],
] as const)("invites to answer (%s): %s", (call, _, facts, viewer) => {
  expect(answerCall({ ...post, answers: [], ...facts } as Parameters<typeof answerCall>[0], viewer, now)).toBe(call);
});
