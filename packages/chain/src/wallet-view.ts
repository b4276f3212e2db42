import { createPaymentNames, type PaymentNames } from "./nonce-accounts.ts";
import { createPaymentNotes, type PaymentNotes } from "./payment-notes.ts";

/** What recognizes the platform and its payments on chain. It signs nothing. */
export interface WalletView extends PaymentNames, PaymentNotes {
  /** The first hot wallet's address, which names the platform. Others may have taken over from it (docs/adr/0030). */
  readonly address: string;
  /** The first Ed25519 public key of checkpoints, 32 bytes in base64. Others may have taken over from it (docs/adr/0028). */
  checkpointKey(): string;
}

/**
 * What a process needs to recognize the platform's payments. Public, except for three derived keys that read and name memos. They
 * can't sign, and the seed can't be found from them (docs/adr/0024).
 */
export interface ViewKeys {
  readonly address: string;
  /** 32 bytes in base64, as the others. */
  readonly checkpointKey: string;
  readonly names: string;
  readonly notes: string;
  readonly notesIv: string;
}

/** The keys stay in this closure, out of reach of logs and JSON. */
export function createWalletView({ address, checkpointKey, names, notes, notesIv }: ViewKeys): WalletView {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
  return Object.freeze<WalletView>({
    address,
    checkpointKey: () => checkpointKey,
    ...createPaymentNames(bytes(names), address),
    ...createPaymentNotes({ key: bytes(notes), ivKey: bytes(notesIv) }),
  });
}
