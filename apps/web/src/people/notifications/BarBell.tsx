import { IconBell } from "@tabler/icons-react";
import { UnreadBadge } from "../../components/UnreadBadge.tsx";
import { badgeOf } from "./cache.ts";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadText } from "./UnreadText.tsx";
import { useUnread } from "./useUnread.ts";

/** The bell in the bottom bar, which styles it. */
export function BarBell({ className }: { className: string | undefined }) {
  const unread = useUnread();
  return (
    <NotificationsMenu
      position="top"
      button={
        <button type="button" className={className}>
          <span className={`${classes.bell} ${classes.inBar}`}>
            <IconBell size={22} stroke={1.6} aria-hidden="true" />
            <UnreadBadge text={badgeOf(unread)} testId="unread-badge" />
          </span>
          <span>
            <span>Notifications</span>
            <UnreadText unread={unread} />
          </span>
        </button>
      }
    />
  );
}
