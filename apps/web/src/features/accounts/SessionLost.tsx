import { Button, Modal, Stack } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { setUser, useSession } from "../../session.tsx";
import { SignInForm } from "./SignInForm.tsx";

/** The session ended under a page in use: sign in again on the spot, and nothing that was typed is lost. */
export default function SessionLost() {
  const { user } = useSession();
  const router = useRouter();
  function leave() {
    setUser(null);
    // Pages for members send a visitor to /login.
    void router.invalidate();
  }
  return (
    <Modal opened onClose={leave} title="Please sign in again" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        <p>Your session has ended. Sign in to go on: what you typed on this page is still here.</p>
        <SignInForm email={user?.email} onDone={() => void router.invalidate()} />
        <Button variant="subtle" color="gray" onClick={leave}>
          Go on as a visitor
        </Button>
      </Stack>
    </Modal>
  );
}
