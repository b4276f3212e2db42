import { type CheckpointKey, createCheckpointKey } from "./checkpoint-key.ts";
import { createDepositAddresses, type DepositAddresses } from "./deposit-address.ts";
import { KEY_BYTES } from "./ed25519.ts";
import { createNonceAccounts, type NonceAccounts } from "./nonce-accounts.ts";
import { createPaymentNotes, type PaymentNotes } from "./payment-notes.ts";
import { type PaymentTerms, type SignedTransaction, signerOf, signOnNonce, transfer } from "./platform-transactions.ts";

/** The sole holder of the platform's keys: it signs, never exposes a key, and has no network access. */
export interface PlatformWallet
  extends Pick<DepositAddresses, "addressOf">,
    NonceAccounts,
    PaymentNotes,
    CheckpointKey {
  /** The hot wallet's address, which pays withdrawals and all network fees, and is the authority of all nonces. */
  readonly address: string;
  /** Hot wallet → `to`. */
  signPayment(args: PaymentTerms & { readonly to: string; readonly lamports: bigint }): SignedTransaction;
  /** A member's deposit address → hot wallet, which pays the fee, so that the address can be emptied to the last lamport. */
  signSweep(args: PaymentTerms & { readonly userId: string; readonly lamports: bigint }): SignedTransaction;
  /** Uses up the nonce and moves nothing: once it has landed, no other transaction with the same nonce can. */
  signCancellation(args: PaymentTerms): SignedTransaction;
}

/**
 * All of the platform's keys come from one seed: the hot wallet's key is the seed itself; the keys of deposit addresses and of
 * checkpoints are derived from it. Ed25519 is deterministic, so repeating a call gives the same bytes. The seed and the keys
 * exist only in this closure, out of reach of logs and JSON.
 * @param seed 32 bytes, as `Keypair.fromSeed` takes them
 */
export function createPlatformWallet(seed: Uint8Array): PlatformWallet {
  if (seed.byteLength !== KEY_BYTES) throw new Error("The platform's seed must have 32 bytes");
  const kept = Uint8Array.from(seed);
  const deposits = createDepositAddresses(kept);
  const hot = signerOf(kept);
  return Object.freeze<PlatformWallet>({
    address: hot.address,
    addressOf: deposits.addressOf,
    ...createNonceAccounts(kept, hot),
    ...createPaymentNotes(kept),
    ...createCheckpointKey(kept),
    signPayment: ({ to, lamports, ...terms }) => signOnNonce([hot], terms, [transfer(hot.address, to, lamports)]),
    signSweep({ userId, lamports, ...terms }) {
      const deposit = signerOf(deposits.seedOf(userId));
      return signOnNonce([hot, deposit], terms, [transfer(deposit.address, hot.address, lamports)]);
    },
    signCancellation: (terms) => signOnNonce([hot], terms, []),
  });
}
