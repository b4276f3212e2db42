import type { PasskeyAssertion } from "@bbux/contract";
import type { ButtonProps } from "@mantine/core";
import { askForPasskey, hasPasskeys } from "../../lib/passkeys.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProofButton } from "./ProofButton.tsx";

interface PasskeyButtonProps extends ButtonProps {
  readonly children: string;
  /** Called with what the browser returned. */
  readonly onPasskey: (passkey: PasskeyAssertion) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks the browser for a passkey; nothing where there are none. */
export function PasskeyButton({ onPasskey, ...props }: PasskeyButtonProps) {
  const { mutateAsync: begin } = trpc.auth.passkeyOptions.useMutation();
  if (!hasPasskeys()) return null;
  const ask = async () => (await askForPasskey((await begin()).options)) ?? null;
  return <ProofButton ask={ask} onProof={onPasskey} fallback="Your browser couldn't use a passkey" {...props} />;
}
