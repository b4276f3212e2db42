// @vitest-environment happy-dom
import type { Answer, Comment, Post } from "@bbux/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fill, leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { takeIn } from "../../people/notifications/useLiveNotifications.ts";
import { AcceptButton } from "../answers/AcceptButton.tsx";
import { DeleteAnswerDialog } from "../answers/DeleteAnswerDialog.tsx";
import { AnswerComments } from "../comments/AnswerComments.tsx";
import { DeleteCommentDialog } from "../comments/DeleteCommentDialog.tsx";
import { Participants } from "./Participants.tsx";

afterEach(() => {
  leave();
  history.replaceState(null, "", "/");
});

const none = () => undefined;
const bob = { id: "8", username: "bob", profilePicture: null };
const answer = { id: "3", postId: "50", authorId: bob.id, author: bob, isAccepted: false } as Answer;
const comment = { id: "4", postId: "50", authorId: bob.id, author: bob } as Comment;
const post = { id: "50", authorId: MEMBER.id, status: "OPEN", bountyStatus: "NONE", reward: 0 } as unknown as Post;

function answerComesIn() {
  history.replaceState(null, "", "/posts/50");
  const onNews = takeIn();
  const latest = {
    id: "1",
    kind: "answer",
    title: "",
    message: "",
    read: false,
    createdAt: "2026-03-01T00:00:00.000Z",
  };
  onNews({ unread: 0, latest: null });
  onNews({ unread: 1, latest: { ...latest, navigation: { url: "/posts/50" } } as never });
}

it.each([
  ["an answer is accepted", <AcceptButton key="1" answer={answer} post={post} />, () => press("Accept")],
  ["an answer is deleted", <DeleteAnswerDialog key="1" answer={answer} opened onClose={none} />, () => press("Delete")],
  [
    "a comment is deleted",
    <DeleteCommentDialog key="1" comment={comment} opened onClose={none} />,
    () => press("Delete"),
  ],
  ["an answer of someone else comes in", null, answerComesIn],
])("who takes part is asked again when %s", async (_, part, doIt) => {
  const replies = [1, 2].map((answerCount) => {
    const roles = { isAsker: false, hasAccepted: false, answerCount, commentCount: 0, reputationPoints: 5 };
    return { participants: [{ ...bob, ...roles }], total: 1 };
  });
  const done = { success: true };
  serve({
    "posts.participants": () => replies.shift(),
    "answers.accept": done,
    "answers.delete": done,
    "comments.delete": done,
  });
  show(
    <>
      <Participants postId="50" />
      {part}
    </>,
  );
  await screen.findByText("1 answer");
  act(doIt);
  await screen.findByText("2 answers");
});

it("are asked for again when someone comments on an answer", async () => {
  const { count } = serve({
    "comments.list": { comments: [], userVotes: {} },
    "comments.create": { success: true, comment: { ...comment, answerId: "3", content: "Me too" } },
    "posts.participants": { participants: [], total: 0 },
  });
  const about = { ...answer, commentCount: 0, comments: [] } as Answer;
  const on = { ...post, author: bob, answers: [], comments: [], commentCount: 0 } as unknown as Post;
  show(
    <>
      <Participants postId="50" />
      <AnswerComments answer={about} post={on} />
    </>,
  );
  await waitFor(() => expect(count("posts.participants")).toBe(1));
  press("Comment on the answer by bob");
  fill("Your comment on the answer by bob", "Me too");
  fireEvent.submit(screen.getByRole("form"));
  await waitFor(() => expect(count("posts.participants")).toBe(2));
});
