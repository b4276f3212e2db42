import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { refresh } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FrozenAccount } from "./FrozenAccount.tsx";

/** Freezes an account with the token of a mail. A button does it, because mail filters open links on their own. */
export function FreezeByLink({ token }: { token: string }) {
  const freeze = trpc.auth.freezeByLink.useMutation({ onSuccess: () => void refresh() });
  if (freeze.isSuccess) return <FrozenAccount />;
  if (codeOf(freeze.error) === "FREEZE_LINK_INVALID") return <DeadFreezeLink message={messageOf(freeze.error)} />;
  return (
    <Stack gap="lg">
      <p>
        This signs everyone out and holds your withdrawals until you set a new password. Payments that are already
        signed can't be stopped.
      </p>
      <FormError
        message={freeze.error ? messageOf(freeze.error, "We couldn't freeze the account") : null}
        hint={freeze.error && hintOf(freeze.error)}
      />
      <Button color="red" loading={freeze.isPending} onClick={() => freeze.mutate({ token })}>
        Freeze my account
      </Button>
    </Stack>
  );
}

/** For a link that has expired or isn't complete. */
export function DeadFreezeLink({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <FormError message={message} hint="You can also sign in and freeze your account in your settings." />
      <Button renderRoot={(props) => <Link to="/settings" search={{ tab: "security" }} {...props} />}>
        Go to your settings
      </Button>
    </Stack>
  );
}
