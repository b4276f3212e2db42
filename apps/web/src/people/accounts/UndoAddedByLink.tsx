import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { refresh } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { DeadFreezeLink } from "./FreezeByLink.tsx";

/** Removes a way to sign in with the token of the mail that says it was added. A button does it, because mail filters open links on their own. */
export function UndoAddedByLink({ token }: { token: string }) {
  const undo = trpc.auth.undoAdded.useMutation({ onSuccess: () => void refresh() });
  if (undo.isSuccess) {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>It's removed, and your account is frozen. Everyone is signed out, and withdrawals are on hold.</p>
        </FormSuccess>
        <p>Next, set a new password, because the person who added it may know yours. We'll email you a link.</p>
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Set a new password</Button>
      </Stack>
    );
  }
  if (codeOf(undo.error) === "UNDO_LINK_INVALID") return <DeadFreezeLink message={messageOf(undo.error)} />;
  return (
    <Stack gap="lg">
      <p>
        This removes the way to sign in that our email mentions. It also signs everyone out and holds your withdrawals
        until you set a new password.
      </p>
      <FormError
        message={undo.error ? messageOf(undo.error, "We couldn't remove it") : null}
        hint={undo.error && hintOf(undo.error)}
      />
      <Button color="red" loading={undo.isPending} onClick={() => undo.mutate({ token })}>
        Remove it and freeze my account
      </Button>
    </Stack>
  );
}
