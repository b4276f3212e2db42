import { describe, expect, it } from "vitest";
import { deletionOutlook } from "./deletion.ts";

const post = {
  authorId: "1",
  bountyStatus: "ESCROWED" as const,
  bountyExpiresAt: "2026-03-10T12:00:00.000Z",
  reward: 50,
  answers: [] as { authorId: string }[],
};

describe("what the delete dialog says", () => {
  it("names the sum that is refunded to the wallet, and says that the fee is kept [C4.28]", () => {
    expect(deletionOutlook(post)).toEqual({
      refused: false,
      text: "The bounty of 50 BBUX is refunded to your wallet. The fee that it was placed with is kept. This cannot be undone.",
    });
  });

  it("says beforehand that a post with an unpaid bounty and somebody's answer cannot be deleted", () => {
    const { refused, text } = deletionOutlook({ ...post, answers: [{ authorId: "1" }, { authorId: "2" }] });
    expect(refused).toBe(true);
    expect(text).toContain("10 March 2026");
  });

  it("does not count the asker's own answer", () => {
    expect(deletionOutlook({ ...post, answers: [{ authorId: "1" }] }).refused).toBe(false);
  });

  it.each(["NONE", "PAID", "REFUNDED"] as const)("promises no refund for a bounty that is %s", (bountyStatus) => {
    const { refused, text } = deletionOutlook({ ...post, bountyStatus, answers: [{ authorId: "2" }] });
    expect(refused).toBe(false);
    expect(text).not.toContain("refund");
  });
});
