// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { queryClient } from "../../lib/trpc.ts";
import { FeedPage } from "./FeedPage.tsx";
import type { FeedSearch } from "./feed.search.ts";

const TAG = { id: "1", name: "rust", description: null, color: "#5f6f6a", postCount: 3 };
const NONE = { posts: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };
const BOARD = {
  endingSoon: [{ id: "5", title: "Which lock?", reward: 2.5, bountyExpiresAt: "2126-03-01T12:00:00.000Z" }],
  openVotes: [
    { kind: "refund", id: "8", title: "Nobody answered", closesAt: "2126-03-01T12:00:00.000Z" },
    { kind: "proposal", id: "9", title: "Another fee", closesAt: "2126-03-01T12:00:00.000Z" },
  ],
  popularTags: [],
  month: "2026-03",
  topEarners: [{ author: { id: "3", username: "bob", profilePicture: null }, earned: 5, bounties: 2 }],
};

function open(search: FeedSearch, replies: object, member: typeof MEMBER | null = MEMBER) {
  const server = serve({ "posts.list": NONE, "stats.board": BOARD, ...replies });
  show(<FeedPage search={search} onSearch={() => undefined} />, member);
  return server;
}

const wide = (matches: boolean) =>
  vi.stubGlobal("matchMedia", () => ({ matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }));

beforeEach(() => wide(false));
afterEach(leave);

describe("the tabs", () => {
  it("are links with the same filters, of which one is current", async () => {
    open({ tab: "unanswered", tags: "go" }, {});
    const tabs = within(screen.getByRole("navigation", { name: "Questions to show" })).getAllByRole("link");
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
      ["Newest", "/community?tags=go"],
      ["Active", "/community?tab=active&tags=go"],
      ["Unanswered", "/community?tab=unanswered&tags=go"],
      ["Highest bounty", "/community?tab=highestBounty&tags=go"],
      ["Ending soon", "/community?tab=endingSoon&tags=go"],
      ["Most voted", "/community?tags=go&sort=mostVoted"],
      ["For you", "/community?tab=forYou&tags=go"],
    ]);
    expect(tabs.filter((tab) => tab.getAttribute("aria-current")).map((tab) => tab.textContent)).toEqual([
      "Unanswered",
    ]);
  });

  it.each([
    ["unanswered", "Every question has an answer", "See the newest questions", "/community"],
    ["endingSoon", "No open bounties", "Ask a question with a bounty", "/posts/create"],
    ["highestBounty", "No open bounties", "Ask a question with a bounty", "/posts/create"],
    [undefined, "No posts yet", "Ask the first question", "/posts/create"],
  ] as const)("lead on from %s when it is empty", async (tab, title, action, href) => {
    open({ tab }, {});
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole("link", { name: action }).getAttribute("href")).toBe(href);
  });
});

describe("the tab For you", () => {
  it("asks visitors to sign in, and requests nothing for them", async () => {
    const server = open({ tab: "forYou" }, {}, null);
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toContain("/login?redirectTo=");
    expect(server.count("posts.list") + server.count("tags.followed")).toBe(0);
  });

  it("lets a member without tags choose them, and then shows their posts", async () => {
    const server = open(
      { tab: "forYou" },
      { "tags.followed": { data: [] }, "tags.list": { data: [TAG] }, "tags.follow": { data: [TAG] } },
    );
    expect(await screen.findByText("Choose your tags")).toBeDefined();
    await act(async () => screen.getByRole("combobox", { name: "Tags to follow" }).click());
    await act(async () => (await screen.findByRole("option", { name: "rust" })).click());
    press("Follow these tags");
    expect(await screen.findByText("Following rust")).toBeDefined();
    expect(server.callsOf("tags.follow").map(({ input }) => input)).toEqual([{ tags: ["rust"] }]);
    expect(await screen.findByText("No questions with your tags yet")).toBeDefined();
  });

  it("lets a member change the tags, and leave them as they are", async () => {
    const server = open({ tab: "forYou" }, { "tags.followed": { data: [TAG] }, "tags.list": { data: [TAG] } });
    expect(await screen.findByText("Following rust")).toBeDefined();
    press("Change tags");
    press("Cancel");
    expect(await screen.findByText("Following rust")).toBeDefined();
    expect(server.count("tags.follow")).toBe(0);
  });

  it("keeps the tags in sight when asking for them again fails", async () => {
    let fails = false;
    const failure = refusal({ status: 429, code: "RATE_LIMITED" });
    const server = open({ tab: "forYou" }, { "tags.followed": () => (fails ? failure : { data: [TAG] }) });
    expect(await screen.findByText("Following rust")).toBeDefined();
    fails = true;
    await act(() => queryClient.invalidateQueries());
    expect(server.count("tags.followed")).toBe(2);
    expect(screen.getByText("Following rust")).toBeDefined();
  });
});

describe("the column beside the feed", () => {
  it("shows what ends soon, what is voted on and who earned most, without empty lists", async () => {
    wide(true);
    open({}, {});
    const side = screen.getByRole("complementary", { name: "Community highlights" });
    expect((await within(side).findByRole("link", { name: "Which lock?" })).getAttribute("href")).toBe("/posts/5");
    expect(within(side).getByRole("link", { name: "Nobody answered" }).getAttribute("href")).toBe("/refund-requests/8");
    expect(within(side).getByRole("link", { name: "Another fee" }).getAttribute("href")).toBe(
      "/governance/proposals/9",
    );
    expect(within(side).getByRole("heading", { name: "Top earners in March" })).toBeDefined();
    expect(within(side).queryByRole("heading", { name: "Popular tags" })).toBeNull();
  });

  it("stays when asking for it again fails", async () => {
    wide(true);
    let fails = false;
    const failure = refusal({ status: 429, code: "RATE_LIMITED" });
    const server = open({}, { "stats.board": () => (fails ? failure : BOARD) });
    expect(await screen.findByRole("link", { name: "Which lock?" })).toBeDefined();
    fails = true;
    await act(() => queryClient.invalidateQueries());
    expect(server.count("stats.board")).toBe(2);
    expect(screen.getByRole("link", { name: "Which lock?" })).toBeDefined();
  });
});
