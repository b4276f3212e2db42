import { CHAT } from "@bbux/contract";
import classes from "./Badge.module.css";

/** The number at the corner of a sign; the name of the button says it in words. */
export function Badge({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className={classes.badge} aria-hidden="true" data-testid="chat-badge">
      {unreadText(unread)}
    </span>
  );
}

/** A room counts no further. */
export function unreadText(unread: number): string {
  return unread >= CHAT.unread ? `${CHAT.unread}+` : String(unread);
}
