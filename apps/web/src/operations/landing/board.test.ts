import type { PostSummary } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { BOARD, paidOut, winnable } from "./board.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");

function post(id: string, facts: Partial<PostSummary>): PostSummary {
  return {
    id,
    title: id,
    content: "",
    type: "question",
    authorId: "1",
    tags: [],
    codeBlocks: [],
    media: [],
    author: { id: "1", username: "maren", profilePicture: null },
    authorReputation: 0,
    activeAt: "2026-03-01T12:00:00.000Z",
    status: "OPEN",
    reward: 1,
    bountyAmount: 1,
    bountyStatus: "ESCROWED",
    bountyExpiresAt: "2026-03-02T12:00:00.000Z",
    createdAt: "2026-02-01T12:00:00.000Z",
    editedAt: null,
    answerCount: 0,
    commentCount: 0,
    acceptedAnswerId: null,
    qualityUpvotes: 0,
    qualityDownvotes: 0,
    totalVotes: 0,
    votes: { up: 0, down: 0 },
    userVote: 0,
    ...facts,
  };
}
const ids = (posts: readonly PostSummary[]) => posts.map(({ id }) => id);

describe("winnable", () => {
  it("leaves out bounties that nobody can win any more", () => {
    const posts = [
      post("open", {}),
      post("late", { bountyExpiresAt: "2026-03-01T11:59:59.000Z" }),
      post("expired", { bountyStatus: "EXPIRED" }),
      post("none", { bountyStatus: "NONE", bountyExpiresAt: null }),
    ];
    expect(ids(winnable(posts, now))).toEqual(["open"]);
  });

  it("keeps the first few, in the given order", () => {
    const posts = Array.from({ length: 9 }, (_, index) => post(`p${index}`, {}));
    expect(ids(winnable(posts, now))).toEqual(["p0", "p1", "p2", "p3", "p4"]);
  });
});

describe("paidOut", () => {
  const paid = (id: string) => post(id, { status: "COMPLETED", bountyStatus: "PAID", acceptedAnswerId: "7" });

  it("leaves out refunded bounties and posts without an accepted answer", () => {
    const posts = [
      paid("paid"),
      post("back", { bountyStatus: "REFUNDED", acceptedAnswerId: "7" }),
      post("settled", { bountyStatus: "PAID" }),
    ];
    expect(ids(paidOut(posts, 5))).toEqual(["paid"]);
  });

  it("is about as long as the list beside it", () => {
    const posts = Array.from({ length: 9 }, (_, index) => paid(`p${index}`));
    expect([0, 3, 4, 5].map((beside) => paidOut(posts, beside).length)).toEqual([3, 3, 4, BOARD.paid]);
  });
});
