// @vitest-environment happy-dom
import type { Answer, Post } from "@bbux/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { Toasts } from "../../lib/toasts.tsx";
import { AcceptButton } from "./AcceptButton.tsx";

afterEach(leave);

const POST = { id: "1", authorId: MEMBER.id, status: "OPEN", bountyStatus: "NONE", reward: 0 } as unknown as Post;
const ANSWER = { id: "2", authorId: "8", isAccepted: false, author: { username: "grace" } } as unknown as Answer;
const HELD = "Your withdrawals are held. Accept this answer once the hold has ended.";

it.each([
  ["until when", "2026-03-02T12:00:00.000Z", `${HELD} The hold ends on ${exactTime("2026-03-02T12:00:00.000Z")}.`],
  ["nothing more if staff end it", null, HELD],
])("says, of a payment that is held, %s", async (_, until, text) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  serve({
    "answers.accept": refusal({
      status: 403,
      code: "PAYMENTS_HELD",
      error: HELD,
      details: { cause: "password_reset", until },
    }),
  });
  show(
    <>
      <Toasts />
      <AcceptButton post={POST} answer={ANSWER} />
    </>,
  );
  press("Accept");
  expect(await screen.findByText(text)).toBeTruthy();
});

it("says on the button that pays how much, and begins at Cancel", async () => {
  const { count } = serve({ "answers.accept": { success: true } });
  const bounty = { bountyStatus: "ESCROWED", reward: 5, bountyExpiresAt: "2999-01-01T00:00:00.000Z" };
  show(<AcceptButton post={{ ...POST, ...bounty, settlesAt: null, refund: null } as Post} answer={ANSWER} />);
  press("Accept");
  const pay = await screen.findByRole("button", { name: "Accept and pay 5.00 BBUX" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  expect(count("answers.accept")).toBe(0);
  fireEvent.click(pay);
  await waitFor(() => expect(count("answers.accept")).toBe(1));
});
