import { describe, expect, it } from "vitest";
import { mayAccept } from "./accepting.ts";

const post = { authorId: "asker", status: "OPEN", bountyStatus: "NONE" } as const;
const bounty = { ...post, bountyStatus: "ESCROWED" } as const;
const theirs = { authorId: "other", isAccepted: false };
const own = { authorId: "asker", isAccepted: false };

describe("who is offered to accept an answer", () => {
  it("the asker alone", () => {
    expect(mayAccept("asker", post, theirs)).toBe(true);
    expect(mayAccept("other", post, theirs)).toBe(false);
    expect(mayAccept(undefined, post, theirs)).toBe(false);
  });

  it("not for what is accepted, and still for another one while nothing was paid [C4.21]", () => {
    expect(mayAccept("asker", post, { ...theirs, isAccepted: true })).toBe(false);
    expect(mayAccept("asker", { ...post, status: "COMPLETED" }, theirs)).toBe(true);
    expect(mayAccept("asker", { ...bounty, status: "COMPLETED", bountyStatus: "PAID" }, theirs)).toBe(false);
  });

  it("not for one's own answer to one's own bounty, but for one's own without a bounty", () => {
    expect(mayAccept("asker", bounty, own)).toBe(false);
    expect(mayAccept("asker", { ...bounty, bountyStatus: "EXPIRED" }, own)).toBe(false);
    expect(mayAccept("asker", post, own)).toBe(true);
  });

  it("not on a closed post; still on an expired bounty", () => {
    expect(mayAccept("asker", { ...post, status: "CLOSED" }, theirs)).toBe(false);
    expect(mayAccept("asker", { ...bounty, bountyStatus: "EXPIRED" }, theirs)).toBe(true);
  });
});
