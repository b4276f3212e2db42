import { Button, Group, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, hintOf } from "../../lib/errors.ts";
import { CodeField } from "./CodeField.tsx";
import { filledIn } from "./filled.ts";
import { authMessage } from "./rules.ts";

interface LoginCodeFormProps {
  /** What came before, in a sentence. */
  readonly done: string;
  /** Whether the member has an authenticator app. */
  readonly hasApp: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}

/** The second step of signing in with a wallet or an account elsewhere, for a member who has a second factor. */
export function LoginCodeForm({ done, hasApp, isPending, error, onCode, onCancel }: LoginCodeFormProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const fault = codeOf(error) === "SECOND_FACTOR_REQUIRED" ? null : error;
  function submit({ currentTarget }: FormEvent<HTMLFormElement>) {
    const code = filledIn(currentTarget, "code");
    setMissing(code.trim() === "" ? "Code is required" : null);
    if (code.trim() !== "" && !isPending) onCode(code);
  }
  return (
    <CheckedForm onSubmit={submit}>
      <Stack gap="md">
        <p>{done} Enter a code from your second factor to finish signing in.</p>
        <CodeField takesFocus hasApp={hasApp} error={missing} />
        <FormError message={fault ? authMessage(fault, "Login failed") : null} hint={fault ? hintOf(fault) : null} />
        <SubmitButton pending={isPending} pendingText="Signing in..." fullWidth mt="xs">
          Sign in
        </SubmitButton>
        <Group justify="center">
          <Button variant="subtle" onClick={onCancel}>
            Sign in another way
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
