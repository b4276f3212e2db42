import { describe, expect, it } from "vitest";
import { mayAccept } from "./accepting.ts";

const post = { authorId: "asker", status: "OPEN", bountyStatus: "NONE" } as const;
const bounty = { ...post, bountyStatus: "ESCROWED" } as const;
const theirs = { authorId: "other", isAccepted: false };
const own = { authorId: "asker", isAccepted: false };

describe("accepting an answer", () => {
  it("is offered only to the asker", () => {
    expect(mayAccept("asker", post, theirs)).toBe(true);
    expect(mayAccept("other", post, theirs)).toBe(false);
    expect(mayAccept(undefined, post, theirs)).toBe(false);
  });

  it("is not offered for the accepted one, but still for another while nothing was paid [C4.21]", () => {
    expect(mayAccept("asker", post, { ...theirs, isAccepted: true })).toBe(false);
    expect(mayAccept("asker", { ...post, status: "COMPLETED" }, theirs)).toBe(true);
    expect(mayAccept("asker", { ...bounty, status: "COMPLETED", bountyStatus: "PAID" }, theirs)).toBe(false);
  });

  it("is not offered for the asker's own answer to their own bounty, but is without a bounty", () => {
    expect(mayAccept("asker", bounty, own)).toBe(false);
    expect(mayAccept("asker", { ...bounty, bountyStatus: "EXPIRED" }, own)).toBe(false);
    expect(mayAccept("asker", post, own)).toBe(true);
  });

  it("is not offered on a closed post, but still on an expired bounty", () => {
    expect(mayAccept("asker", { ...post, status: "CLOSED" }, theirs)).toBe(false);
    expect(mayAccept("asker", { ...bounty, bountyStatus: "EXPIRED" }, theirs)).toBe(true);
  });
});
