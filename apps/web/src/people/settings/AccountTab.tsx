import type { User } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { NotificationSettings } from "../notifications/NotificationSettings.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { LanguageSettings } from "./LanguageSettings.tsx";
import classes from "./Settings.module.css";
import { SpendingSettings } from "./SpendingSettings.tsx";
import { TrustStatus } from "./TrustStatus.tsx";

/** Notifications, the language, spending, the trust level, the member's data, and account deletion. */
export function AccountTab({ user }: { user: User }) {
  const [deleting, dialog] = useDisclosure(false);
  return (
    <>
      <section className={`${classes.part} ${classes.long}`} aria-labelledby="notifications">
        <h2 id="notifications">Notifications</h2>
        <NotificationSettings />
      </section>
      <section className={classes.part} aria-labelledby="language">
        <h2 id="language">Language</h2>
        <LanguageSettings />
      </section>
      <section className={classes.part} aria-labelledby="spending">
        <h2 id="spending">Spending</h2>
        <SpendingSettings />
      </section>
      <TrustStatus />
      <section className={classes.part} aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <p>
          Everything we store about you and everything you've written, in one file: your profile, posts, answers,
          comments, votes, bookmarks, ratings, reputation, notifications, and wallet entries.
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
        <p>Closes your account for good. Your posts, answers, and comments stay, without your name.</p>
        <Button variant="outline" color="red" onClick={dialog.open}>
          Delete your account
        </Button>
        <DeleteAccountDialog opened={deleting} onClose={dialog.close} />
      </section>
    </>
  );
}
