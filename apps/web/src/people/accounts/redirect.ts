/** The default destination after sign-in. */
export const AFTER_SIGN_IN = "/profile";

export interface EntrySearch {
  /** Where to go after sign-in or sign-up: a path on this site. */
  readonly redirectTo?: string;
}

/** Reads the search parameters of the pages for sign-in and sign-up. */
export function readEntrySearch({ redirectTo }: Readonly<Record<string, unknown>>): EntrySearch {
  return typeof redirectTo === "string" ? { redirectTo } : {};
}

/** Stands in for our own origin; only the comparison matters. */
const HERE = "http://own.invalid";
const DOORS = new Set(["/login", "/signup"]);

/**
 * Returns the path to open after sign-in: one on this site, otherwise the profile. Never another origin, whatever the
 * parameter says, and never a sign-in page (docs/DECISIONS.md §6).
 */
export function ownPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || hasControls(wanted)) return AFTER_SIGN_IN;
  // Browsers read a backslash as a slash, and two slashes as another host.
  if (wanted.includes("\\") || wanted.startsWith("//") || !URL.canParse(wanted, HERE)) return AFTER_SIGN_IN;
  const url = new URL(wanted, HERE);
  if (
    url.origin !== HERE ||
    url.pathname.startsWith("//") ||
    DOORS.has(url.pathname) ||
    url.pathname.startsWith("/login/")
  )
    return AFTER_SIGN_IN;
  return url.pathname + url.search + url.hash;
}

function hasControls(text: string): boolean {
  return Array.from(text).some((letter) => (letter.codePointAt(0) ?? 0) <= 0x20 || letter === "\u007f");
}
