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
  "/confirm-email-change",
  "/undo-email-change",
];

/**
 * `member`: navigation and top line; `visitor`: a slim line with Sign in and Sign up; `slim`: a member's line on a bare
 * page; `auth`: the brand only.
 */
export type Frame = "member" | "visitor" | "slim" | "auth";

/** Picks the frame for the page at `path`, for a member or a visitor. */
export function frameFor(path: string, signedIn: boolean): Frame {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (AUTH_PAGES.includes(plain)) return "auth";
  if (!signedIn) return AUTH_LINKS.includes(plain) ? "auth" : "visitor";
  return BARE.includes(plain) || plain === "/docs" || plain.startsWith("/docs/") ? "slim" : "member";
}
