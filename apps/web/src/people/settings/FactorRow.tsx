import type { Factor } from "@bbux/contract";
import { IconDeviceMobile, IconKey } from "@tabler/icons-react";
import { CredentialRow } from "./CredentialRow.tsx";

interface FactorRowProps {
  readonly factor: Factor;
  /** Whether it is the only one that counts. */
  readonly isLast: boolean;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
}

/** A second factor. */
export function FactorRow({ factor, isLast, isRemoving, onRemove, isConfirming, onConfirm }: FactorRowProps) {
  const { kind, name, createdAt, lastUsedAt, suspendedAt } = factor;
  const what = kind === "passkey" ? `Passkey: ${name ?? ""}` : "Authenticator app";
  return (
    <CredentialRow
      Sign={kind === "passkey" ? IconKey : IconDeviceMobile}
      what={what}
      since="added"
      createdAt={createdAt}
      lastUsedAt={lastUsedAt}
      verb="Remove"
      question="Remove this second factor?"
      consequence={
        isLast
          ? `${what}. It's your only one: signing in won't ask for one anymore, your recovery codes stop working, and all your other sessions end.`
          : `${what}. All your other sessions end.`
      }
      isRemoving={isRemoving}
      onRemove={onRemove}
      isConfirming={isConfirming}
      onConfirm={suspendedAt === null ? undefined : onConfirm}
    />
  );
}
