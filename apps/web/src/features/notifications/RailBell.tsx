import { IconBell } from "@tabler/icons-react";
import { Badge } from "./Badge.tsx";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadWords } from "./UnreadWords.tsx";
import { useUnread } from "./useUnread.ts";

interface RailBellProps {
  readonly className: string | undefined;
  readonly signClassName: string | undefined;
  readonly labelClassName: string | undefined;
}

/** The navigation's entry; how it looks is the navigation's business. */
export function RailBell({ className, signClassName, labelClassName }: RailBellProps) {
  const unread = useUnread();
  return (
    <NotificationsMenu
      position="right-start"
      button={
        <button type="button" className={className}>
          <span className={`${signClassName} ${classes.bell} ${classes.inRail}`}>
            <IconBell size={20} stroke={1.6} aria-hidden="true" />
            <Badge unread={unread} />
          </span>
          <span className={labelClassName}>
            Notifications
            <UnreadWords unread={unread} />
          </span>
        </button>
      }
    />
  );
}
