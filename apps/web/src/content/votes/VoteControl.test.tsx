// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leave, MEMBER, press, refusal, serve, show, unreached } from "../../lib/render.support.tsx";
import { setUser } from "../../lib/session.ts";
import { noticeLogout } from "../../lib/sessionEvents.ts";
import { Toasts } from "../../lib/toasts.tsx";
import { client } from "../../lib/trpc.ts";
import { keepVote, takeKeptVote } from "./keptVote.ts";
import { useKeptVotePage } from "./useKeptVotePage.ts";
import { VoteControl } from "./VoteControl.tsx";

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const target = { kind: "post", id: "50" } as const;
const counted = { qualityUpvotes: 4, qualityDownvotes: 0, totalVotes: 4, votes: { up: 4, down: 0 }, userVote: 1 };
const control = (userVote: -1 | 0 | 1 = 0) => (
  <VoteControl target={target} authorId="9" up={3} down={0} userVote={userVote} />
);
const PAGE = "/posts/50";
const quiet = { "notifications.unreadCount": { count: 0 } };
/** Stands for the app around each page. */
function Root() {
  useKeptVotePage();
  return null;
}
/** Whatever was called before has reached the server when this has. */
const sent = () => client.notifications.unreadCount.query();

describe("a visitor's arrow", () => {
  it("asks to sign in, and the vote is cast once they have [C6.07]", async () => {
    const { callsOf } = serve({ "posts.vote": counted });
    show(control(), null);
    const up = screen.getByRole("button", { name: "Upvote this post" });
    expect(up.getAttribute("aria-disabled")).toBe("true");
    expect(up.getAttribute("title")).toBe("Login to vote");
    expect(up.hasAttribute("aria-haspopup")).toBe(false);
    press("Upvote this post");
    const dialog = await screen.findByRole("dialog", { name: "Sign in to vote" });
    const link = within(dialog).getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toContain("/login?redirectTo=");
    expect(within(dialog).getAllByRole("link")).toEqual([link]);
    fireEvent.click(link);
    expect(callsOf("posts.vote")).toEqual([]);
    act(() => setUser(MEMBER));
    await waitFor(() => expect(callsOf("posts.vote").map(({ input }) => input)).toEqual([{ id: "50", value: 1 }]));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps nothing when they close the dialog instead", async () => {
    serve({});
    show(control(), null);
    press("Downvote this post");
    await screen.findByRole("dialog", { name: "Sign in to vote" });
    press("Close");
    expect(takeKeptVote(target)).toBeNull();
  });
});

describe("a member's vote", () => {
  it("is announced with the count that it led to, while others' votes change the count silently", async () => {
    serve({ "posts.vote": counted });
    show(control());
    expect(screen.getByRole("status").textContent).toBe("");
    press("Upvote this post");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("4 votes"));
  });
});

describe("a vote that was kept until the sign-in", () => {
  it("is said to be counted", async () => {
    serve({ "posts.vote": counted });
    keepVote(target, 1, PAGE);
    show(
      <>
        {control()}
        <Toasts />
      </>,
    );
    expect(await screen.findByText("Your vote was counted")).toBeTruthy();
  });

  it.each([
    ["Too many votes", () => refusal({ status: 429, error: "Too many votes" })],
    ["Network error", unreached],
  ])("is said not to be counted: %s", async (why, reply) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    serve({ "posts.vote": reply });
    keepVote(target, 1, PAGE);
    show(
      <>
        {control()}
        <Toasts />
      </>,
    );
    expect(await screen.findByText(`Your vote wasn't counted: ${why}`)).toBeTruthy();
  });

  it("doesn't withdraw the same vote of the member", async () => {
    const { count } = serve({ "posts.vote": counted, ...quiet });
    keepVote(target, 1, PAGE);
    show(control(1));
    expect(takeKeptVote(target)).toBeNull();
    await sent();
    expect(count("posts.vote")).toBe(0);
  });

  it("isn't sent for the member's own post", async () => {
    const { count } = serve({ "posts.vote": counted, ...quiet });
    keepVote(target, 1, PAGE);
    show(<VoteControl target={target} authorId={MEMBER.id} up={3} down={0} userVote={0} />);
    expect(takeKeptVote(target)).toBeNull();
    await sent();
    expect(count("posts.vote")).toBe(0);
  });

  it("belongs to one target, is taken once, and is forgotten after ten minutes", () => {
    vi.useFakeTimers();
    keepVote(target, -1, PAGE);
    expect(takeKeptVote({ kind: "post", id: "51" })).toBeNull();
    expect(takeKeptVote({ kind: "answer", id: "50", postId: "1" })).toBeNull();
    expect(takeKeptVote(target)).toBe(-1);
    expect(takeKeptVote(target)).toBeNull();
    keepVote(target, -1, PAGE);
    vi.advanceTimersByTime(10 * 60_000 + 1);
    expect(takeKeptVote(target)).toBeNull();
  });
});

describe("where a kept vote is dropped", () => {
  /** Keeps a vote on the way to the sign-in. */
  async function atLogin() {
    serve({});
    const { router } = show(<Root />, null);
    const go = (href: string) => act(async () => router.history.push(href));
    // Only mounted routers follow their history.
    const stop = router.history.subscribe(() => void router.load());
    await go(PAGE);
    keepVote(target, 1, PAGE);
    await go("/login?redirectTo=%2Fposts%2F50");
    return { go, stop };
  }

  it("stays on the way through a provider to the page that it was cast on, and no further", async () => {
    const { go, stop } = await atLogin();
    await go("/login/google");
    act(() => setUser(MEMBER));
    await go(`${PAGE}#comments`);
    expect(sessionStorage.getItem("bbux.vote")).not.toBeNull();
    await go(`${PAGE}?page=2`);
    expect(sessionStorage.getItem("bbux.vote")).toBeNull();
    stop();
  });

  it.each([PAGE, "/", "/signup", "/logins"])("goes when a visitor leaves the sign-in for %s", async (path) => {
    const { go, stop } = await atLogin();
    expect(sessionStorage.getItem("bbux.vote")).not.toBeNull();
    await go(path);
    expect(sessionStorage.getItem("bbux.vote")).toBeNull();
    stop();
  });

  it("isn't cast on another page that shows its target", async () => {
    const { count } = serve({ "posts.vote": counted, ...quiet });
    keepVote(target, 1, PAGE);
    show(
      <>
        {control()}
        <Root />
      </>,
    );
    expect(takeKeptVote(target)).toBeNull();
    await sent();
    expect(count("posts.vote")).toBe(0);
  });

  it("goes at sign-out", () => {
    keepVote(target, 1, PAGE);
    noticeLogout();
    expect(takeKeptVote(target)).toBeNull();
  });
});
