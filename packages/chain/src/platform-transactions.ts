import { type KeyObject, sign } from "node:crypto";
import {
  ComputeBudgetProgram,
  TransactionInstruction as Instruction,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { addressOfKey, keyBytes, privateKeyOf } from "./ed25519.ts";
import { PROGRAMS } from "./programs.ts";

/** The network's fee per signature, in lamports. */
export const FEE_PER_SIGNATURE = 5_000n;
const LAMPORTS_MAX = 2n ** 64n - 1n;
/** The limit of every payment. More than it needs, and a divisor of a million, so that any fee in lamports is exact. */
export const PAYMENT_COMPUTE_UNITS = 40_000;
const PRICE_PER_LAMPORT = 1_000_000n / BigInt(PAYMENT_COMPUTE_UNITS);

export interface SignedTransaction {
  /** The serialized transaction, at most 1,232 bytes. */
  readonly bytes: Uint8Array;
  /** The first signature, in base58, which identifies the transaction. */
  readonly signature: string;
  /** The network fee in lamports, priority included, which the hot wallet pays. */
  readonly networkFee: bigint;
}

/** A durable nonce account and the value that one transaction may use up. */
export interface Nonce {
  readonly address: string;
  readonly value: string;
}

/** Versions of the keys that sign a transaction of the platform (docs/adr/0030). */
export interface KeyVersions {
  /** The hot wallet that pays the fee. */
  readonly hot: number;
  /** The authority of the nonce account. */
  readonly nonce: number;
}

/** The platform's first keys. Here the hot wallet's key is the authority of its nonces, too. */
export const FIRST_KEYS: KeyVersions = { hot: 1, nonce: 1 };

/** How many signatures these keys give a transaction. */
export function signaturesOf({ hot, nonce }: KeyVersions): bigint {
  return hot === 1 && nonce === 1 ? 1n : 2n;
}

/** What every payment of the platform carries. */
export interface PaymentTerms {
  /** Of two transactions with the same nonce, at most one can land. */
  readonly nonce: Nonce;
  /** Shown on chain as a memo. */
  readonly reference: string;
  /** Offered above the fee for signatures, in lamports. */
  readonly priorityFee: bigint;
  /** By default the first. */
  readonly keys?: KeyVersions;
}

export interface SigningKey {
  readonly address: string;
  readonly key: KeyObject;
}

export type Signers = readonly [SigningKey, ...SigningKey[]];

export function signingKey(seed: Uint8Array): SigningKey {
  const key = privateKeyOf(seed);
  return { key, address: addressOfKey(key) };
}

/** @throws RangeError for an address or an amount that doesn't exist */
export function transfer(from: string, to: string, lamports: bigint): TransactionInstruction {
  if (lamports <= 0n || lamports > LAMPORTS_MAX) throw new RangeError(`${lamports} lamports cannot be sent`);
  return SystemProgram.transfer({ fromPubkey: publicKey(from), toPubkey: publicKey(to), lamports });
}

/**
 * Signs instructions under the terms of a payment: the nonce is advanced first, so that the transaction is valid until another
 * with the same nonce lands.
 * @param signers the first pays the fee
 * @param authority of the nonce account
 * @throws RangeError
 */
export function signOnNonce(
  signers: Signers,
  { address: authority }: SigningKey,
  { nonce, reference, priorityFee }: PaymentTerms,
  instructions: readonly TransactionInstruction[],
): SignedTransaction {
  if (priorityFee < 0n) throw new RangeError("A priority fee is not negative");
  const all = [
    SystemProgram.nonceAdvance({ noncePubkey: publicKey(nonce.address), authorizedPubkey: publicKey(authority) }),
    ComputeBudgetProgram.setComputeUnitLimit({ units: PAYMENT_COMPUTE_UNITS }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: priorityFee * PRICE_PER_LAMPORT }),
    ...instructions,
    new Instruction({ programId: new PublicKey(PROGRAMS.memo), keys: [], data: Buffer.from(reference) }),
  ];
  const signed = signMessage(signers, nonce.value, all);
  return { ...signed, networkFee: signed.networkFee + priorityFee };
}

/** Signs a legacy transaction, whose fee the first signer pays. @throws RangeError */
export function signMessage(
  signers: Signers,
  blockhash: string,
  instructions: readonly TransactionInstruction[],
): SignedTransaction {
  if (!keyBytes(blockhash)) throw new RangeError("The blockhash must be base58 of 32 bytes");
  const message = new TransactionMessage({
    payerKey: publicKey(signers[0].address),
    recentBlockhash: blockhash,
    instructions: [...instructions],
  }).compileToLegacyMessage();
  const bytes = message.serialize();
  // In the order of the message's keys, of which the fee payer is the first.
  const keyOf = new Map(signers.map(({ address, key }) => [address, key]));
  const signatures = message.accountKeys.slice(0, message.header.numRequiredSignatures).map((account) => {
    const key = keyOf.get(account.toBase58());
    if (!key) throw new RangeError(`${account.toBase58()} has to sign, and isn't among the signers`);
    return new Uint8Array(sign(null, bytes, key));
  });
  const [first = new Uint8Array()] = signatures;
  return {
    bytes: new VersionedTransaction(message, signatures).serialize(),
    signature: bs58.encode(first),
    networkFee: FEE_PER_SIGNATURE * BigInt(signatures.length),
  };
}

export function publicKey(address: string): PublicKey {
  if (!keyBytes(address)) throw new RangeError("An address must be base58 of 32 bytes");
  return new PublicKey(address);
}
