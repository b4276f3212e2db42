import { createHash, createHmac } from "node:crypto";
import {
  NONCE_ACCOUNT_LENGTH,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
} from "@solana/web3.js";
import bs58 from "bs58";
import { keyBytes } from "./ed25519.ts";
import {
  type KeyVersions,
  publicKey,
  type SignedTransaction,
  type SigningKey,
  signMessage,
} from "./platform-transactions.ts";
import { PROGRAMS } from "./programs.ts";

/** Bytes of a durable nonce account, for which rent has to be left. */
export const NONCE_BYTES = NONCE_ACCOUNT_LENGTH;

/** A size and the base64 of 32 bytes. */
const ANCHOR = /^[1-9]\d{0,14} [A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** What a payment is for. */
export type PaymentKind = "withdrawal" | "sweep" | "cancel" | "anchor";

/** What is written to the chain about the transparency log (docs/adr/0029). */
export interface LogAnchor {
  /** Leaves of its Merkle tree. */
  readonly size: number;
  /** 32 bytes in base64. */
  readonly root: string;
}

export interface PaymentNames {
  /**
   * The address of the platform's nonce account at a position, from 1. Nobody else can predict it.
   * @param authority with which it was created, by default the first hot wallet
   */
  nonceAddress(position: number, authority?: string): string;
  /** The memo of a payment: the same for every attempt, and without meaning to others. */
  referenceOf(kind: PaymentKind, id: string): string;
  /**
   * The memo of a cancellation or a renewal: the reference of what is canceled, and a mark by which books that have forgotten that
   * recognize it. It is good for one value of a nonce, so nobody can use it again.
   */
  cancelMemo(id: string, nonceValue: string): string;
  /** Whether a memo cancels what has this id. Those from before there were marks have none. */
  isCancelMemo(memo: string, id: string): boolean;
  /** Whether the platform made a memo to cancel something, whatever it was, while it uses up this value of a nonce. */
  hasCancelMark(memo: string, nonceValue: string): boolean;
  /** The memo that writes the log's root to the chain: anyone can read it, and only the platform make it. @throws RangeError */
  anchorMemo(anchor: LogAnchor): string;
  /** @returns null for a memo that isn't an anchor of this platform */
  readAnchor(memo: string): LogAnchor | null;
}

/** What a new nonce account is created with. */
export interface NonceCreation {
  readonly position: number;
  /** Lamports, at least the exemption for {@link NONCE_BYTES}. */
  readonly rent: bigint;
  readonly blockhash: string;
  /** By default the first. */
  readonly keys?: KeyVersions;
}

/**
 * Derives the names of nonce accounts and the references of payments.
 * @param key 32 bytes. With it the platform's transactions can be recognized, but nothing can be signed.
 * @param hot the hot wallet's address
 */
export function createPaymentNames(key: Uint8Array, hot: string): PaymentNames {
  const referenceOf = (kind: PaymentKind, id: string) => `bbux:${nameOf(key, `${kind}:${id}`)}`;
  const marked = (reference: string, value: string) => `${reference} ${nameOf(key, `mark:${reference}:${value}`)}`;
  const anchorMemo = ({ size, root }: LogAnchor) => {
    const text = `${size} ${root}`;
    if (!ANCHOR.test(text)) throw new RangeError("An anchor is the size and the root of the log");
    return `bbux-log ${text} ${referenceOf("anchor", text)}`;
  };
  return {
    nonceAddress: (position, authority = hot) => derivedAddress(authority, nonceName(key, position)),
    referenceOf,
    cancelMemo: (id, value) => marked(referenceOf("cancel", id), value),
    isCancelMemo: (memo, id) => memo.split(" ")[0] === referenceOf("cancel", id),
    hasCancelMark: (memo, value) => marked(memo.split(" ")[0] ?? "", value) === memo,
    anchorMemo,
    readAnchor(memo) {
      const [head, size = "", root = ""] = memo.split(" ");
      if (head !== "bbux-log" || !ANCHOR.test(`${size} ${root}`)) return null;
      const anchor = { size: Number(size), root };
      return anchorMemo(anchor) === memo ? anchor : null;
    },
  };
}

/** Creates the account at a position, for which the hot wallet pays. Fails on chain if it exists. @throws RangeError */
export function signNonceCreation(
  { hot, authority }: { readonly hot: SigningKey; readonly authority: SigningKey },
  key: Uint8Array,
  { position, rent, blockhash }: NonceCreation,
): SignedTransaction {
  if (rent <= 0n || rent > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${rent} lamports are no rent`);
  const base = publicKey(authority.address);
  const name = nonceName(key, position);
  const { instructions } = SystemProgram.createNonceAccount({
    fromPubkey: publicKey(hot.address),
    basePubkey: base,
    seed: name,
    noncePubkey: publicKey(derivedAddress(authority.address, name)),
    authorizedPubkey: base,
    lamports: Number(rent),
  });
  return signMessage([hot, authority], blockhash, instructions);
}

/** Everything that the creation of a nonce account names: who pays, the account's authority, the account, and what the System program needs. */
export function creationNames(payer: string, authority: string, address: string): ReadonlySet<string> {
  const sysvars = [SYSVAR_RECENT_BLOCKHASHES_PUBKEY, SYSVAR_RENT_PUBKEY].map((key) => key.toBase58());
  return new Set([payer, authority, address, PROGRAMS.system, ...sysvars]);
}

function nonceName(key: Uint8Array, position: number): string {
  return nameOf(key, `nonce:${position}`);
}

function nameOf(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 24);
}

/** The address that the System program derives from a base address and a text (`Pubkey::create_with_seed`). */
function derivedAddress(base: string, text: string): string {
  const system = new Uint8Array(32);
  return bs58.encode(
    createHash("sha256")
      .update(keyBytes(base) ?? new Uint8Array())
      .update(text)
      .update(system)
      .digest(),
  );
}
