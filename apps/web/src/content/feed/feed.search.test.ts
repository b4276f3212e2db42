import { listPostsInput } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { atomFeed, exportHref } from "./feed.elsewhere.ts";
import {
  activeFilters,
  chooseOrder,
  feedInput,
  orderOf,
  readFeedSearch,
  tabOf,
  tabSearch,
  tabsOf,
} from "./feed.search.ts";

describe("the feed in the URL", () => {
  it("requests page 1 of 10, newest first, by default [C9.01] [C9.03]", () => {
    expect(feedInput(readFeedSearch({}))).toEqual({ page: 1, limit: 10, sort: "newest" });
  });

  it("drops what it doesn't understand", () => {
    const mangled = {
      page: -1,
      sort: "sideways",
      filter: 7,
      dateRange: "decade",
      hasBounty: "maybe",
      search: "   ",
      tags: "",
    };
    expect(feedInput(readFeedSearch(mangled))).toEqual({ page: 1, limit: 10, sort: "newest" });
  });

  it("accepts the status in any case and searches for digits as text [C4.15] [C2.081]", () => {
    expect(readFeedSearch({ filter: "CLAIMED", search: 404 })).toEqual({ filter: "claimed", search: "404" });
  });

  it.each(["week", "month", "year"] as const)("passes on the date range %s", (dateRange) => {
    expect(feedInput(readFeedSearch({ dateRange }))).toMatchObject({ dateRange });
  });

  it("only makes calls that the contract accepts", () => {
    const all = {
      page: 3,
      sort: "mostVoted",
      filter: "open",
      dateRange: "year",
      hasBounty: true,
      tags: "a,b",
      search: "x",
    };
    expect(listPostsInput.parse(feedInput(readFeedSearch(all)))).toMatchObject({
      page: 3,
      sort: "mostvoted",
      tags: "a,b",
    });
  });
});

describe("the export of the feed", () => {
  it("requests the same result as the page, but all pages [C2.087]", () => {
    const search = readFeedSearch({
      page: 3,
      sort: "oldest",
      filter: "open",
      dateRange: "week",
      hasBounty: false,
      tags: "c++,rust",
      search: "a & b",
    });
    const url = new URL(exportHref(search, "md"), "https://bbux.example");
    expect(url.pathname).toBe("/api/posts/export");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      format: "md",
      sort: "oldest",
      filter: "open",
      dateRange: "week",
      hasBounty: "false",
      tags: "c++,rust",
      search: "a & b",
    });
  });
});

it("accepts votes as a synonym for mostVoted [C2.084]", () => {
  expect(readFeedSearch({ sort: "votes" }).sort).toBe("mostVoted");
});

describe("chips of the active filters", () => {
  it("include one for each filter and tag, but none for page or order", () => {
    const search = readFeedSearch({
      page: 2,
      sort: "oldest",
      filter: "open",
      hasBounty: true,
      tags: "go,rust",
      search: "lock",
    });
    expect(activeFilters(search).map(({ label }) => label)).toEqual(["“lock”", "Open", "With bounty", "go", "rust"]);
  });

  it("clear one tag and keep the others", () => {
    const [first, second] = activeFilters({ tags: "go,rust" });
    expect(first?.clear).toEqual({ tags: "rust" });
    expect(second?.clear).toEqual({ tags: "go" });
    expect(activeFilters({ tags: "go" })[0]?.clear).toEqual({ tags: undefined });
  });
});

describe("the order of the feed", () => {
  it("is by time, or by relevance for a search, unless one is chosen [C9.03]", () => {
    expect(orderOf({})).toBe("newest");
    expect(orderOf({ search: "x" })).toBe("best");
    expect(feedInput({ search: "x" })).toEqual({ page: 1, limit: 10, search: "x" });
    expect(feedInput({ search: "x", sort: "newest" })).toMatchObject({ sort: "newest" });
  });

  it("is in the URL only if it isn't the default", () => {
    expect(chooseOrder({ sort: "oldest" }, "newest")).toEqual({ sort: undefined });
    expect(chooseOrder({ search: "x" }, "newest")).toEqual({ sort: "newest" });
    expect(chooseOrder({ search: "x", sort: "newest" }, "best")).toEqual({ sort: undefined });
  });
});

describe("the tabs of the feed", () => {
  it("are in the URL, except for the two that are orders", () => {
    expect(readFeedSearch({ tab: "ENDINGSOON" }).tab).toBe("endingSoon");
    expect(readFeedSearch({ tab: "best" }).tab).toBeUndefined();
    expect(readFeedSearch({ tab: "mostVoted" })).toMatchObject({ tab: undefined, sort: "mostVoted" });
    expect(tabSearch({}, "newest")).toEqual({});
    expect(tabSearch({}, "mostVoted")).toEqual({ sort: "mostVoted" });
    expect(tabSearch({}, "forYou")).toEqual({ tab: "forYou" });
  });

  it("keep the filters, and begin at the first page in their own order", () => {
    const search = { page: 3, sort: "oldest", filter: "open", tags: "go", search: "lock" } as const;
    const filters = { filter: "open", tags: "go", search: "lock" };
    expect(tabSearch(search, "active")).toEqual({ ...filters, tab: "active" });
    expect(tabSearch(search, "best")).toEqual(filters);
    expect(tabSearch(search, "newest")).toEqual({ ...filters, sort: "newest" });
  });

  it.each([
    [{}, "newest"],
    [{ sort: "newest" }, "newest"],
    [{ sort: "mostVoted" }, "mostVoted"],
    [{ sort: "oldest" }, null],
    [{ search: "lock" }, "best"],
    [{ search: "lock", sort: "newest" }, "newest"],
    [{ tab: "unanswered", sort: "mostVoted" }, "unanswered"],
    [{ tab: "active", search: "lock" }, "active"],
  ] as const)("%j is shown by the tab %s", (search, tab) => {
    expect(tabOf(search)).toBe(tab);
  });

  it("begin with the best match in a search", () => {
    expect(tabsOf({ search: "lock" })).toEqual(["best", ...tabsOf({})]);
  });

  it("are requested by their name, and by an order only if one was chosen or is the default", () => {
    const page = { page: 1, limit: 10 };
    expect(feedInput({ tab: "active" })).toEqual({ ...page, tab: "active" });
    expect(feedInput({ tab: "unanswered" })).toEqual({ ...page, tab: "unanswered", sort: "newest" });
    expect(feedInput({ tab: "unanswered", search: "x" })).toEqual({ ...page, tab: "unanswered", search: "x" });
    expect(feedInput({ tab: "endingSoon", sort: "oldest" })).toEqual({ ...page, tab: "endingSoon", sort: "oldest" });
  });

  it("give way to a chosen order if they are one themselves, and otherwise stay", () => {
    expect(chooseOrder({ tab: "active" }, "newest")).toEqual({ tab: undefined, sort: undefined });
    expect(chooseOrder({ tab: "endingSoon" }, "oldest")).toEqual({ tab: undefined, sort: "oldest" });
    expect(chooseOrder({ tab: "unanswered" }, "mostVoted")).toEqual({ sort: "mostVoted" });
  });
});

it("follows one tag in a feed reader, otherwise all posts", () => {
  expect(atomFeed({ tags: "c#" })).toEqual({ tag: "c#", href: "/feeds/tags/c%23.atom" });
  expect(atomFeed({ tags: "go,rust" })).toEqual({ tag: null, href: "/feeds/community.atom" });
  expect(atomFeed({})).toEqual({ tag: null, href: "/feeds/community.atom" });
});
