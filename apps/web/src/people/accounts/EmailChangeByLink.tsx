import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { refresh } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** Codes of a link that won't work however often it is tried. */
const DEAD = new Set<unknown>(["EMAIL_LINK_INVALID", "EMAIL_LINK_EXPIRED", "EMAIL_TAKEN"]);

/** Changes the email address with the token of the mail. A button does it, because mail filters open links on their own. */
export function ConfirmEmailChange({ token }: { token: string }) {
  const confirm = trpc.emailChange.confirm.useMutation({ onSuccess: () => void refresh() });
  // Used means that it has worked before.
  if (confirm.isSuccess || codeOf(confirm.error) === "EMAIL_LINK_USED") {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>Your email address has changed. From now on, sign in with the new one.</p>
        </FormSuccess>
        <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
      </Stack>
    );
  }
  if (DEAD.has(codeOf(confirm.error))) return <DeadEmailChange message={messageOf(confirm.error)} />;
  return (
    <Stack gap="lg">
      <p>From then on, you'll sign in with the address we sent this link to. We'll notify your old address.</p>
      <FormError
        message={confirm.error ? messageOf(confirm.error, "We couldn't change the address") : null}
        hint={confirm.error && hintOf(confirm.error)}
      />
      <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        Use this email address
      </Button>
    </Stack>
  );
}

/** For a link that can't change the address any more. */
export function DeadEmailChange({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <FormError message={message} hint="A link works once, for 24 hours. A new one replaces it." />
      <Button renderRoot={(props) => <Link to="/settings" search={{ tab: "security" }} {...props} />}>
        Go to your settings
      </Button>
    </Stack>
  );
}

/** Brings the former email address back with the token that was mailed there. */
export function UndoEmailChange({ token }: { token: string }) {
  const undo = trpc.emailChange.undo.useMutation({ onSuccess: () => void refresh() });
  if (undo.isSuccess || codeOf(undo.error) === "EMAIL_LINK_USED") {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>Your email address is restored. Everyone is signed out, and withdrawals are on hold.</p>
        </FormSuccess>
        <p>
          Next, set a new password, because the person who changed the address may know yours. We'll email you a link.
        </p>
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Set a new password</Button>
      </Stack>
    );
  }
  if (DEAD.has(codeOf(undo.error))) {
    return (
      <Stack gap="lg">
        <FormError message={messageOf(undo.error)} hint={null} />
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Set a new password</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <p>
        This restores the address we sent this link to, signs everyone out, and holds your withdrawals until you set a
        new password.
      </p>
      <FormError
        message={undo.error ? messageOf(undo.error, "We couldn't undo the change") : null}
        hint={undo.error && hintOf(undo.error)}
      />
      <Button color="red" loading={undo.isPending} onClick={() => undo.mutate({ token })}>
        Undo the change
      </Button>
    </Stack>
  );
}
