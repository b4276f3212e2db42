import { badgeOf } from "./cache.ts";
import classes from "./Notifications.module.css";

/** The number at the corner of a sign; the name of the button says it in words. */
export function Badge({ unread }: { unread: number }) {
  const text = badgeOf(unread);
  if (text === null) return null;
  return (
    <span className={classes.badge} aria-hidden="true" data-testid="unread-badge">
      {text}
    </span>
  );
}
