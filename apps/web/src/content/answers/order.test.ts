import type { Answer } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { orderAnswers, pendingId, withAccepted } from "./order.ts";

function answer(id: string, part: Partial<Answer> = {}): Answer {
  return {
    id,
    postId: "1",
    content: "x",
    contentHtml: null,
    codeBlocks: [],
    isAccepted: false,
    authorId: "2",
    author: { id: "2", username: "ada", profilePicture: null },
    createdAt: "2026-03-01T12:00:00.000Z",
    editedAt: null,
    upvotes: 0,
    downvotes: 0,
    userVote: 0,
    authorReputation: 1,
    commentCount: 0,
    comments: [],
    ...part,
  };
}
const ids = (answers: Answer[]) => answers.map(({ id }) => id);

describe("the order of answers", () => {
  it("puts the accepted one first and leaves the rest in the server's order [C4.23]", () => {
    const answers = [
      answer("high", { upvotes: 9 }),
      answer("middle", { upvotes: 2 }),
      answer("accepted", { isAccepted: true, downvotes: 3 }),
      answer("low", { downvotes: 6 }),
    ];
    expect(ids(orderAnswers(answers))).toEqual(["accepted", "high", "middle", "low"]);
  });

  it("doesn't change when a vote is cast on the page", () => {
    expect(ids(orderAnswers([answer("a"), answer("b", { upvotes: 1 })]))).toEqual(["a", "b"]);
  });

  it("keeps the order of equals, and puts pending answers last", () => {
    expect(ids(orderAnswers([answer(pendingId("k")), answer("a"), answer("b")]))).toEqual(["a", "b", pendingId("k")]);
  });

  it("has exactly one accepted answer: accepting removes the mark from any other [C4.20]", () => {
    const marked = withAccepted([answer("a", { isAccepted: true }), answer("b")], "b");
    expect(marked.map(({ id, isAccepted }) => [id, isAccepted])).toEqual([
      ["b", true],
      ["a", false],
    ]);
  });
});
