// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, MEMBER, show } from "../../lib/render.support.tsx";
import { addWaiting, type NewText, noteSending, waitingOf } from "./outbox.ts";
import { StrayTexts } from "./StrayTexts.tsx";
import { usePlace } from "./useWaiting.ts";

afterEach(leave);

const base = { triedAt: null, postId: "1", title: "Why?", draftKey: "bbux.draft.x", draft: "" };
const answer = (id: string, postId = "1"): NewText => ({
  ...base,
  kind: "answer",
  id,
  postId,
  input: { postId, content: `Answer ${id}` },
});
const comment = (id: string, answerId: string): NewText => ({
  ...base,
  kind: "comment",
  id,
  input: { postId: "1", answerId, content: `Comment ${id}` },
});
const ids = () => waitingOf(MEMBER.id).map(({ id }) => id);

/** A part of the page that shows its own texts. */
function Place({ answerId }: { answerId: string }) {
  usePlace("comment", { postId: "1", answerId });
  return null;
}

it("texts without a place on the page are shown whole, to copy or discard, and not while they are being sent", () => {
  addWaiting(MEMBER.id, answer("a"));
  addWaiting(MEMBER.id, comment("b", "2"));
  addWaiting(MEMBER.id, answer("c", "9"));
  const { again } = show(
    <>
      <Place answerId="2" />
      <StrayTexts postId="1" />
    </>,
  );
  expect(screen.getByText("Answer a")).toBeTruthy();
  expect(screen.queryByText("Comment b")).toBeNull();
  expect(screen.queryByText("Answer c")).toBeNull();

  again(<StrayTexts postId="1" />);
  expect(screen.getByText("Comment b")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Copy text" })).toHaveLength(2);
  act(() => noteSending("a"));
  const [first, second] = screen.getAllByRole<HTMLButtonElement>("button", { name: "Discard it" });
  expect([first?.disabled, second?.disabled]).toEqual([true, false]);
  act(() => noteSending(null));
  if (first) fireEvent.click(first);
  expect(ids()).toEqual(["b", "c"]);
  expect(screen.queryByText("Answer a")).toBeNull();
});
