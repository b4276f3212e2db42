import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
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
        <ActionIcon
          data-act="notifications"
          className={`${classes.bell} ${className}`}
          variant="subtle"
          color="gray"
          size={36}
        >
          <IconBell size={20} stroke={1.6} />
          <UnreadBadge text={badgeOf(unread)} testId="unread-badge" />
          <span className="visually-hidden">
            Notifications
            <UnreadText unread={unread} />
          </span>
        </ActionIcon>
      }
    />
  );
}
