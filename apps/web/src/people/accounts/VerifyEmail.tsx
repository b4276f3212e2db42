import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { refresh } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { forgetVerificationLink } from "./verificationLink.ts";

/** Confirms an address with the token of the mail. A button does it, because mail filters open links on their own. */
export function VerifyEmail({ token }: { token: string }) {
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: () => {
      forgetVerificationLink();
      void refresh();
    },
  });
  if (verify.isSuccess || codeOf(verify.error) === "EMAIL_LINK_USED") {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>{verify.isSuccess ? "Your email address is confirmed." : messageOf(verify.error)}</p>
        </FormSuccess>
        <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
      </Stack>
    );
  }
  const code = codeOf(verify.error);
  if (verify.error && (code === "EMAIL_LINK_EXPIRED" || code === "EMAIL_LINK_INVALID")) {
    return <DeadVerification message={messageOf(verify.error)} />;
  }
  return (
    <Stack gap="lg">
      <FormError
        message={verify.error ? messageOf(verify.error, "We couldn't confirm the address") : null}
        hint={verify.error && hintOf(verify.error)}
      />
      <Button loading={verify.isPending} onClick={() => verify.mutate({ token })}>
        Confirm email address
      </Button>
    </Stack>
  );
}

/** For a link that has expired or isn't complete. The profile has the line that sends another. */
export function DeadVerification({ message }: { message: string }) {
  useEffect(forgetVerificationLink, []);
  return (
    <Stack gap="lg">
      <FormError message={message} hint="A link works once, for 24 hours." />
      <Button renderRoot={(props) => <Link to="/profile" {...props} />}>Ask for a new link</Button>
    </Stack>
  );
}
