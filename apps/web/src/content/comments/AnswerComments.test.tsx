// @vitest-environment happy-dom
import type { Answer, Comment, Post } from "@bbux/contract";
import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { addWaiting } from "../outbox/index.ts";
import { AnswerComments } from "./AnswerComments.tsx";

afterEach(leave);

const bob = { id: "8", username: "bob", profilePicture: null };
const comment = (id: string): Comment => ({
  id,
  postId: "50",
  answerId: "3",
  content: `Comment ${id}`,
  contentHtml: null,
  authorId: bob.id,
  author: bob,
  createdAt: "2026-01-01T00:00:00.000Z",
  upvotes: 0,
  downvotes: 0,
  userVote: 0,
});
const answer = { id: "3", postId: "50", author: bob, commentCount: 2, comments: [comment("1")] } as unknown as Answer;
const post = { id: "50", author: bob, answers: [], comments: [], commentCount: 0 } as unknown as Post;
const all = { comments: [comment("1"), comment("2")], userVotes: {} };
const FIRST_COMMENT = "answer-3-comment-1";

describe("the comments on an answer", () => {
  it("stay open when a link to one of them is no longer in the URL", async () => {
    serve({ "comments.list": all });
    const { router } = show(<AnswerComments answer={answer} post={post} />);
    expect(screen.queryByText("Comment 2")).toBeNull();
    await act(() => router.navigate({ to: "/", hash: FIRST_COMMENT }));
    await screen.findByText("Comment 2");
    await act(() => router.navigate({ to: "/", hash: "" }));
    expect(screen.getByText("Comment 2")).toBeTruthy();
  });

  it("keep the focus when a button for them disappears", async () => {
    serve({ "comments.list": all });
    show(<AnswerComments answer={answer} post={post} />);
    press("Show 1 more comment");
    await screen.findByText("Comment 2");
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Comments on this answer" }));
    press("Comment on the answer by bob");
    expect(screen.getByRole("form", { name: "Comment on the answer by bob" })).toBeTruthy();
    press("Cancel");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Comment on the answer by bob" }));
  });

  it("that may have been posted without a response are posted under the same key when taken back", async () => {
    const { callsOf } = serve({ "comments.list": all, "comments.create": { success: true, comment: comment("9") } });
    const draftKey = `bbux.draft.comment.${MEMBER.id}.3`;
    const content = "Posted, perhaps";
    const input = { postId: "50", answerId: "3", content };
    const text = { id: "key-a", triedAt: 5, postId: "50", title: "Why?", draftKey, draft: content, input };
    addWaiting(MEMBER.id, { kind: "comment", ...text });
    show(<AnswerComments answer={answer} post={post} />);
    press("Take back");
    press("Post comment");
    await vi.waitFor(() => expect(callsOf("comments.create")).toHaveLength(1));
    const [call] = callsOf("comments.create");
    expect(call?.input).toEqual(input);
    expect(call?.headers.get("idempotency-key")).toBe("key-a");
    await vi.waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.startsWith("bbux.taken."))).toEqual([]),
    );
  });
});
