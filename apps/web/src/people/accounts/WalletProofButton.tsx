import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { NamedProof } from "../../lib/providedWallets.ts";
import { trpc } from "../../lib/trpc.ts";
import { askWallet, needsAnotherWallet } from "../../lib/walletProof.ts";
import { ProofButton } from "./ProofButton.tsx";

interface WalletProofButtonProps extends ButtonProps {
  readonly children: string;
  /** Called with what the wallet signed. */
  readonly onProof: (proof: NamedProof) => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly action?: ReactNode;
  /** Asked before the wallet; nothing happens when it says no. */
  readonly mayAsk?: () => boolean;
}

/** Asks a Solana wallet to sign in, to sign up, or to confirm who its member is. */
export function WalletProofButton({ mayAsk = () => true, ...props }: WalletProofButtonProps) {
  const { mutateAsync: begin } = trpc.auth.walletOptions.useMutation();
  const ask = async () =>
    mayAsk() ? askWallet(async () => (await begin()).request, needsAnotherWallet(props.error)) : null;
  return <ProofButton ask={ask} fallback="Your wallet couldn't sign" {...props} />;
}
