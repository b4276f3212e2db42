/** Pages without a chat: the front page and the sign-in pages. */
const WITHOUT = ["/", "/login", "/signup"];

/** Whether a member has the chat on the page at `path`. */
export function hasChat(path: string): boolean {
  return !WITHOUT.includes(path.length > 1 ? path.replace(/\/+$/, "") : path);
}
