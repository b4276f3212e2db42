/** The front page stands alone, and nobody talks in the door (spec core §2). */
const WITHOUT = ["/", "/login", "/signup"];

/** Whether a member has the chat on the page at `path`. */
export function hasChat(path: string): boolean {
  return !WITHOUT.includes(path.length > 1 ? path.replace(/\/+$/, "") : path);
}
