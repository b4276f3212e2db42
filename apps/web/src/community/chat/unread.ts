import { CHAT } from "@bbux/contract";

/** Formats an unread count, which the server caps. */
export function unreadText(unread: number): string {
  return unread >= CHAT.unread ? `${CHAT.unread}+` : String(unread);
}
