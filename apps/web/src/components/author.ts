/** The name that an account gets when its member leaves; nobody can register such a name (contract `reserved.ts`). */
const GONE = /^deleted-\d+$/i;

/** Whether the author has left: their posts stay, their profile doesn't. */
export function hasLeft(username: string): boolean {
  return GONE.test(username);
}

/** Returns the author's display name. */
export function authorName(username: string): string {
  return hasLeft(username) ? "deleted member" : username;
}
