import { DAY_MS, type ErrorCode, UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../platform/errors/errors.ts";
import { mayAccept, mayAnswer, mayDelete, mayEdit, type PostState } from "./posts.rules.ts";

const plain: PostState = {
  authorId: "ada",
  status: "OPEN",
  bountyAmount: 0n,
  bountyStatus: "NONE",
  bountyExpiresAt: null,
  acceptedAnswerId: null,
  editedAt: null,
};
const expires = new Date("2026-01-08T00:00:00Z");
const escrowed: PostState = { ...plain, bountyAmount: UNIT, bountyStatus: "ESCROWED", bountyExpiresAt: expires };
const paid: PostState = { ...escrowed, status: "COMPLETED", bountyStatus: "PAID", acceptedAnswerId: "7" };
const refunded: PostState = { ...escrowed, status: "CLOSED", bountyStatus: "REFUNDED" };
const codeOf = (verdict: Verdict): ErrorCode | "ok" => (verdict.ok ? "ok" : verdict.error.code);

describe("accepting an answer", () => {
  it.each<[string, PostState, string, string, ErrorCode | "ok"]>([
    ["the asker, another's answer", plain, "bob", "ada", "ok"],
    ["the asker, their own answer, no bounty", plain, "ada", "ada", "ok"],
    ["the asker, another's answer, bounty", escrowed, "bob", "ada", "ok"],
    ["the asker, their own answer, bounty", escrowed, "ada", "ada", "OWN_ANSWER"],
    ["the answer's author", plain, "bob", "bob", "FORBIDDEN"],
    ["the answer's author, bounty", escrowed, "bob", "bob", "FORBIDDEN"],
    ["a third member", escrowed, "bob", "eve", "FORBIDDEN"],
    ["the asker, again, no bounty", { ...plain, status: "COMPLETED", acceptedAnswerId: "7" }, "bob", "ada", "ok"],
    ["the asker, after the payout", paid, "bob", "ada", "ALREADY_ACCEPTED"],
    ["a third member, after the payout", paid, "bob", "eve", "FORBIDDEN"],
    ["the asker, closed", { ...plain, status: "CLOSED" }, "bob", "ada", "POST_CLOSED"],
    ["the asker, refunded", refunded, "bob", "ada", "POST_CLOSED"],
  ])("%s [C1.04 C1.06 C4.20 C4.21]", (_, post, answerAuthor, viewer, expected) => {
    expect(codeOf(mayAccept(post, { authorId: answerAuthor, authorLeft: false }, viewer, false))).toBe(expected);
  });
  it("waits while a refund is being decided [M4.41]", () => {
    const answer = { authorId: "bob", authorLeft: false };
    expect(codeOf(mayAccept(escrowed, answer, "ada", true))).toBe("REFUND_PENDING");
    expect(codeOf(mayAccept(escrowed, answer, "eve", true))).toBe("FORBIDDEN");
  });
});

describe("editing a post", () => {
  const now = new Date("2026-01-02T00:00:00Z");
  const edited = (agoMs: number): PostState => ({ ...plain, editedAt: new Date(now.getTime() - agoMs) });
  it.each<[string, PostState, string, ErrorCode | "ok"]>([
    ["never edited", plain, "ada", "ok"],
    ["edited just now", edited(0), "ada", "EDIT_LOCKED"],
    ["edited 24 hours ago to the millisecond", edited(DAY_MS), "ada", "EDIT_LOCKED"],
    ["edited over 24 hours ago", edited(DAY_MS + 1), "ada", "ok"],
    ["edited by a clock ahead of ours", edited(-1_000), "ada", "EDIT_LOCKED"],
    ["someone else's", plain, "bob", "FORBIDDEN"],
    ["someone else's, locked", edited(0), "bob", "FORBIDDEN"],
    ["completed", paid, "ada", "ok"],
  ])("a post %s [C6.12 C6.14]", (_, post, viewer, expected) => {
    expect(codeOf(mayEdit(post, viewer, now))).toBe(expected);
  });
  it("says when a locked post opens [C6.14]", () => {
    const verdict = mayEdit(edited(DAY_MS - 1_000), "ada", now);
    expect(verdict.ok ? null : verdict.error.details).toEqual({ opensAt: "2026-01-02T00:00:01.000Z" });
  });
});

describe("deleting a post", () => {
  it.each<[string, PostState, string, boolean, ErrorCode | "ok"]>([
    ["without a bounty, unanswered", plain, "ada", false, "ok"],
    ["without a bounty, answered", plain, "ada", true, "ok"],
    ["with a bounty, unanswered", escrowed, "ada", false, "ok"],
    ["with a bounty, answered by others", escrowed, "ada", true, "BOUNTY_HAS_ANSWERS"],
    ["with a paid bounty", paid, "ada", true, "ok"],
    ["with a refunded bounty", refunded, "ada", true, "ok"],
    ["of someone else", plain, "bob", false, "FORBIDDEN"],
    ["of someone else, with a bounty and answers", escrowed, "bob", true, "FORBIDDEN"],
  ])("a post %s [C4.30 C6.13]", (_, post, viewer, answered, expected) => {
    expect(codeOf(mayDelete(post, viewer, { answeredByOthers: answered, refundOpen: false }))).toBe(expected);
  });
  it("names the time from which a refund can be requested [C4.30]", () => {
    const verdict = mayDelete(escrowed, "ada", { answeredByOthers: true, refundOpen: false });
    expect(verdict.ok ? null : verdict.error.details).toEqual({ refundFrom: expires.toISOString() });
  });
  it("waits while a refund is being decided, with or without answers", () => {
    for (const answeredByOthers of [true, false]) {
      expect(codeOf(mayDelete(escrowed, "ada", { answeredByOthers, refundOpen: true }))).toBe("REFUND_PENDING");
    }
  });
});

describe("answering a post", () => {
  it("is possible until the post is closed [C3.13]", () => {
    expect(codeOf(mayAnswer("OPEN"))).toBe("ok");
    expect(codeOf(mayAnswer("COMPLETED"))).toBe("ok");
    expect(codeOf(mayAnswer("CLOSED"))).toBe("POST_CLOSED");
  });
});
