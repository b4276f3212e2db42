import { IconBell } from "@tabler/icons-react";
import { Badge } from "./Badge.tsx";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadWords } from "./UnreadWords.tsx";
import { useUnread } from "./useUnread.ts";

/** The entry in the bar of phones; how it looks is the bar's business. */
export function BarBell({ className }: { className: string | undefined }) {
  const unread = useUnread();
  return (
    <NotificationsMenu
      position="top"
      button={
        <button type="button" className={className}>
          <span className={`${classes.bell} ${classes.inBar}`}>
            <IconBell size={22} stroke={1.6} aria-hidden="true" />
            <Badge unread={unread} />
          </span>
          <span>
            Notifications
            <UnreadWords unread={unread} />
          </span>
        </button>
      }
    />
  );
}
