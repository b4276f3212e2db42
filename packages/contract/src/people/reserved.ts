import { APP } from "../platform/limits.ts";
import type { PagePath } from "../platform/pages.ts";

/**
 * First path segments that the app or the API uses or will use. `/{username}` is a route, so none of them can be a
 * name. A test compares this list with the actual routes.
 */
export const RESERVED_USERNAMES: readonly string[] = [
  ...[
    "about",
    "account",
    "activity",
    "admin",
    "administrator",
    "answers",
    "api",
    "ask",
    "assets",
    "auth",
    "bbux",
    "blog",
  ],
  ...[
    "bookmarks",
    "bounties",
    "chat",
    "comments",
    "community",
    "contact",
    "cookies",
    "create",
    "dashboard",
    "docs",
    "errors",
  ],
  ...[
    "explore",
    "favicon",
    "feed",
    "feeds",
    "flags",
    "forgot-password",
    "gifs",
    "governance",
    "health",
    "help",
    "home",
  ],
  ...["integrity", "legal", "livez", "login", "logout", "manifest", "mail", "me", "messages", "metrics", "moderation"],
  ...[
    "moderator",
    "new",
    "notifications",
    "null",
    "offline",
    "official",
    "outbox",
    "parameters",
    "platform",
    "posts",
    "privacy",
  ],
  ...["profile", "proposals", "public", "questions", "readyz", "refund-requests", "refunds", "register"],
  ...[
    "reserves",
    "reset-password",
    "review",
    "reviews",
    "robots",
    "root",
    "rss",
    "search",
    "security",
    "settings",
    "sign-in",
    "sign-up",
  ],
  ...["signin", "signup", "sitemap", "sitemaps", "staff", "staking", "static", "stats", "status", "support", "system"],
  ...["tags"],
  ...[
    "team",
    "terms",
    "transactions",
    "transparency",
    "treasury",
    "trpc",
    "undefined",
    "uploads",
    "user",
    "users",
    "v1",
    "verify-email",
  ],
  ...["confirm-email-change", "undo-added", "undo-email-change", "keep-account"],
  ...["brand", "setup", "freeze", "wallet", "webhooks", "welcome", "well-known", "ws"],
];

const reserved = new Set(RESERVED_USERNAMES);

/** Returns whether a word is reserved for a route, in any case, or names a member who left: `/{word}` is never a profile. */
export function isReservedWord(word: string): boolean {
  return reserved.has(word.toLowerCase()) || /^deleted-\d+$/i.test(word);
}

const STAFF_WORDS = "admin administrator help mod moderation moderator official security staff support system team";
/** Digits that are read as letters. */
const LOOKALIKES: Record<string, string> = { o: "0", i: "1", l: "1", e: "3", a: "4", s: "5", t: "7", b: "8" };
const lettersOf = (name: string) => name.toLowerCase().replace(/[\s\d_-]/g, "");

/** A pattern for a word whose letters may be digits that look like them, and that has other digits anywhere but in front. */
const spelled = (letters: string) =>
  [...letters].map((letter) => `[\\u{${letter.codePointAt(0)?.toString(16)}}${LOOKALIKES[letter] ?? ""}]\\d*`).join("");
const anyOf = (words: string) => `(?:${words.split(" ").map(spelled).join("|")})`;
const ONLY_STAFF_WORDS = new RegExp(`^\\d*${anyOf("the real")}*(?:${anyOf(STAFF_WORDS)}(?:${spelled("s")})?)+$`, "u");

/**
 * Returns whether readers could think that a name speaks for the platform: it contains {@link APP}'s name, or consists of words that staff go by,
 * with "the" or "real" in front, and a name that the platform was given. Digits, `_` and `-` don't matter, and neither does a digit in place of a
 * letter: `moderator_`, `support-team`, `admin1`, `the_supp0rt`.
 * @param brand the name that the platform was given
 */
export function soundsOfficial(name: string, brand: string = APP.name): boolean {
  const plain = name.toLowerCase().replace(/[\s_-]/g, "");
  if (new RegExp(spelled(lettersOf(APP.name)), "u").test(plain)) return true;
  const given = lettersOf(brand);
  const rest = given === "" ? plain : plain.replace(new RegExp(spelled(given), "gu"), "");
  return /\D/.test(plain) && (/^\d*$/.test(rest) || ONLY_STAFF_WORDS.test(rest));
}

/**
 * Returns whether no one can take a name: a reserved word, one that sounds official, or one that could be taken for an id (`/users/1042` must
 * never lead to a member with that name).
 */
export function isReservedUsername(value: string): boolean {
  return isReservedWord(value) || soundsOfficial(value) || /^\d+$/.test(value);
}

/** Pages that people look for under another word. */
const PAGES_BY_WORD = {
  account: "/settings",
  activity: "/profile/activity",
  ask: "/posts/create",
  bookmarks: "/profile/bookmarks",
  bounties: "/community",
  create: "/posts/create",
  dashboard: "/community",
  explore: "/community",
  feed: "/community",
  help: "/docs",
  home: "/community",
  legal: "/terms",
  messages: "/chat",
  new: "/posts/create",
  proposals: "/governance/proposals",
  questions: "/community",
  refunds: "/refund-requests",
  register: "/signup",
  review: "/reviews",
  search: "/community",
  "sign-in": "/login",
  "sign-up": "/signup",
  signin: "/login",
  staking: "/governance",
} as const satisfies Record<string, PagePath>;
type KnownWord = keyof typeof PAGES_BY_WORD;

/** Returns the page that a first path segment means, in any case: "/governance" for "staking"; null if it means none. */
export function pageForWord(word: string): (typeof PAGES_BY_WORD)[KnownWord] | null {
  const key = word.toLowerCase();
  return isKnownWord(key) ? PAGES_BY_WORD[key] : null;
}

function isKnownWord(word: string): word is KnownWord {
  return Object.hasOwn(PAGES_BY_WORD, word);
}
