import { createHash, createHmac, hkdfSync } from "node:crypto";
import { NONCE_ACCOUNT_LENGTH, SystemProgram } from "@solana/web3.js";
import bs58 from "bs58";
import { keyBytes } from "./ed25519.ts";
import { publicKey, type SignedTransaction, type Signer, signMessage } from "./platform-transactions.ts";

/** Bytes of a durable nonce account, for which rent has to be left. */
export const NONCE_BYTES = NONCE_ACCOUNT_LENGTH;

/** What a payment is for. */
export type PaymentKind = "withdrawal" | "sweep" | "cancel";

export interface NonceAccounts {
  /** The address of the platform's nonce account at a position, from 1. Nobody else can predict it. */
  nonceAddress(position: number): string;
  /**
   * Creates that account, with the hot wallet as its authority. Fails on chain if it exists.
   * @param rent lamports, at least the exemption for {@link NONCE_BYTES}
   */
  signNonceCreation(args: {
    readonly position: number;
    readonly rent: bigint;
    readonly blockhash: string;
  }): SignedTransaction;
  /** The memo of a payment: the same for every attempt, and without meaning to others. */
  referenceOf(kind: PaymentKind, id: string): string;
}

/** Derives names of nonce accounts and references of payments from the platform's seed; the hot wallet signs. */
export function createNonceAccounts(platformSeed: Uint8Array, hot: Signer): NonceAccounts {
  const key = Buffer.from(hkdfSync("sha256", platformSeed, "bbux", "payment-names:v1", 32));
  const name = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 24);
  const nameOf = (position: number) => name(`nonce:${position}`);
  const nonceAddress = (position: number) => derivedAddress(hot.address, nameOf(position));
  return {
    nonceAddress,
    signNonceCreation({ position, rent, blockhash }) {
      if (rent <= 0n || rent > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${rent} lamports are no rent`);
      const authority = publicKey(hot.address);
      const { instructions } = SystemProgram.createNonceAccount({
        fromPubkey: authority,
        basePubkey: authority,
        seed: nameOf(position),
        noncePubkey: publicKey(nonceAddress(position)),
        authorizedPubkey: authority,
        lamports: Number(rent),
      });
      return signMessage([hot], blockhash, instructions);
    },
    referenceOf: (kind, id) => `bbux:${name(`${kind}:${id}`)}`,
  };
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
