import { Button, Group, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { FormError } from "../../components/FormError.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { CodeField, filledIn, KnownUsername } from "../accounts/index.ts";
import classes from "./Settings.module.css";

interface TotpSetupProps {
  readonly secret: string;
  readonly uri: string;
  readonly onCancel: () => void;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** The QR code and the key of a new authenticator app, which a code from it confirms. */
export function TotpSetup({ secret, uri, onCancel, onConfirmed }: TotpSetupProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const confirm = trpc.factors.confirmTotp.useMutation({
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const isWrong = codeOf(confirm.error) === "SECOND_FACTOR_WRONG";
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (confirm.isPending) return;
    const code = filledIn(currentTarget, "code");
    setMissing(code === "" ? "Code is required" : null);
    if (code !== "") confirm.mutate({ code });
  };
  return (
    <CheckedForm onSubmit={submit} aria-label="Set up an authenticator app">
      <KnownUsername />
      <Stack gap="md" maw={400}>
        <p>Scan this with your authenticator app. If you can't, type the key into the app.</p>
        <QrCode className={classes.qr} text={uri} label="Key for your authenticator app as a QR code" />
        <CopyLine value={secret} label="Copy key" />
        <CodeField
          description="Six digits from the app"
          inputMode="numeric"
          takesFocus
          error={isWrong ? messageOf(confirm.error) : missing}
        />
        <FormError
          message={confirm.error && !isWrong ? messageOf(confirm.error, "Failed to confirm the code") : null}
          hint={confirm.error && hintOf(confirm.error)}
        />
        <Group gap="sm">
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
