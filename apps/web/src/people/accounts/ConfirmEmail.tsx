import type { User } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { refresh } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { keepVerificationLink, keptVerificationLink, showsMailedLinks } from "./verificationLink.ts";

/** Asks a member to confirm their email address, and sends the link again. */
export function ConfirmEmail({ user }: { user: User }) {
  const [link, setLink] = useState(() => keptVerificationLink(user.id));
  const resend = trpc.auth.resendVerification.useMutation({
    onSuccess: ({ verificationLink }) => {
      keepVerificationLink(user.id, verificationLink);
      setLink(verificationLink);
      void refresh();
    },
  });
  // The link is usually opened in another tab.
  useEffect(() => {
    const look = () => void refresh();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, []);
  return (
    <div className={classes.confirm} role="note">
      <strong>Confirm your email</strong>
      {link ? (
        <span>
          No mail server is set up, so the link for {user.email} is here. Until you open it, you can read, ask one
          question and give three answers a day.
        </span>
      ) : showsMailedLinks() ? (
        <span>
          No mail server is set up, so the link for {user.email} can't be mailed. Resend it to see it here. Until you
          open it, you can read, ask one question and give three answers a day.
        </span>
      ) : (
        <span>
          We sent a link to {user.email}. Until you open it, you can read, ask one question and give three answers a
          day.
        </span>
      )}
      {link && (
        <Button size="compact-sm" variant="default" component="a" href={link}>
          Open the link
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend the link
      </Button>
      <span role="status">{resend.error ? messageOf(resend.error) : resend.data?.message}</span>
    </div>
  );
}
