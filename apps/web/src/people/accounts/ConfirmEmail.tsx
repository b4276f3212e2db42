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
    <div className={classes.confirm} role="note" data-confirm-email>
      <p>
        <strong>Confirm your email to post more.</strong>{" "}
        {!link && (showsMailedLinks() ? "No email is sent here." : `We sent a link to ${user.email}.`)}{" "}
        <span className={classes.limit}>Until then, you can post one question and three answers a day.</span>
      </p>
      {link ? (
        <Button size="xs" variant="default" component="a" href={link}>
          Confirm email
        </Button>
      ) : (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {showsMailedLinks() ? "Show the link" : "Resend the link"}
        </Button>
      )}
      <span role="status" className={link && "visually-hidden"}>
        {resend.error ? messageOf(resend.error) : resend.data?.message}
      </span>
    </div>
  );
}
