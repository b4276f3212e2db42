import { Button, Modal, Stack } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { setUser, useSession } from "../../lib/session.ts";
import { SignInForm } from "./SignInForm.tsx";

/** Lets a member whose session ended sign in again in place, without losing what they typed. */
export default function SessionLost() {
  const { user } = useSession();
  const router = useRouter();
  function leave() {
    setUser(null);
    // Members' pages send a visitor to /login.
    void router.invalidate();
  }
  return (
    <Modal opened onClose={leave} title="Please sign in again" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        <p>Your session has ended. Sign in to continue. What you typed on this page is still here.</p>
        <SignInForm email={user?.email} onDone={() => void router.invalidate()} />
        <Button variant="subtle" color="gray" onClick={leave}>
          Continue as a visitor
        </Button>
      </Stack>
    </Modal>
  );
}
