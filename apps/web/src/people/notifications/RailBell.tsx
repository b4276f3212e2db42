import { IconBell } from "@tabler/icons-react";
import { UnreadBadge } from "../../components/UnreadBadge.tsx";
import { badgeOf } from "./cache.ts";
import classes from "./Notifications.module.css";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { UnreadText } from "./UnreadText.tsx";
import { useUnread } from "./useUnread.ts";

interface RailBellProps {
  readonly className: string | undefined;
  readonly signClassName: string | undefined;
  readonly labelClassName: string | undefined;
}

/** The bell in the navigation, which styles it. */
export function RailBell({ className, signClassName, labelClassName }: RailBellProps) {
  const unread = useUnread();
  return (
    <NotificationsMenu
      position="right-start"
      button={
        <button type="button" data-act="notifications" className={className}>
          <span className={`${signClassName} ${classes.bell} ${classes.inRail}`}>
            <IconBell size={20} stroke={1.6} aria-hidden="true" />
            <UnreadBadge text={badgeOf(unread)} testId="unread-badge" />
          </span>
          <span className={labelClassName}>
            <span>Notifications</span>
            <UnreadText unread={unread} />
          </span>
        </button>
      }
    />
  );
}
