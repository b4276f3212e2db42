/** Bare pages: a slim top line and no navigation. */
const BARE = ["/", "/login", "/signup", "/privacy", "/terms"];
/** Sign-in pages: the top line has the brand only. */
const AUTH_PAGES = ["/login", "/signup"];
/** The same for a visitor; a member keeps the navigation here. */
const AUTH_LINKS = [
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/freeze",
  "/keep-account",
  "/setup",
  "/confirm-email-change",
  "/undo-added",
  "/undo-email-change",
];

/**
 * `member`: navigation and top line; `visitor`: a slim line with Sign in and Sign up; `slim`: a member's line on a bare
 * page; `auth`: the brand only.
 */
export type Frame = "member" | "visitor" | "slim" | "auth";

/** Picks the frame for the page at `path`, for a member or a visitor. */
export function frameFor(path: string, signedIn: boolean): Frame {
  const plain = withoutSlash(path);
  if (AUTH_PAGES.includes(plain)) return "auth";
  if (!signedIn) return AUTH_LINKS.includes(plain) || plain.startsWith("/login/") ? "auth" : "visitor";
  return BARE.includes(plain) || isDocs(plain) ? "slim" : "member";
}

/** Whether the page at `path` is documentation. */
export function isDocumentation(path: string): boolean {
  const plain = withoutSlash(path);
  return isDocs(plain) || plain === "/privacy" || plain === "/terms";
}

/** Whether the page at `path` has the documentation's three columns, which are wider than other pages. */
export function hasDocsColumns(path: string): boolean {
  return isDocumentation(path) && withoutSlash(path) !== "/docs";
}

/** Whether the page at `path` has a search of its own, which the top line then leaves to it. */
export function hasOwnSearch(path: string): boolean {
  return withoutSlash(path) === "/community" || isDocumentation(path);
}

function isDocs(plain: string): boolean {
  return plain === "/docs" || plain.startsWith("/docs/");
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}
