import type { User } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { keepFrozenAddress } from "../accounts/index.ts";
import classes from "./Settings.module.css";

/** Freezes the member's own account, after asking once, and leads to the page that says what that means. */
export function FreezeAccount({ user }: { user: User }) {
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const freeze = trpc.auth.freeze.useMutation({
    onSuccess: async () => {
      keepFrozenAddress(user.email);
      await navigate({ to: "/freeze", state: { isFrozen: true }, replace: true });
      setUser(null);
    },
  });
  return (
    <section className={classes.part} aria-labelledby="freeze">
      <h2 id="freeze">Freeze my account</h2>
      <p>If you think someone else is in your account, this signs everyone out and holds your withdrawals.</p>
      <Button variant="default" color="red" onClick={() => setAsks(true)}>
        Freeze my account
      </Button>
      <Modal
        opened={asks}
        onClose={() => setAsks(false)}
        title="Freeze your account?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="md">
          <p>
            You'll be signed out everywhere, and your withdrawals wait until you set a new password with the link we
            email you. Payments that are already signed can't be stopped.
          </p>
          <FormError
            message={freeze.error ? messageOf(freeze.error, "We couldn't freeze the account") : null}
            hint={freeze.error && hintOf(freeze.error)}
          />
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={() => setAsks(false)} data-autofocus>
              Keep using it
            </Button>
            <Button color="red" loading={freeze.isPending} onClick={() => freeze.mutate()}>
              Freeze
            </Button>
          </Group>
        </Stack>
      </Modal>
    </section>
  );
}
