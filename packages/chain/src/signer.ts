import type { CheckpointSuccessor } from "./checkpoint-key.ts";
import type { VersionedAddress } from "./deposit-address.ts";
import type { LogAnchor, NonceCreation } from "./nonce-accounts.ts";
import { coldNote, type PaymentNote } from "./payment-notes.ts";
import type { KeyVersions, Nonce, SignedTransaction } from "./platform-transactions.ts";
import type { HotMove, PlatformWallet } from "./platform-wallet.ts";
import type { BooksFence, RecordedTransaction, RecordPage } from "./signer-record.ts";
import type { ViewKeys } from "./wallet-view.ts";

interface Fenced {
  readonly fence: BooksFence;
}

/** Amounts in lamports. */
interface OnNonce extends Fenced {
  /** Of two transactions with the same nonce, at most one can land. */
  readonly nonce: Nonce;
  /** Offered above the fee for signatures. */
  readonly priorityFee: bigint;
  /** The hot wallet that pays, and the authority of the nonce account. By default the first. */
  readonly keys?: KeyVersions;
}

/** A withdrawal that is to be paid. Its note becomes the memo. */
export interface PaymentRequest extends OnNonce {
  readonly note: PaymentNote;
  readonly destination: string;
  readonly lamports: bigint;
}

/** SOL of a member's deposit address that is to go to the hot wallet. */
export interface SweepRequest extends OnNonce {
  readonly sweepId: string;
  readonly userId: string;
  /** Which key the address is derived from. */
  readonly version: number;
  /** What the books say the address is. The signer empties no other than the one that it derives. */
  readonly address: string;
  readonly lamports: bigint;
}

/** SOL of the hot wallet that is to go to the cold wallet. */
export interface ColdRequest extends OnNonce {
  /** A UUID, for the note that becomes the memo. */
  readonly reference: string;
  /** What the books say the cold wallet is. The signer pays nobody but the one in its own settings. */
  readonly destination: string;
  readonly lamports: bigint;
}

/** A nonce that is to be used up by a transaction that moves nothing. */
export interface CancellationRequest extends OnNonce {
  /** What is canceled: the reference of a withdrawal, the id of a sweep, or the address of a nonce account that is renewed. */
  readonly reference: string;
}

/** The root of the log that is to be written to the chain, by a transaction that moves nothing. */
export interface AnchorRequest extends OnNonce, LogAnchor {}

/** SOL of one hot wallet that is to go to the latest. */
export interface HotMoveRequest extends OnNonce, HotMove {}

/** A nonce account that is to have the latest key as its authority. */
export interface HandoverRequest extends OnNonce {
  /** Its version. */
  readonly to: number;
}

/** A nonce account that is to be created. */
export interface NonceRequest extends NonceCreation, Fenced {}

/** Why and when the signer began to use a key. */
export interface KeyRotation {
  /** What the operator gave. */
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A key of deposit addresses. */
export interface DepositKey {
  readonly version: number;
  /** Identifies it: the address that it would give the member 0, whom there isn't. */
  readonly publicKey: string;
}

/** A key of the hot wallet, or of the authority of nonces. */
export interface WalletKey {
  readonly version: number;
  /** Its address. */
  readonly publicKey: string;
}

/** The public side of the keys that were made after the first ones, by version. */
export interface RotatedKeys {
  readonly checkpoint: readonly (CheckpointSuccessor & KeyRotation)[];
  readonly deposit: readonly (DepositKey & KeyRotation)[];
  readonly hot: readonly (WalletKey & KeyRotation)[];
  readonly nonce: readonly (WalletKey & KeyRotation)[];
}

/**
 * Signs what the platform pays. It is told what is to be signed, never bytes, so that it can decide by its own rules whether to
 * (docs/adr/0024). It may be another process: never call it in a database transaction. The same request gives the same bytes.
 */
export interface Signer {
  /** What its transactions are recognized by. @throws SignerError */
  view(): Promise<ViewKeys>;
  /** The keys that have taken over from the first ones. @throws SignerError */
  keys(): Promise<RotatedKeys>;
  /** The deposit addresses that new members get, in their order, all of the current version. @throws SignerError */
  newAddresses(userIds: readonly string[]): Promise<readonly VersionedAddress[]>;
  /** The deposit addresses of members, in their order; empty for a version that there isn't. @throws SignerError */
  addressesOf(members: readonly { readonly userId: string; readonly version: number }[]): Promise<readonly string[]>;
  /** @throws SignerError */
  pay(request: PaymentRequest): Promise<RecordedTransaction>;
  /** @throws SignerError REFUSED for an address that isn't the member's of that version */
  sweep(request: SweepRequest): Promise<RecordedTransaction>;
  /** @throws SignerError REFUSED for another cold wallet than its own */
  toCold(request: ColdRequest): Promise<RecordedTransaction>;
  /** @throws SignerError */
  cancel(request: CancellationRequest): Promise<RecordedTransaction>;
  /** @throws SignerError */
  anchor(request: AnchorRequest): Promise<RecordedTransaction>;
  /** @throws SignerError REFUSED for a hot wallet that isn't the latest */
  moveHot(request: HotMoveRequest): Promise<RecordedTransaction>;
  /** @throws SignerError REFUSED for a key that isn't the latest */
  handOver(request: HandoverRequest): Promise<RecordedTransaction>;
  /** @throws SignerError */
  createNonce(request: NonceRequest): Promise<RecordedTransaction>;
  /** @returns an Ed25519 signature, 64 bytes. @throws SignerError */
  signCheckpoint(text: string): Promise<Uint8Array>;
  /** @param day of the note's checkpoint. @returns an Ed25519 signature, 64 bytes. @throws SignerError */
  signNote(text: string, day: string): Promise<Uint8Array>;
  /**
   * Everything that was ever signed, a page at a time.
   * @param after a position; 0 begins at the beginning
   * @throws SignerError
   */
  record(after: number): Promise<RecordPage>;
  /** The newest books that have had something signed, or that it was told of; null if there are none. @throws SignerError */
  fence(): Promise<BooksFence | null>;
  /** Tells it of books that may have nothing signed for a while. @throws SignerError REFUSED for books behind others */
  noteFence(fence: BooksFence): Promise<BooksFence>;
}

/** `UNREACHABLE`: there was no answer, so it may have signed. `REFUSED`: it didn't sign, and won't as long as its rules say so. */
export type SignerErrorCode = "UNREACHABLE" | "REFUSED";

/** The signer's own rules (docs/adr/0026). */
export const SIGNER_RULES = [
  /** Newer books have asked since. */
  "FENCE_BEHIND",
  /** More than one payment may be. */
  "PAYMENT_LIMIT",
  /** More than is signed within an hour, or a day. */
  "HOURLY_LIMIT",
  "DAILY_LIMIT",
  /** A higher network fee, or rent, than makes sense. */
  "FEE_LIMIT",
  /** Another destination or amount than was signed for the same withdrawal. */
  "SECOND_VALUE",
  /** Something signed for the same withdrawal on another nonce may still land. */
  "NONCE_PENDING",
  /** The same withdrawal was paid, or canceled, on another nonce. */
  "ALREADY_PAID",
  "CANCELED",
  /** A sweep of another address than the member's. */
  "OTHER_ADDRESS",
  /** More of the log's roots than are written to the chain within a day. */
  "ANCHOR_LIMIT",
] as const;
export type SignerRule = (typeof SIGNER_RULES)[number];

/** Nothing was signed, or nobody knows. Asking again is safe. */
export class SignerError extends Error {
  override readonly name = "SignerError";
  readonly code: SignerErrorCode;
  /** Which of its own rules a refusal follows from; null for what can't be signed at all. */
  readonly rule: SignerRule | null;

