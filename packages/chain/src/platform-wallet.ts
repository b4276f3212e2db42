import { hkdfSync } from "node:crypto";
import {
  type CheckpointSuccessor,
  checkpointKeyFor,
  createCheckpointKey,
  dayOfCheckpoint,
  firstCheckpointSeed,
} from "./checkpoint-key.ts";
import { createDepositAddresses, type DepositAddresses } from "./deposit-address.ts";
import { KEY_BYTES } from "./ed25519.ts";
import { type NonceCreation, signNonceCreation } from "./nonce-accounts.ts";
import {
  type PaymentTerms,
  type SignedTransaction,
  signingKey,
  signOnNonce,
  transfer,
} from "./platform-transactions.ts";
import { isNoteBody } from "./signed-note.ts";
import { createWalletView, type ViewKeys, type WalletView } from "./wallet-view.ts";

/** The keys of a platform that were made after the first ones, which come from its seed (docs/adr/0028). */
export interface LaterKeys {
  /** By version, from 2 without gaps. The seed has 32 secret bytes. */
  readonly checkpoint: readonly (CheckpointSuccessor & { readonly seed: Uint8Array })[];
  /** Of deposit addresses: 32 secret bytes each, by version from 2. */
  readonly deposit: readonly Uint8Array[];
}

interface CheckpointSeed {
  readonly from: string | null;
  readonly seed: Uint8Array;
}

const NO_LATER: LaterKeys = { checkpoint: [], deposit: [] };

/** The sole holder of the platform's keys: it signs, never exposes a key, and has no network access. */
export interface PlatformWallet extends WalletView, Omit<DepositAddresses, "seedOf" | "version"> {
  /** The version of the deposit addresses that members get now. */
  depositVersion(): number;
  /** What other processes recognize the platform's payments by. */
  viewKeys(): ViewKeys;
  /** Hot wallet → `to`. */
  signPayment(args: PaymentTerms & { readonly to: string; readonly lamports: bigint }): SignedTransaction;
  /** A member's deposit address → hot wallet, which pays the fee, so that the address can be emptied to the last lamport. */
  signSweep(
    args: PaymentTerms & {
      readonly userId: string;
      /** Of the address, by default 1. */
      readonly version?: number;
      readonly lamports: bigint;
    },
  ): SignedTransaction;
  /** Uses up the nonce and moves nothing: once it has landed, no other transaction with the same nonce can. */
  signCancellation(args: PaymentTerms): SignedTransaction;
  /** Creates a nonce account, with the hot wallet as its authority. Fails on chain if it exists. */
  signNonceCreation(args: NonceCreation): SignedTransaction;
  /**
   * Signs with the key that is in force on the checkpoint's day, so that the same text always has the same signature.
   * @returns an Ed25519 signature, 64 bytes. @throws RangeError if the text isn't a checkpoint
   */
  signCheckpoint(text: string): Uint8Array;
  /**
   * Signs the C2SP note of a day's checkpoint with the key of that checkpoint.
   * @param day as in `2026-11-24`. @returns an Ed25519 signature, 64 bytes. @throws RangeError if the text isn't such a note
   */
  signNote(text: string, day: string): Uint8Array;
}

/**
 * All of the platform's first keys come from one seed: the hot wallet's key is the seed itself; the keys of deposit addresses, of
 * checkpoints and of memos are derived from it. Ed25519 is deterministic, so repeating a call gives the same bytes. The seed and the
 * keys exist only in this closure, out of reach of logs and JSON.
 * @param seed 32 bytes, as `Keypair.fromSeed` takes them
 * @param later asked with each call, because keys are rotated while the wallet is in use
 */
export function createPlatformWallet(seed: Uint8Array, later: () => LaterKeys = () => NO_LATER): PlatformWallet {
  if (seed.byteLength !== KEY_BYTES) throw new Error("The platform's seed must have 32 bytes");
  const kept = Uint8Array.from(seed);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", kept, "bbux", purpose, KEY_BYTES));
  const deposits = createDepositAddresses(kept, () => later().deposit);
  const hot = signingKey(kept);
  const names = derive("payment-names:v1");
  const viewKeys = (): ViewKeys => ({
    address: hot.address,
    checkpointKey: createCheckpointKey(firstCheckpointSeed(kept)).publicKey,
    names: names.toString("base64"),
    notes: derive("payment-notes:v1").toString("base64"),
    notesIv: derive("payment-notes-iv:v1").toString("base64"),
  });
  const checkpointKeyOf = (day: string) => {
    const first: CheckpointSeed = { from: null, seed: firstCheckpointSeed(kept) };
    return createCheckpointKey(checkpointKeyFor([first, ...later().checkpoint], day).seed);
  };
  return Object.freeze<PlatformWallet>({
    ...createWalletView(viewKeys()),
    viewKeys,
    addressOf: deposits.addressOf,
    addressAt: deposits.addressAt,
    depositVersion: deposits.version,
    signPayment: ({ to, lamports, ...terms }) => signOnNonce([hot], terms, [transfer(hot.address, to, lamports)]),
    signSweep({ userId, version = 1, lamports, ...terms }) {
      const deposit = signingKey(deposits.seedOf(userId, version));
      return signOnNonce([hot, deposit], terms, [transfer(deposit.address, hot.address, lamports)]);
    },
    signCancellation: (terms) => signOnNonce([hot], terms, []),
    signNonceCreation: (args) => signNonceCreation(hot, names, args),
    signCheckpoint: (text) => checkpointKeyOf(dayOfCheckpoint(text)).sign(text),
    signNote(text, day) {
      if (!isNoteBody(text)) throw new RangeError("Only notes of checkpoints are signed as notes");
      return checkpointKeyOf(day).sign(text);
    },
  });
}
