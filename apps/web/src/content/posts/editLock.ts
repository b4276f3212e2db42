import { EDIT_LOCK_MS } from "@bbux/contract";
import { exactTime, span } from "../../components/TimeAgo.format.ts";

/**
 * Says why the author can't edit now, with the time when they can, or returns `null`: a post is locked for 24 hours
 * after its last edit, never before the first.
 */
export function editLock(editedAt: string | null, now: number): string | null {
  if (editedAt === null) return null;
  const opens = Date.parse(editedAt) + EDIT_LOCK_MS;
  if (now >= opens) return null;
  const at = exactTime(new Date(opens).toISOString());
  return `Edited less than 24 hours ago. You can edit again in ${span(opens - now)}, on ${at}.`;
}
