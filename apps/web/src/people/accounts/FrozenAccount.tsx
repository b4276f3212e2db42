import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormSuccess } from "../../components/FormSuccess.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the page is about an account that was just frozen in the settings. */
    readonly isFrozen?: boolean | undefined;
  }
}

/** Says what a freeze means, and how it ends. */
export function FrozenAccount() {
  return (
    <Stack gap="lg">
      <FormSuccess>
        <p>Your account is frozen. Everyone is signed out, and withdrawals are on hold.</p>
      </FormSuccess>
      <p>
        Your balance and everything you've written are safe, and open bounties still end on time. Payments that were
        already signed can't be stopped.
      </p>
      <p>We've emailed you about the freeze. To use your account again, set a new password. We'll email you a link.</p>
      <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Set a new password</Button>
    </Stack>
  );
}
