import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Badge } from "./Badge.tsx";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadWords } from "./UnreadWords.tsx";
import { useUnread } from "./useUnread.ts";

/** The bell of the top line, with the number of what is unread. */
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
          <Badge unread={unread} />
          <span className="visually-hidden">
            Notifications
            <UnreadWords unread={unread} />
          </span>
        </ActionIcon>
      }
    />
  );
}
