import type { ProofKind } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, hintOf, messageOf, proofsIn } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { CodeField } from "./CodeField.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasswordField } from "./PasswordField.tsx";

interface StepUpDialogProps {
  /** What would do. */
  readonly proofs: readonly ProofKind[];
  /** Called once: with whether the member gave a proof. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks the member to prove who they are, so that the call that needs it can be repeated. */
export default function StepUpDialog({ proofs: first, onAnswer }: StepUpDialogProps) {
  const [proofs, setProofs] = useState(first);
  const byCode = !proofs.includes("password");
  const [value, setValue] = useState("");
  const [missing, setMissing] = useState<string | null>(null);
  const prove = trpc.auth.stepUp.useMutation({
    onSuccess: () => onAnswer(true),
    onError: (error) => {
      // Set up in another tab since this one asked.
      if (codeOf(error) === "SECOND_FACTOR_REQUIRED") {
        setProofs(proofsIn(error));
        setValue("");
      }
    },
  });
  const byPasskey = trpc.auth.stepUp.useMutation({ onSuccess: () => onAnswer(true) });
  const code = codeOf(prove.error);
  const isWrong = code === "WRONG_PASSWORD" || code === "SECOND_FACTOR_WRONG";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events go through portals: the form that opened this dialog mustn't be submitted, too.
    event.stopPropagation();
    if (prove.isPending) return;
    setMissing(value === "" ? (byCode ? "Code is required" : "Password is required") : null);
    if (value !== "") prove.mutate(byCode ? { code: value } : { password: value });
  };
  const field = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
    error: isWrong ? messageOf(prove.error) : missing,
    "data-autofocus": true,
  };
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title="Confirm that it's you"
      closeButtonProps={{ "aria-label": "Close" }}
      zIndex={1000}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>For your security, confirm this with your {byCode ? "second factor" : "password"}.</p>
          {proofs.includes("passkey") && (
            <PasskeyButton
              fullWidth
              onPasskey={(passkey) => byPasskey.mutate({ passkey })}
              isPending={byPasskey.isPending}
              error={byPasskey.error}
            >
              Use your passkey
            </PasskeyButton>
          )}
          {byCode ? (
            <CodeField key="code" hasApp={proofs.includes("totp")} {...field} />
          ) : (
            <PasswordField key="password" label="Your password" autoComplete="current-password" {...field} />
          )}
          <FormError
            message={prove.error && !isWrong ? messageOf(prove.error, "Failed to confirm") : null}
            hint={prove.error && hintOf(prove.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={prove.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
