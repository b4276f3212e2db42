import { LIMITS } from "@bbux/contract";
import { oneOf, wholeNumber, words } from "../../searchParams.ts";

export const MODERATION_TABS = ["flags", "decided", "appeals", "refunds", "members"] as const;
export type ModerationTab = (typeof MODERATION_TABS)[number];

/** The page's state, as it stands in the URL. Defaults (flags, page 1, open appeals) do not appear. */
export interface ModerationSearch {
  readonly tab?: ModerationTab | undefined;
  readonly page?: number | undefined;
  /** Appeals that are decided instead of those that wait. */
  readonly status?: "decided" | undefined;
  /** Part of a member's name. */
  readonly search?: string | undefined;
  readonly suspended?: true | undefined;
}

export function readModerationSearch(given: Readonly<Record<string, unknown>>): ModerationSearch {
  const tab = oneOf(MODERATION_TABS, given.tab);
  const page = wholeNumber(given.page, LIMITS.page);
  return {
    tab: tab === "flags" ? undefined : tab,
    page: page === 1 ? undefined : page,
    status: tab === "appeals" ? oneOf(["decided"], given.status) : undefined,
    search: tab === "members" ? words(given.search, 64) : undefined,
    suspended: tab === "members" && given.suspended === true ? true : undefined,
  };
}

/** Changes the URL; the list goes back to its first page. `replace` leaves no step in the history (typing). */
export type OnModerationSearch = (change: Partial<ModerationSearch>, options?: { replace?: boolean }) => void;
