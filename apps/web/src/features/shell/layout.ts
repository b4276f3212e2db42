/** Pages that stand alone: a slim line on top, no navigation (spec core §2). */
const BARE = ["/", "/login", "/signup", "/privacy", "/terms"];
/** Pages on the way in: the line has the brand only. */
const DOOR = ["/login", "/signup"];
/** The same for a visitor; a member who comes here keeps the navigation. */
const SIDE_DOOR = ["/forgot-password", "/reset-password"];

/** `member`: navigation and top line; `visitor`: a slim line with Sign in and Sign up; `slim`: a line for a member on a bare page; `door`: the brand. */
export type Frame = "member" | "visitor" | "slim" | "door";

/** What stands around the page at `path`, for a member or a visitor. */
export function frameFor(path: string, signedIn: boolean): Frame {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (DOOR.includes(plain)) return "door";
  if (!signedIn) return SIDE_DOOR.includes(plain) ? "door" : "visitor";
  return BARE.includes(plain) || plain === "/docs" || plain.startsWith("/docs/") ? "slim" : "member";
}
