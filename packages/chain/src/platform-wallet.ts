import { hkdfSync } from "node:crypto";
import { SystemProgram } from "@solana/web3.js";
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
  FIRST_KEYS,
  type KeyVersions,
  type PaymentTerms,
  publicKey,
  type SignedTransaction,
  type SigningKey,
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
  /** Of hot wallets, and of the authority of nonces: as those of deposit addresses. */
  readonly hot: readonly Uint8Array[];
  readonly nonce: readonly Uint8Array[];
}

interface CheckpointSeed {
  readonly from: string | null;
  readonly seed: Uint8Array;
}

const NO_LATER: LaterKeys = { checkpoint: [], deposit: [], hot: [], nonce: [] };

/** SOL that goes from one hot wallet to the latest. */
export interface HotMove {
  /** Versions. */
  readonly from: number;
  readonly to: number;
  readonly lamports: bigint;
}

/** The sole holder of the platform's keys: it signs, never exposes a key, and has no network access. */
export interface PlatformWallet extends WalletView, Omit<DepositAddresses, "seedOf" | "version"> {
  /** The version of the deposit addresses that members get now. */
  depositVersion(): number;
  /** What other processes recognize the platform's payments by. */
  viewKeys(): ViewKeys;
  /** The address of a version of the hot wallet, or of the authority of nonces. @throws RangeError for a version that there isn't */
  keyAddress(purpose: keyof KeyVersions, version: number): string;
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
  /**
   * One hot wallet → the latest, to the last lamport if the latest pays the fee.
   * @throws RangeError for another than the latest
   */
  signHotMove(args: PaymentTerms & HotMove): SignedTransaction;
  /** Uses up the nonce, and makes the latest key the authority of its account. @throws RangeError as {@link signHotMove} */
  signHandover(args: PaymentTerms & { readonly to: number }): SignedTransaction;
  /** Creates a nonce account. Fails on chain if it exists. */
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
 * All of the platform's first keys come from one seed: the key of the hot wallet and of nonces is the seed itself; the keys of deposit addresses, of
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
  const first = signingKey(kept);
  const keyFor = (purpose: keyof KeyVersions, version: number): SigningKey => {
    if (version === 1) return first;
    const made = later()[purpose][version - 2];
    if (!made) throw new RangeError(`There is no ${purpose} key ${version}`);
    return signingKey(made);
  };
  const keysOf = ({ keys = FIRST_KEYS }: { readonly keys?: KeyVersions }) => {
    return { hot: keyFor("hot", keys.hot), authority: keyFor("nonce", keys.nonce) };
  };
  const requireLatest = (purpose: keyof KeyVersions, from: number, to: number) => {
    const latest = later()[purpose].length + 1;
    if (to !== latest) throw new RangeError(`The latest ${purpose} key is ${latest}, not ${to}`);
    if (from >= to) throw new RangeError(`Version ${to} isn't later than ${from}`);
  };
  const names = derive("payment-names:v1");
  const viewKeys = (): ViewKeys => ({
    address: first.address,
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
    keyAddress: (purpose, version) => keyFor(purpose, version).address,
    signPayment({ to, lamports, ...terms }) {
      const { hot, authority } = keysOf(terms);
      return signOnNonce([hot, authority], authority, terms, [transfer(hot.address, to, lamports)]);
    },
    signSweep({ userId, version = 1, lamports, ...terms }) {
      const { hot, authority } = keysOf(terms);
      const deposit = signingKey(deposits.seedOf(userId, version));
      const sweep = transfer(deposit.address, hot.address, lamports);
      return signOnNonce([hot, authority, deposit], authority, terms, [sweep]);
    },
    signCancellation(terms) {
      const { hot, authority } = keysOf(terms);
      return signOnNonce([hot, authority], authority, terms, []);
    },
    signHotMove({ from, to, lamports, ...terms }) {
      requireLatest("hot", from, to);
      const { hot, authority } = keysOf(terms);
      const [source, target] = [keyFor("hot", from), keyFor("hot", to)];
      const move = transfer(source.address, target.address, lamports);
      return signOnNonce([hot, authority, source], authority, terms, [move]);
    },
    signHandover({ to, ...terms }) {
      const { hot, authority } = keysOf(terms);
      requireLatest("nonce", (terms.keys ?? FIRST_KEYS).nonce, to);
      const handover = SystemProgram.nonceAuthorize({
        noncePubkey: publicKey(terms.nonce.address),
        authorizedPubkey: publicKey(authority.address),
        newAuthorizedPubkey: publicKey(keyFor("nonce", to).address),
      });
      return signOnNonce([hot, authority], authority, terms, [handover]);
    },
    signNonceCreation: (args) => signNonceCreation(keysOf(args), names, args),
    signCheckpoint: (text) => checkpointKeyOf(dayOfCheckpoint(text)).sign(text),
    signNote(text, day) {
      if (!isNoteBody(text)) throw new RangeError("Only notes of checkpoints are signed as notes");
      return checkpointKeyOf(day).sign(text);
    },
  });
}
