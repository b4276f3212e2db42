import { LIMITS } from "@bbux/contract";
import { oneOf, wholeNumber, words } from "../../lib/searchParams.ts";

export const MODERATION_TABS = ["flags", "decided", "appeals", "refunds", "tags", "members", "shared"] as const;
export type ModerationTab = (typeof MODERATION_TABS)[number];

/** The page's state in the URL. Defaults (flags, page 1, open appeals) are left out. */
export interface ModerationSearch {
  readonly tab?: ModerationTab | undefined;
  readonly page?: number | undefined;
  /** Shows decided appeals or proposed tags instead of open ones. */
  readonly status?: "decided" | undefined;
  /** Part of a member's name, or for shared access the whole. */
  readonly search?: string | undefined;
  readonly suspended?: true | undefined;
}

export function readModerationSearch(given: Readonly<Record<string, unknown>>): ModerationSearch {
  const tab = oneOf(MODERATION_TABS, given.tab);
  const page = wholeNumber(given.page, LIMITS.page);
  return {
    tab: tab === "flags" ? undefined : tab,
    page: page === 1 ? undefined : page,
    status: tab === "appeals" || tab === "tags" ? oneOf(["decided"], given.status) : undefined,
    search: tab === "members" || tab === "shared" ? words(given.search, 64) : undefined,
    suspended: tab === "members" && given.suspended === true ? true : undefined,
  };
}

/** Changes the URL; the list returns to its first page. `replace` adds no history entry (typing). */
export type OnModerationSearch = (change: Partial<ModerationSearch>, options?: { replace?: boolean }) => void;
