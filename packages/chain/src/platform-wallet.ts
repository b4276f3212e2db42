import { type KeyObject, sign } from "node:crypto";
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { type CheckpointKey, createCheckpointKey } from "./checkpoint-key.ts";
import { createDepositAddresses, type DepositAddresses } from "./deposit-address.ts";
import { addressOfKey, KEY_BYTES, keyBytes, privateKeyOf } from "./ed25519.ts";

/** The network's fee per signature, in lamports; our transactions offer no more. */
const FEE_PER_SIGNATURE = 5_000n;
const LAMPORTS_MAX = 2n ** 64n - 1n;

export interface SignedTransaction {
  /** The serialized transaction, at most 1,232 bytes. */
  readonly bytes: Uint8Array;
  /** The first signature, in base58, which identifies the transaction. */
  readonly signature: string;
  /** The network fee in lamports, which the hot wallet pays. */
  readonly networkFee: bigint;
}

/** The sole holder of the platform's keys: it signs, never exposes a key, and has no network access. */
export interface PlatformWallet extends Pick<DepositAddresses, "addressOf">, CheckpointKey {
  /** The hot wallet's address, which pays withdrawals and all network fees. */
  readonly address: string;
  /** Hot wallet → `to`. */
  signPayment(args: { readonly to: string; readonly lamports: bigint; readonly blockhash: string }): SignedTransaction;
  /** A member's deposit address → hot wallet, which pays the fee, so that the address can be emptied to the last lamport. */
  signSweep(args: {
    readonly userId: string;
    readonly lamports: bigint;
    readonly blockhash: string;
  }): SignedTransaction;
}

interface Signer {
  readonly address: string;
  readonly key: KeyObject;
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
    ...createCheckpointKey(kept),
    signPayment: ({ to, lamports, blockhash }) => signTransfer([hot], hot.address, to, lamports, blockhash),
    signSweep({ userId, lamports, blockhash }) {
      const deposit = signerOf(deposits.seedOf(userId));
      return signTransfer([hot, deposit], deposit.address, hot.address, lamports, blockhash);
    },
  });
}

function signerOf(seed: Uint8Array): Signer {
  const key = privateKeyOf(seed);
  return { key, address: addressOfKey(key) };
}

/** A legacy transaction with one System transfer, whose fee the first signer pays. @throws RangeError */
function signTransfer(
  signers: readonly [Signer, ...Signer[]],
  from: string,
  to: string,
  lamports: bigint,
  blockhash: string,
): SignedTransaction {
  if (lamports <= 0n || lamports > LAMPORTS_MAX) throw new RangeError(`${lamports} lamports cannot be sent`);
  if (!keyBytes(blockhash)) throw new RangeError("The blockhash must be base58 of 32 bytes");
  if (!keyBytes(to)) throw new RangeError("The destination must be base58 of 32 bytes");
  const message = new TransactionMessage({
    payerKey: new PublicKey(signers[0].address),
    recentBlockhash: blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports })],
  }).compileToLegacyMessage();
  const signed = message.serialize();
  // In the order of the message's keys: the fee payer first, then the other signer.
  const signatures = signers.map(({ key }) => new Uint8Array(sign(null, signed, key)));
  const [first = new Uint8Array()] = signatures;
  return {
    bytes: new VersionedTransaction(message, signatures).serialize(),
    signature: bs58.encode(first),
    networkFee: FEE_PER_SIGNATURE * BigInt(signers.length),
  };
}
