import { deviceOf } from "@bbux/contract";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { makePasskey } from "../../lib/passkeys.ts";
import { trpc } from "../../lib/trpc.ts";

interface PasskeySetupProps {
  readonly onCancel: () => void;
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
}

/** Names a new passkey, and has the browser make it. */
export function PasskeySetup({ onCancel, onAdded }: PasskeySetupProps) {
  const [name, setName] = useState(() => deviceOf({ userAgent: navigator.userAgent, kind: "cookie" }));
  const [problem, setProblem] = useState<unknown>(null);
  const [isPending, setIsPending] = useState(false);
  const { mutateAsync: begin } = trpc.factors.passkeyOptions.useMutation();
  const { mutateAsync: add } = trpc.factors.addPasskey.useMutation();
  const missing = name.trim() === "" ? "Name is required" : null;
  async function make() {
    setIsPending(true);
    setProblem(null);
    try {
      const { options } = await begin();
      const passkey = await makePasskey(options);
      if (passkey) onAdded((await add({ name, passkey })).recoveryCodes);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setIsPending(false);
    }
  }
  const submit = () => {
    if (!missing && !isPending) void make();
  };
  return (
    <CheckedForm onSubmit={submit} aria-label="Add a passkey">
      <Stack gap="md" maw={400}>
        <TextInput
          label="Name"
          description="So you can tell your passkeys apart"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={missing}
          maxLength={60}
          data-autofocus
          required
          withAsterisk={false}
        />
        <FormError
          message={problem ? messageOf(problem, "Your browser couldn't make a passkey") : null}
          hint={problem ? hintOf(problem) : null}
        />
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            Continue
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
