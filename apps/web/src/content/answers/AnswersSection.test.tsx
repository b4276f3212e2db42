// @vitest-environment happy-dom
import type { Post } from "@bbux/contract";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, MEMBER, serve, show } from "../../lib/render.support.tsx";
import { AnswersSection } from "./AnswersSection.tsx";

afterEach(leave);

it.each([
  ["its asker", MEMBER.id, "No answers yet."],
  ["others", "8", "No answers yet. Be the first to answer!"],
])("a question without answers invites others to answer, but not its asker: %s [C8.42]", (_, authorId, text) => {
  serve({ "answers.list": { answers: [], userVotes: {} } });
  // Closed, so that it takes no answer and needs no form.
  const post = { id: "50", authorId, status: "CLOSED", answers: [], answerCount: 0 } as unknown as Post;
  show(<AnswersSection post={post} comments={() => null} />);
  expect(screen.getByText(text)).toBeTruthy();
});
