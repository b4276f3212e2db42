// @vitest-environment happy-dom
import type { FlagCase } from "@bbux/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { ModerationPage } from "./ModerationPage.tsx";
import type { ModerationSearch } from "./moderation.search.ts";

afterEach(leave);

const AT = "2026-03-01T00:00:00.000Z";
const CASE: FlagCase = {
  target: {
    type: "post",
    id: "50",
    authorId: "9",
    authorUsername: "kenji",
    authorRole: "user",
    authorSuspended: false,
    title: "Buy my course",
    excerpt: "Cheap",
    content: "Cheap",
    url: null,
    state: "VISIBLE",
    createdAt: AT,
    bounty: null,
  },
  flagCount: 1,
  flags: [
    {
      id: "60",
      reporterUsername: "amara",
      reason: "SPAM",
      note: null,
      status: "OPEN",
      createdAt: AT,
      decidedAt: null,
      decidedBy: null,
    },
  ],
};
const queueOf = (...cases: readonly FlagCase[]) => ({
  cases,
  pagination: { page: 1, limit: 20, total: cases.length, pages: 1 },
});

function desk(replies: Replies, search: ModerationSearch = {}) {
  const server = serve({ "moderation.counts": { flags: 1, appeals: 0, refundAppeals: 0 }, ...replies });
  show(<ModerationPage search={search} onSearch={() => {}} />, { ...MEMBER, role: "moderator" });
  return server;
}

describe("the moderators' page", () => {
  it("says 'Failed to load the flags', and loads them after another try", async () => {
    let fails = true;
    desk({ "moderation.queue": () => (fails ? refusal() : queueOf(CASE)) });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load the flags");
    fails = false;
    press("Try again");
    expect(await screen.findByRole("article", { name: /Buy my course/ })).toBeTruthy();
  });

  it("says when a decision could not be made and keeps the reason; a decided case leaves the queue", async () => {
    let open = [CASE];
    const replies = [
      () => refusal({ status: 500 }),
      () => {
        open = [];
        return { success: true };
      },
    ];
    const { callsOf } = desk({
      "moderation.queue": () => queueOf(...open),
      "moderation.dismiss": () => replies.shift()?.(),
    });
    const item = await screen.findByRole("article", { name: /Buy my course/ });
    fireEvent.click(within(item).getByText("Dismiss"));
    const dialog = await screen.findByRole("dialog", { name: "Dismiss the flags?" });
    const reason = within(dialog).getByRole<HTMLTextAreaElement>("textbox");
    fireEvent.change(reason, { target: { value: "Nothing wrong" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain("This could not be done");
    expect(reason.value).toBe("Nothing wrong");
    fireEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(item.isConnected).toBe(false));
    const sent = { targetType: "post", targetId: "50", reason: "Nothing wrong" };
    expect(callsOf("moderation.dismiss").map(({ input }) => input)).toEqual([sent, sent]);
  });

  it.each([
    ["appeals", "moderation.appeals", "Failed to load the appeals"],
    ["refunds", "refunds.list", "Failed to load the appeals"],
    ["members", "moderation.members", "Failed to load members"],
  ] as const)("says what failed to load in the tab %s", async (tab, procedure, sentence) => {
    desk({ [procedure]: refusal() }, { tab });
    expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  });
});
