import { IconBell } from "@tabler/icons-react";
import { PlainIconButton } from "../../components/PlainIconButton.tsx";
import { UnreadBadge } from "../../components/UnreadBadge.tsx";
import { badgeOf } from "./cache.ts";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadText } from "./UnreadText.tsx";
import { useUnread } from "./useUnread.ts";

/** The bell of the top line, with the unread count. */
export function Bell({ className = "" }: { className?: string }) {
  const unread = useUnread();
  return (
    <NotificationsMenu
      position="bottom-end"
      button={
        <PlainIconButton data-act="notifications" className={`${classes.bell} ${className}`} size={36}>
          <IconBell size={20} stroke={1.6} />
          <UnreadBadge text={badgeOf(unread)} testId="unread-badge" />
          <span className="visually-hidden">
            <span>Notifications</span>
            <UnreadText unread={unread} />
          </span>
        </PlainIconButton>
      }
    />
  );
}
