import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";

/** Keeps an account that is about to be closed, with the token of a mail. A button does it, because mail filters open links on their own. */
export function KeepByLink({ token }: { token: string }) {
  const keep = trpc.auth.keepByLink.useMutation();
  if (keep.isSuccess) {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>Your account stays open, with everything in it.</p>
        </FormSuccess>
        <p>Everyone is signed out. To use your account again, set a new password. We'll email you a link.</p>
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Set a new password</Button>
      </Stack>
    );
  }
  if (codeOf(keep.error) === "KEEP_LINK_INVALID") return <DeadKeepLink message={messageOf(keep.error)} />;
  return (
    <Stack gap="lg">
      <p>
        Your account is about to be closed. If you keep it, everything in it stays as it was, and everyone is signed out
        until you set a new password.
      </p>
      <FormError
        message={keep.error ? messageOf(keep.error, "We couldn't keep the account") : null}
        hint={keep.error && hintOf(keep.error)}
      />
      <Button loading={keep.isPending} onClick={() => keep.mutate({ token })}>
        Keep my account
      </Button>
    </Stack>
  );
}

/** For a link that no longer does anything, or isn't complete. */
export function DeadKeepLink({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <FormError message={message} hint="You can also keep it by setting a new password before it closes." />
      <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
    </Stack>
  );
}