  constructor(code: SignerErrorCode, message: string, options?: ErrorOptions & { readonly rule?: SignerRule | null }) {
    super(message, options);
    this.code = code;
    this.rule = options?.rule ?? null;
  }
}

/**
 * Signs in this process, keeps no record, and refuses only what can't be signed.
 * @param settings.coldWallet the only address that what is above the hot wallet's ceiling may go to
 */
export function createLocalSigner(
  wallet: PlatformWallet,
  { coldWallet = null }: { readonly coldWallet?: string | null } = {},
): Signer {
  return {
    view: async () => wallet.viewKeys(),
    keys: async () => ({ checkpoint: [], deposit: [], hot: [], nonce: [] }),
    newAddresses: async (userIds) => {
      const version = wallet.depositVersion();
      return userIds.map((userId) => ({ address: wallet.addressAt(userId, version), version }));
    },
    addressesOf: async (members) =>
      members.map(({ userId, version }) =>
        version <= wallet.depositVersion() ? wallet.addressAt(userId, version) : "",
      ),
    pay: async (request) => sign(() => signPayment(wallet, request)),
    sweep: async ({ sweepId, address, ...rest }) => {
      const { userId, version } = rest;
      const own = attempt(() => wallet.addressAt(userId, version));
      if (own !== address) {
        const why = `Sweep ${sweepId} is of ${address}, and the address of member ${userId} and key ${version} is ${own}`;
        throw new SignerError("REFUSED", why, { rule: "OTHER_ADDRESS" });
      }
      return sign(() => wallet.signSweep({ ...rest, reference: wallet.referenceOf("sweep", sweepId) }));
    },
    toCold: async ({ reference, destination, lamports, ...rest }) => {
      if (destination !== coldWallet) {
        throw new SignerError("REFUSED", `${destination} isn't the cold wallet in the signer's settings`);
      }
      const note = coldNote(reference, lamports);
      return sign(() => wallet.signPayment({ ...rest, lamports, to: coldWallet, reference: wallet.noteOf(note) }));
    },
    cancel: async ({ reference, ...rest }) =>
      sign(() => wallet.signCancellation({ ...rest, reference: wallet.cancelMemo(reference, rest.nonce.value) })),
    anchor: async ({ size, root, ...rest }) =>
      sign(() => wallet.signCancellation({ ...rest, reference: wallet.anchorMemo({ size, root }) })),
    moveHot: async (request) =>
      sign(() => wallet.signHotMove({ ...request, reference: wallet.referenceOf("cancel", request.nonce.address) })),
    handOver: async (request) =>
      sign(() => wallet.signHandover({ ...request, reference: wallet.referenceOf("cancel", request.nonce.address) })),
    createNonce: async (request) => sign(() => wallet.signNonceCreation(request)),
    signCheckpoint: async (text) => attempt(() => wallet.signCheckpoint(text)),
    signNote: async (text, day) => attempt(() => wallet.signNote(text, day)),
    record: async () => ({ lines: [], next: null }),
    fence: async () => null,
    noteFence: async (fence) => fence,
  };
}

function signPayment(wallet: PlatformWallet, { note, destination, ...rest }: PaymentRequest): SignedTransaction {
  return wallet.signPayment({ ...rest, to: destination, reference: wallet.noteOf(note) });
}

function sign(work: () => SignedTransaction): RecordedTransaction {
  return { ...attempt(work), position: null };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SignerError("REFUSED", error.message, { cause: error });
  }
}
