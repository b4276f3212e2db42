import { emailProblem } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { messageOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmailField } from "../../people/accounts/index.ts";
import { Result } from "./Result.tsx";
import classes from "./Setup.module.css";

/** Sends a mail to see whether that works. */
export function MailTest({ sendsMail }: { readonly sendsMail: boolean }) {
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const test = trpc.setup.testMail.useMutation();
  function submit() {
    const wrong = emailProblem(email);
    setProblem(wrong);
    if (wrong === null) test.mutate({ email });
  }
  return (
    <>
      <p className={classes.lead}>
        {sendsMail
          ? "Members get links by mail to confirm addresses and reset passwords."
          : "No mail server is configured (SMTP_URL), so members get no mails. They become files in the data directory."}
      </p>
      <CheckedForm className={classes.line} onSubmit={submit}>
        <EmailField
          label="Send a test to"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Send a test mail
        </Button>
      </CheckedForm>
      <Result
        results={test.data ? [test.data] : test.error ? [{ ok: false, message: messageOf(test.error, FAILED) }] : []}
      />
    </>
  );
}

const FAILED = "We couldn't send the mail";
