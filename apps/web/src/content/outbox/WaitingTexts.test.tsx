// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, MEMBER, show } from "../../lib/render.support.tsx";
import { addWaiting, noteAttempt, noteSending, waitingOf } from "./outbox.ts";
import { useWaiting } from "./useWaiting.ts";
import { WaitingTexts } from "./WaitingTexts.tsx";

afterEach(leave);

const taken: string[] = [];

function Below({ answerId }: { answerId?: string }) {
  const texts = useWaiting(MEMBER.id, "comment", { postId: "1", answerId });
  return <WaitingTexts userId={MEMBER.id} texts={texts} onTakeBack={({ input }) => taken.push(input.content)} />;
}

it("a text that waits is shown below what it is about; one that was refused says why, and both can be taken back, but not while they are being sent", async () => {
  const base = {
    kind: "comment",
    triedAt: null,
    postId: "1",
    title: "Why?",
    draftKey: "bbux.draft.x",
    draft: "",
  } as const;
  addWaiting(MEMBER.id, { ...base, id: "a", input: { postId: "1", content: "On the question" } });
  addWaiting(MEMBER.id, { ...base, id: "b", input: { postId: "1", answerId: "2", content: "On the answer" } });
  const { again } = show(<Below />);
  expect(screen.getByText("On the question")).toBeTruthy();
  expect(screen.getByText("Waiting. We'll post this when you're back online.")).toBeTruthy();
  expect(screen.queryByText("On the answer")).toBeNull();

  noteAttempt(MEMBER.id, "b", { problem: "This post is closed" });
  again(<Below answerId="2" />);
  expect(await screen.findByText("Not posted: This post is closed")).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Take back" });
  act(() => noteSending("b"));
  expect(button.disabled).toBe(true);
  act(() => noteSending(null));
  fireEvent.click(button);
  expect(taken).toEqual(["On the answer"]);
  expect(screen.queryByText("On the answer")).toBeNull();
  expect(waitingOf(MEMBER.id).map(({ id }) => id)).toEqual(["a"]);
});
