import { emailProblem } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { messageOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmailField } from "../../people/accounts/index.ts";
import { Command } from "./Command.tsx";
import { Result } from "./Result.tsx";
import classes from "./Setup.module.css";

const FAILED = "We couldn't send the email";

interface MailTestProps {
  readonly sendsMail: boolean;
  readonly onTested: (passed: boolean) => void;
}

/** Sends an email to see whether that works. */
export function MailTest({ sendsMail, onTested }: MailTestProps) {
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  // Without a server there is nothing to test yet, and a refused request says nothing about it.
  const test = trpc.setup.testMail.useMutation({ onSuccess: ({ ok }) => sendsMail && onTested(ok) });
  function submit() {
    const wrong = emailProblem(email);
    setProblem(wrong);
    if (wrong === null) test.mutate({ email });
  }
  return (
    <>
      {!sendsMail && (
        <div className={classes.commands}>
          <Command command="SMTP_URL=smtps://user:password@mail.example:465">
            To turn it on, set this to your mail server and restart:
          </Command>
        </div>
      )}
      <CheckedForm className={classes.line} onSubmit={submit}>
        <EmailField
          label={sendsMail ? "Send a test to" : "Test message to"}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          {sendsMail ? "Send test email" : "Save test message"}
        </Button>
      </CheckedForm>
      <Result
        results={test.data ? [test.data] : test.error ? [{ ok: false, message: messageOf(test.error, FAILED) }] : []}
      />
      {!sendsMail && (
        <div className={classes.commands}>
          <Command command="npm run cli -- outbox">To read the messages, run:</Command>
        </div>
      )}
    </>
  );
}
