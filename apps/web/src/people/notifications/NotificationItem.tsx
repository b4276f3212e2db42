import type { Notification } from "@bbux/contract";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { markRead } from "./cache.ts";
import classes from "./Notifications.module.css";
import { signOf } from "./notificationKinds.ts";

interface NotificationItemProps {
  readonly notification: Notification;
  readonly onLeave: () => void;
}

/** One notification: pressing it marks it as read and opens its target. */
export function NotificationItem({ notification, onLeave }: NotificationItemProps) {
  const router = useRouter();
  const url = notification.navigation?.url;

  function openTarget(event: MouseEvent) {
    void markRead(notification);
    // Opening another tab or window is left to the browser.
    if (url === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLeave();
    router.history.push(url);
  }

  const { Icon, tone } = signOf(notification.kind);
  const inside = (
    <>
      <span className={classes.sign} data-tone={tone}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.what}>
          {notification.title}
          <span className={classes.when}>
            <TimeAgo at={notification.createdAt} />
          </span>
        </span>
        <span className={classes.message}>{notification.message}</span>
      </span>
      {!notification.read && <span className={classes.dot} role="img" aria-label="Unread" />}
    </>
  );
  const shared = { className: classes.item, "data-unread": notification.read ? undefined : true };
  return (
    <li>
      {url === undefined ? (
        <button type="button" {...shared} onClick={openTarget}>
          {inside}
        </button>
      ) : (
        <a href={url} {...shared} onClick={openTarget} onAuxClick={() => void markRead(notification)}>
          {inside}
        </a>
      )}
    </li>
  );
}
