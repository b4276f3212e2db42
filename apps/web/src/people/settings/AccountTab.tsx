import type { User } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { NotificationSettings } from "../notifications/NotificationSettings.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import classes from "./Settings.module.css";

/** Notifications, the member's data, and account deletion. */
export function AccountTab({ user }: { user: User }) {
  const [deleting, dialog] = useDisclosure(false);
  return (
    <>
      <section className={`${classes.part} ${classes.long}`} aria-labelledby="notifications">
        <h2 id="notifications">Notifications</h2>
        <NotificationSettings />
      </section>
      <section className={classes.part} aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <p>
          Everything that is kept about you and everything you have written, in one file: profile, posts, answers,
          comments, votes, bookmarks, ratings, reputation, notifications and your wallet's entries.
        </p>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
          renderRoot={(props) => (
            <a href="/api/profile/export" download={`bbux-${user.username}.json`} {...props}>
              {props.children}
            </a>
          )}
        >
          Download your data
        </Button>
      </section>
      <section className={classes.part} aria-labelledby="hidden-content">
        <h2 id="hidden-content">Hidden content</h2>
        <p>If a moderator hides something you wrote, you can read why and appeal.</p>
        <Button variant="default" renderRoot={(props) => <Link to="/profile/hidden" {...props} />}>
          See hidden content
        </Button>
      </section>
      <section className={classes.part} aria-labelledby="delete-account">
        <h2 id="delete-account">Delete account</h2>
        <p>Closes your account for good. What you wrote stays, without your name.</p>
        <Button variant="outline" color="red" onClick={dialog.open}>
          Delete your account
        </Button>
        <DeleteAccountDialog opened={deleting} onClose={dialog.close} />
      </section>
    </>
  );
}
