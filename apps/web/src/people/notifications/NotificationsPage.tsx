import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Page, PageTitle } from "../../components/Page.tsx";
import { MarkAllRead } from "./MarkAllRead.tsx";
import classes from "./Notifications.module.css";
import { NotificationsList } from "./NotificationsList.tsx";

/** The member's notifications on a page of their own. */
export function NotificationsPage() {
  return (
    <Page width="column">
      <PageTitle lead="Activity on your posts, your money and your requests.">Notifications</PageTitle>
      <div className={classes.acts}>
        <MarkAllRead />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconSettings size={18} stroke={1.6} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/settings" search={{ tab: "account" }} {...props} />}
        >
          Notification settings
        </Button>
      </div>
      <NotificationsList onLeave={stay} />
    </Page>
  );
}

/** A page has nothing to close. */
const stay = () => undefined;
