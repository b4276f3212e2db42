// @vitest-environment happy-dom
import type { FlagCase, ModeratedMember } from "@bbux/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { OPEN } from "../../governance/refunds/refunds.support.ts";
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
    media: [],
    url: null,
    state: "VISIBLE",
    createdAt: AT,
    bounty: null,
    interested: false,
    rival: false,
    own: false,
  },
  flaggedTexts: [],
  flagCount: 1,
  flags: [
    {
      id: "60",
      reporterUsername: "amara",
      reporterInterested: false,
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

const ONE = { page: 1, limit: 20, total: 1, pages: 1 };
const KENJI: ModeratedMember = {
  id: "9",
  username: "kenji",
  role: "user",
  reputationPoints: 12,
  createdAt: AT,
  suspendedAt: null,
  suspensionReason: null,
  votingFraud: false,
  withdrawalFreeze: null,
  openFlags: 0,
  upheldFlags: 0,
};

function desk(replies: Replies, search: ModerationSearch = {}) {
  const server = serve({ "moderation.counts": { flags: 1, appeals: 0, refundAppeals: 0 }, ...replies });
  show(<ModerationPage search={search} onSearch={() => {}} />, { ...MEMBER, role: "moderator" });
  return server;
}

describe("the moderators' page", () => {
  it("says 'Failed to load the flags', and loads them after another try", async () => {
    let fails = true;
    desk({ "moderation.queue": () => (fails ? refusal() : queueOf(CASE)) });
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load the flags");
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
    expect((await within(dialog).findByRole("alert")).textContent).toContain("That didn't work");
    expect(reason.value).toBe("Nothing wrong");
    fireEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(item.isConnected).toBe(false));
    const sent = { targetType: "post", targetId: "50", reason: "Nothing wrong" };
    expect(callsOf("moderation.dismiss").map(({ input }) => input)).toEqual([sent, sent]);
  });

  it("shows what something said when it was flagged, if its author has changed it since", async () => {
    const flaggedTexts = [
      { excerpt: "Send me your recovery code", content: "Send me your **recovery code**", flaggedAt: AT },
    ];
    desk({ "moderation.queue": queueOf({ ...CASE, flaggedTexts }) });
    const item = await screen.findByRole("article", { name: /Buy my course/ });
    expect(within(item).getByRole("term").textContent).toMatch(/^When it was flagged/);
    expect(within(item).getByRole("definition").textContent).toContain("Send me your recovery code");
    leave();
    desk({ "moderation.queue": queueOf(CASE) });
    await screen.findByRole("article", { name: /Buy my course/ });
    expect(screen.queryByText(/When it was flagged/)).toBeNull();
  });

  it("leaves cases, appeals and refunds to another moderator where this one asked or answered, and says why", async () => {
    const why =
      "You asked or answered this question, or voted on one of its answers or its refund before the bounty was paid, so another moderator has to decide.";
    const rival = { ...CASE, target: { ...CASE.target, interested: true } };
    desk({ "moderation.queue": queueOf(rival) });
    const item = await screen.findByRole("article", { name: /Buy my course/ });
    expect(within(item).getByText(why)).toBeTruthy();
    for (const act of ["Hide", "Dismiss", "Uphold"]) expect(within(item).queryByText(act)).toBeNull();
    leave();
    const flags = CASE.flags.map((flag) => ({ ...flag, status: "UPHELD" as const, decidedAt: AT, decidedBy: "mona" }));
    desk({ "moderation.queue": queueOf({ ...rival, flags }) }, { tab: "decided" });
    expect(await screen.findByRole("article", { name: /Buy my course/ })).toBeTruthy();
    expect(screen.queryByText(why)).toBeNull();
    leave();
    const hiding = {
      item: {
        id: "70",
        targetType: "post",
        targetId: "50",
        title: "Buy my course",
        content: "Cheap",
        media: [],
        reason: "Spam",
        hiddenAt: AT,
        restoredAt: null,
        mayAppeal: false,
        appeal: { status: "OPEN", reason: "It isn't", createdAt: AT, decidedAt: null, note: null },
      },
      target: rival.target,
      flaggedTexts: [],
      hiddenBy: "mona",
      own: false,
    };
    desk({ "moderation.appeals": { appeals: [hiding], pagination: ONE } }, { tab: "appeals" });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Restore it" })).toBeNull();
    leave();
    const appeal = { status: "OPEN", reason: "No", createdAt: AT, expiresAt: AT, decidedAt: null, note: null } as const;
    desk({ "refunds.list": [{ ...OPEN, appeal, interested: true }] }, { tab: "refunds" });
    expect(await screen.findByText(/^You take part in this bounty, decided about someone who does/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Grant appeal" })).toBeNull();
  });

  it("leaves a rival to another moderator, and says which flags are by those who take part in the bounty", async () => {
    const flags = CASE.flags.map((flag) => ({ ...flag, reporterInterested: true }));
    desk({ "moderation.queue": queueOf({ ...CASE, flags, target: { ...CASE.target, type: "user", rival: true } }) });
    const item = await screen.findByRole("article", { name: /Buy my course/ });
    expect(within(item).getByText(/^You and this member are both involved in a bounty/)).toBeTruthy();
    expect(within(item).getByText("Takes part in this bounty")).toBeTruthy();
    expect(within(item).queryByRole("button")).toBeNull();
  });

  it("suspends a member for voting fraud if that is ticked, and shows why it is refused of a rival", async () => {
    const replies = [
      () => refusal({ status: 403, code: "HAS_INTEREST", error: "Someone else must decide" }),
      () => ({ success: true }),
    ];
    const { callsOf } = desk(
      {
        "moderation.members": { members: [KENJI], pagination: ONE },
        "moderation.suspend": () => replies.shift()?.(),
      },
      { tab: "members" },
    );
    fireEvent.click(await screen.findByRole("button", { name: "Suspend kenji" }));
    const dialog = await screen.findByRole("dialog", { name: "Suspend kenji?" });
    expect(within(dialog).getByText(/no longer count toward any bounty/)).toBeTruthy();
    fireEvent.click(within(dialog).getByLabelText("Suspend for voting fraud"));
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "A ring" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Suspend" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain("Someone else must decide");
    fireEvent.click(within(dialog).getByRole("button", { name: "Suspend" }));
    await waitFor(() => expect(callsOf("moderation.suspend")).toHaveLength(2));
    const sent = { id: "9", reason: "A ring", votingFraud: true };
    expect(callsOf("moderation.suspend").map(({ input }) => input)).toEqual([sent, sent]);
  });

  it("adds voting fraud to a suspension", async () => {
    const { callsOf } = desk(
      {
        "moderation.members": { members: [{ ...KENJI, suspendedAt: AT, suspensionReason: "Spam" }], pagination: ONE },
        "moderation.suspend": { success: true },
      },
      { tab: "members" },
    );
    fireEvent.click(await screen.findByRole("button", { name: "Report voting fraud by kenji" }));
    const dialog = await screen.findByRole("dialog", { name: "Did kenji commit voting fraud?" });
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "A ring" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Report voting fraud" }));
    await waitFor(() => expect(callsOf("moderation.suspend")).toHaveLength(1));
    expect(callsOf("moderation.suspend")[0]?.input).toEqual({ id: "9", reason: "A ring", votingFraud: true });
  });

  it("freezes a member's withdrawals for the chosen days, of which a moderator has 7, with a reason", async () => {
    const { callsOf } = desk(
      {
        "moderation.members": { members: [KENJI], pagination: ONE },
        "moderation.freezeWithdrawals": { success: true },
      },
      { tab: "members" },
    );
    fireEvent.click(await screen.findByRole("button", { name: "Freeze withdrawals of kenji" }));
    const dialog = await screen.findByRole("dialog", { name: "Freeze the withdrawals of kenji?" });
    const days = within(dialog).getByLabelText<HTMLSelectElement>("For how long");
    expect([...days.options].map(({ text }) => text)).toEqual(["1 day", "3 days", "7 days"]);
    fireEvent.change(days, { target: { value: "3" } });
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Odd sign-ins" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Freeze" }));
    await waitFor(() => expect(callsOf("moderation.freezeWithdrawals")).toHaveLength(1));
    expect(callsOf("moderation.freezeWithdrawals")[0]?.input).toEqual({ id: "9", reason: "Odd sign-ins", days: 3 });
  });

  it("leaves a freeze to admins that an admin decided, and shows why", async () => {
    const withdrawalFreeze = { until: AT, reason: "Odd sign-ins", byAdmin: true };
    desk({ "moderation.members": { members: [{ ...KENJI, withdrawalFreeze }], pagination: ONE } }, { tab: "members" });
    expect(await screen.findByText("Odd sign-ins")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /withdrawals/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Suspend kenji" })).toBeTruthy();
  });

  it.each([
    ["appeals", "moderation.appeals", "We couldn't load the appeals"],
    ["refunds", "refunds.list", "We couldn't load the appeals"],
    ["members", "moderation.members", "Failed to load members"],
  ] as const)("says what failed to load in the tab %s", async (tab, procedure, sentence) => {
    desk({ [procedure]: refusal() }, { tab });
    expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  });
});
