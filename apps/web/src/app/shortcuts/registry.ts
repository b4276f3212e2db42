import { isReviewer, type User } from "@bbux/contract";
import { openPalette, openShortcutsSheet, togglePalette } from "./overlay.ts";
import { bookmark, focusFeedSearch, moveInRows, openNotifications, upvote, writeAnswer } from "./page.ts";

/** Where the keys for places lead: routes without parameters. */
const PLACES = [
  { key: "h", to: "/", title: "Front page", who: "everyone" },
  { key: "c", to: "/community", title: "Community", who: "everyone" },
  { key: "p", to: "/profile", title: "Your profile", who: "member" },
  { key: "w", to: "/wallet", title: "Wallet", who: "member" },
  { key: "t", to: "/transactions", title: "Transactions", who: "member" },
  { key: "b", to: "/profile/bookmarks", title: "Your bookmarks", who: "member" },
  { key: "g", to: "/governance", title: "Governance", who: "member" },
  { key: "v", to: "/governance/proposals", title: "Proposals", who: "member" },
  { key: "r", to: "/refund-requests", title: "Refund requests", who: "member" },
  { key: "s", to: "/settings", title: "Settings", who: "member" },
  { key: "d", to: "/docs", title: "Documentation", who: "everyone" },
  { key: "m", to: "/moderation", title: "Moderation", who: "moderator" },
  { key: "a", to: "/admin", title: "Admin Panel", who: "admin" },
] as const;

/** What a shortcut might need from the app. */
export interface Reach {
  readonly go: (to: (typeof PLACES)[number]["to"] | "/posts/create") => void;
  readonly toggleChat: () => void;
}

/** @returns false where it has nothing to do on this page, which leaves the key to the browser */
type Run = (reach: Reach) => boolean;
export type Who = "everyone" | "member" | "reviewer" | "moderator" | "admin";
export const GROUPS = ["Anywhere", "Go to", "Lists", "On a post", "Moderation"] as const;
export type Group = (typeof GROUPS)[number];

export interface Shortcut {
  readonly id: string;
  /** One key, two in a row, or `Mod` and one, named as in KeyboardEvent.key. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly group: Group;
  readonly who: Who;
  /** Absent where the browser or the page itself handles the key, so the sheet only lists it. */
  readonly run: Run | null;
}

const done =
  (act: (reach: Reach) => void): Run =>
  (reach) => {
    act(reach);
    return true;
  };

const shortcut = (
  group: Group,
  who: Who,
  id: string,
  keys: readonly string[],
  title: string,
  run: Run | null,
): Shortcut => ({ id, keys, title, group, who, run });

/** Every shortcut. The key handler and the sheet both read this list. */
export const SHORTCUTS: readonly Shortcut[] = [
  shortcut("Anywhere", "everyone", "palette", ["Mod", "k"], "Search, or jump to anything", done(togglePalette)),
  shortcut("Anywhere", "everyone", "search", ["/"], "Search questions", () => focusFeedSearch() || openPalette()),
  shortcut(
    "Anywhere",
    "member",
    "ask",
    ["a"],
    "Ask a question",
    done(({ go }) => go("/posts/create")),
  ),
  shortcut(
    "Anywhere",
    "member",
    "chat",
    ["c"],
    "Open or close the chat",
    done(({ toggleChat }) => toggleChat()),
  ),
  shortcut("Anywhere", "member", "notifications", ["n"], "Notifications", openNotifications),
  shortcut("Anywhere", "everyone", "help", ["?"], "This list of shortcuts", done(openShortcutsSheet)),
  ...PLACES.map(({ key, to, title, who }) => {
    const keys = ["g", key];
    return shortcut(
      "Go to",
      who,
      `go:${to}`,
      keys,
      title,
      done(({ go }) => go(to)),
    );
  }),
  shortcut("Lists", "everyone", "next", ["j"], "Next row", () => moveInRows(1)),
  shortcut("Lists", "everyone", "previous", ["k"], "Previous row", () => moveInRows(-1)),
  shortcut("Lists", "everyone", "open", ["Enter"], "Open the row", null),
  shortcut("On a post", "member", "upvote", ["u"], "Toggle upvote", upvote),
  shortcut("On a post", "member", "bookmark", ["b"], "Toggle bookmark", bookmark),
  shortcut("On a post", "member", "answer", ["r"], "Write an answer", writeAnswer),
  shortcut("Moderation", "moderator", "case:next", ["j"], "Next case in the queue", null),
  shortcut("Moderation", "moderator", "case:previous", ["k"], "Previous case", null),
];

/** Whether shortcuts for `who` concern this person. */
export function isFor(who: Who, user: (Pick<User, "role"> & Partial<Pick<User, "trustLevel">>) | null): boolean {
  if (who === "everyone") return true;
  if (!user) return false;
  if (who === "reviewer") return user.trustLevel !== undefined && isReviewer(user.trustLevel);
  if (who === "admin") return user.role === "admin";
  return who === "member" || user.role === "moderator" || user.role === "admin";
}
