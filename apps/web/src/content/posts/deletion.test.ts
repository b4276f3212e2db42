import { describe, expect, it } from "vitest";
import { deletionOutlook } from "./deletion.ts";

const expiry = "2026-03-10T06:00:00.000Z";
const before = Date.parse(expiry) - 1;
const after = Date.parse(expiry) + 1;
const post = {
  authorId: "1",
  bountyStatus: "ESCROWED" as const,
  bountyExpiresAt: expiry,
  settlesAt: "2026-03-17T06:00:00.000Z",
  refund: null,
  reward: 50,
  answers: [] as { authorId: string }[],
};
const answered = { ...post, answers: [{ authorId: "1" }, { authorId: "2" }] };
const refund = { id: "9", status: "PENDING", expiresAt: "2026-03-12T06:00:00.000Z", appealOpen: false } as const;

describe("the delete dialog", () => {
  it("names the amount that returns to the wallet, and says that the fee is kept [C4.28]", () => {
    expect(deletionOutlook(post, before)).toEqual({
      refused: false,
      text: "The bounty of 50.00 BBUX is refunded to your wallet. The fee that it was placed with is kept. This cannot be undone.",
    });
  });

  it("says in advance that a post with an unpaid bounty and another member's answer can't be deleted", () => {
    const { refused, text, next } = deletionOutlook(answered, before);
    expect(refused).toBe(true);
    expect(text).toContain("10 March 2026");
    expect(next).toBeUndefined();
  });

  it("points to the refund request once one is possible or exists [M4.26]", () => {
    expect(deletionOutlook(answered, after)).toMatchObject({ refused: true, next: "ask" });
    const refused = { ...answered, refund: { ...refund, status: "REJECTED" as const } };
    expect(deletionOutlook(refused, after)).toMatchObject({ refused: true, next: "see" });
  });

  it("says that nothing is deleted while a refund is being decided, answered or not", () => {
    for (const one of [post, answered]) {
      expect(deletionOutlook({ ...one, refund }, after)).toMatchObject({ refused: true, next: "see" });
    }
  });

  it("does not count the asker's own answer", () => {
    expect(deletionOutlook({ ...post, answers: [{ authorId: "1" }] }, before).refused).toBe(false);
  });

  it.each(["NONE", "PAID", "REFUNDED"] as const)("promises no refund for a bounty that is %s", (bountyStatus) => {
    const { refused, text } = deletionOutlook({ ...post, bountyStatus, answers: [{ authorId: "2" }] }, after);
    expect(refused).toBe(false);
    expect(text).not.toContain("refund");
  });
});
