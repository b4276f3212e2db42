import type { Login } from "@bbux/contract";
import { IconId, IconWallet } from "@tabler/icons-react";
import { CredentialRow } from "./CredentialRow.tsx";

interface LoginRowProps {
  readonly login: Login;
  readonly isUnlinking: boolean;
  readonly onUnlink: () => void;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
}

/** A linked wallet or account elsewhere. */
export function LoginRow({ login, isUnlinking, onUnlink, isConfirming, onConfirm }: LoginRowProps) {
  const { kind, name, subject, available, createdAt, lastUsedAt, suspendedAt } = login;
  const isWallet = kind === "wallet";
  const what = isWallet ? `${name} ${subject.slice(0, 4)}…${subject.slice(-4)}` : `${name} ${subject}`;
  return (
    <CredentialRow
      Sign={isWallet ? IconWallet : IconId}
      what={what}
      title={subject}
      since="linked"
      createdAt={createdAt}
      lastUsedAt={lastUsedAt}
      note={!available && `${name} is no longer offered here, so it doesn't sign you in.`}
      verb="Unlink"
      question={isWallet ? "Unlink this wallet?" : "Unlink this account?"}
      consequence={`${what} will no longer sign you in, and all your other sessions end.`}
      isRemoving={isUnlinking}
      onRemove={onUnlink}
      isConfirming={isConfirming}
      onConfirm={suspendedAt === null ? undefined : onConfirm}
    />
  );
}
