import type { FeedTab, ListPostsInput } from "@bbux/contract";

/** The orders of a feed. */
export type FeedOrder = "newest" | "oldest" | "votes" | "active" | "bounty" | "ending";

/** What a tab narrows the feed to: posts that wait for an answer, bounties that can be won, or tags that the viewer follows. */
export type TabNarrowing = "waiting" | "winnable" | "followed";

interface Tab {
  readonly only?: TabNarrowing;
  /** Without one, newest first, and a search by relevance. */
  readonly order?: FeedOrder;
}

/** Each tab of the feed: which posts it shows, and their order unless the caller sorts them. */
export const TABS: Readonly<Record<FeedTab, Tab>> = {
  /** All posts, newest first. */
  newest: { order: "newest" },
  /** All posts, by the latest question, answer, comment or edit that readers can see. */
  active: { order: "active" },
  /** Open posts without a visible answer. */
  unanswered: { only: "waiting" },
  /** Bounties in escrow whose time hasn't ended, the highest first. */
  highestbounty: { only: "winnable", order: "bounty" },
  /** The same bounties, the first to end first. */
  endingsoon: { only: "winnable", order: "ending" },
  /** All posts, by net votes. */
  mostvoted: { order: "votes" },
  /** Posts with any of the tags that the viewer follows. */
  foryou: { only: "followed" },
};

/** Returns the order of a feed; undefined stands for newest first, and for relevance in a search. */
export function feedOrder({ sort, tab }: Pick<ListPostsInput, "sort" | "tab">): FeedOrder | undefined {
  if (sort === "mostvoted") return "votes";
  return sort ?? (tab && TABS[tab].order);
}
