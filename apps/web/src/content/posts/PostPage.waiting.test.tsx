// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useOutbox } from "../../app/shell/useOutbox.ts";
import { ToastHost } from "../../app/ToastHost.tsx";
import { leave, MEMBER, refusal, serve, show } from "../../lib/render.support.tsx";
import { addWaiting } from "../outbox/index.ts";
import { PostPage } from "./PostPage.tsx";

afterEach(leave);

function Sender() {
  useOutbox();
  return null;
}

it("a refusal is told with its reason and a way to the text, which is there on the page of a post that's gone", async () => {
  const gone = refusal({ status: 404, code: "NOT_FOUND", error: "Post not found" });
  serve({ "answers.create": gone, "posts.get": gone });
  addWaiting(MEMBER.id, {
    kind: "answer",
    id: "a",
    postId: "1",
    title: "Why?",
    draftKey: "bbux.draft.x",
    draft: "",
    triedAt: null,
    input: { postId: "1", content: "Answer a" },
  });
  show(
    <>
      <Sender />
      <ToastHost />
      <PostPage postId="1" thread={() => null} />
    </>,
  );
  const link = await screen.findByRole("link", { name: "Why?" });
  expect(link.getAttribute("href")).toBe("/posts/1");
  expect(await screen.findByText("This post is not here")).toBeTruthy();
  expect(screen.getByText("Answer a")).toBeTruthy();
  // In the notification and at the text.
  await waitFor(() => expect(screen.getAllByText("Not posted: Post not found")).toHaveLength(2));
});
