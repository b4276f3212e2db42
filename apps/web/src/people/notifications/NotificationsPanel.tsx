import { ActionIcon, Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { useSession } from "../../lib/session.ts";
import { MarkAllRead } from "./MarkAllRead.tsx";
import classes from "./Notifications.module.css";
import { NotificationsList } from "./NotificationsList.tsx";

interface NotificationsPanelProps {
  /** Closes the panel's container. */
  readonly onLeave: () => void;
  /** The sheet already has a title. */
  readonly inSheet?: boolean;
}

/** The member's notifications with their actions; visitors see a sign-in prompt. */
export function NotificationsPanel({ onLeave, inSheet = false }: NotificationsPanelProps) {
  const { user } = useSession();
  if (!user) return <SignedOut onLeave={onLeave} />;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        {!inSheet && <h2 className={classes.title}>Notifications</h2>}
        <MarkAllRead />
        <ActionIcon
          className={classes.settings}
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Notification settings"
          title="Notification settings"
          renderRoot={(props) => <Link to="/settings" search={{ tab: "account" }} onClick={onLeave} {...props} />}
        >
          <IconSettings size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <NotificationsList onLeave={onLeave} />
      <Link to="/notifications" className={classes.all} onClick={onLeave}>
        See all notifications
      </Link>
    </div>
  );
}

function SignedOut({ onLeave }: { onLeave: () => void }) {
  const here = useRouterState({ select: (state) => state.location.href });
  const redirectTo = here === "/" ? undefined : here;
  return (
    <div className={classes.panel}>
      <EmptyState
        title="Sign in to view notifications"
        action={
          <Button
            renderRoot={(props) => <Link to="/login" search={{ redirectTo }} onClick={onLeave} {...props} />}
            data-autofocus
          >
            Sign in
          </Button>
        }
      >
        You'll see answers to your questions, comments and votes here.
      </EmptyState>
    </div>
  );
}
