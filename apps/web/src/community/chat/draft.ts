import { LIMITS } from "@bbux/contract";

const MAX_KEPT = 4 * LIMITS.message;
/** How many remaining characters trigger the warning. */
const NEAR = 100;

const keyOf = (userId: string, room: string) => `bbux.chat.draft.${userId}.${room}`;

/** Returns what a member has started to write in a room, from this browser's storage. */
export function loadDraft(userId: string, room: string): string {
  try {
    return localStorage.getItem(keyOf(userId, room)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the draft until it is sent. */
export function saveDraft(userId: string, room: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(keyOf(userId, room));
    else localStorage.setItem(keyOf(userId, room), text.slice(0, MAX_KEPT));
  } catch {
    // Without storage the draft lives as long as the field.
  }
}

/** Returns the text that would be sent, and how close it is to the maximum. */
export function measure(text: string): { content: string; sendable: boolean; left: number; near: boolean } {
  const content = text.trim();
  const left = LIMITS.message - content.length;
  return { content, left, sendable: content !== "" && left >= 0, near: left <= NEAR };
}
