/** The name that an account gets when its member leaves; nobody can take such a name (contract `reserved.ts`). */
const GONE = /^deleted-\d+$/i;

/** Whether the author has left: their words stay, their profile does not. */
export function hasLeft(username: string): boolean {
  return GONE.test(username);
}

/** What to call an author. */
export function authorName(username: string): string {
  return hasLeft(username) ? "deleted member" : username;
}
