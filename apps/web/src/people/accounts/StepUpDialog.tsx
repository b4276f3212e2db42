import type { OpenIdProvider, ProofKind } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, hintOf, messageOf, proofsIn } from "../../lib/errors.ts";
import { FACTS } from "../../lib/facts.ts";
import { listOr } from "../../lib/lists.ts";
import { trpc } from "../../lib/trpc.ts";
import { isWalletAsked } from "../../lib/walletProof.ts";
import { CodeField } from "./CodeField.tsx";
import { filledIn } from "./filled.ts";
import { KnownUsername } from "./KnownUsername.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { ProviderProofButtons } from "./ProviderProofButtons.tsx";
import { WalletProofButton } from "./WalletProofButton.tsx";

interface StepUpDialogProps {
  /** What would do. */
  readonly proofs: readonly ProofKind[];
  /** Ids of the providers of the accounts elsewhere that would. */
  readonly providers?: readonly string[];
  /** Called once: with whether the member gave a proof. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks the member to prove who they are, so that the call that needs it can be repeated. */
export default function StepUpDialog({ proofs: first, providers: linked = [], onAnswer }: StepUpDialogProps) {
  const providers = FACTS.providers.filter(({ id }) => linked.includes(id));
  const [proofs, setProofs] = useState(first);
  // A member with a second factor gives that; one without a password may have only a wallet or an account elsewhere.
  const byCode = proofs.includes("recovery_code");
  const byPassword = proofs.includes("password");
  const byWalletToo = proofs.includes("wallet");
  const hasField = byCode || byPassword;
  const ways = waysOf(proofs, providers);
  const [missing, setMissing] = useState<string | null>(null);
  const outcome = {
    onSuccess: () => onAnswer(true),
    onError: (error: unknown) => {
      // Set up in another tab since this one asked.
      if (codeOf(error) === "SECOND_FACTOR_REQUIRED") setProofs(proofsIn(error));
    },
  };
  const prove = trpc.auth.stepUp.useMutation(outcome);
  const byPasskey = trpc.auth.stepUp.useMutation(outcome);
  const byWallet = trpc.auth.stepUp.useMutation(outcome);
  const byAccount = trpc.auth.stepUp.useMutation(outcome);
  const code = codeOf(prove.error);
  const isWrong = code === "WRONG_PASSWORD" || code === "SECOND_FACTOR_WRONG" || code === "SECOND_FACTOR_LOCKED";
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (prove.isPending || !hasField) return;
    const value = filledIn(currentTarget, byCode ? "code" : "password");
    setMissing(value === "" ? (byCode ? "Code is required" : "Password is required") : null);
    if (value !== "") prove.mutate(byCode ? { code: value } : { password: value });
  };
  const field = {
    error: isWrong ? messageOf(prove.error) : missing,
    "data-autofocus": true,
  };
  return (
    <Modal
      opened
      onClose={() => isWalletAsked() || onAnswer(false)}
      title="Confirm that it's you"
      closeButtonProps={{ "aria-label": "Close" }}
      zIndex={1000}
    >
      <CheckedForm onSubmit={submit}>
        <KnownUsername />
        <Stack gap="md">
          {ways === "" ? (
            <p>This page is out of date. Reload it, and try again.</p>
          ) : (
            <p>For your security, confirm this with your {ways}.</p>
          )}
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
          {byCode && <CodeField key="code" hasApp={proofs.includes("totp")} {...field} />}
          {byPassword && (
            <PasswordField
              key="password"
              label="Your password"
              name="password"
              autoComplete="current-password"
              {...field}
            />
          )}
          <FormError
            message={prove.error && !isWrong ? messageOf(prove.error, "Failed to confirm") : null}
            hint={prove.error && hintOf(prove.error)}
          />
          {byWalletToo && (
            <WalletProofButton
              fullWidth
              onProof={({ walletName: _, ...wallet }) => byWallet.mutate({ wallet })}
              isPending={byWallet.isPending}
              error={byWallet.error}
            >
              Use your wallet
            </WalletProofButton>
          )}
          {proofs.includes("openid") && (
            <ProviderProofButtons
              providers={providers}
              label={(name) => `Use your ${name} account`}
              again
              onProof={(openId) => byAccount.mutate({ openId })}
              isPending={byAccount.isPending}
              error={byAccount.error}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            {hasField && (
              <Button type="submit" loading={prove.isPending}>
                Confirm
              </Button>
            )}
          </Group>
        </Stack>
      </CheckedForm>
    </Modal>
  );
}

/** What the member can confirm with, in words. */
function waysOf(proofs: readonly ProofKind[], providers: readonly OpenIdProvider[]): string {
  if (proofs.includes("recovery_code")) return "second factor";
  const ways = [
    ...(proofs.includes("password") ? [/* @wc-include */ "password"] : []),
    ...(proofs.includes("wallet") ? [/* @wc-include */ "wallet"] : []),
    ...(proofs.includes("openid") ? providers.map(({ name }) => `${name} account`) : []),
  ];
  return listOr(ways);
}
