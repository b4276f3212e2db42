import { type KeyObject, sign } from "node:crypto";
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { type CheckpointKey, createCheckpointKey } from "./checkpoint-key.ts";
import { createDepositAddresses, type DepositAddresses } from "./deposit-address.ts";
import { addressOfKey, KEY_BYTES, keyBytes, privateKeyOf } from "./ed25519.ts";

/** What the network takes for each signature, in lamports; our transactions offer no more. */
const FEE_PER_SIGNATURE = 5_000n;
const LAMPORTS_MAX = 2n ** 64n - 1n;

export interface SignedTransaction {
  /** What goes over the wire, at most 1 232 bytes. */
  readonly bytes: Uint8Array;
  /** Base58: the first signature, which names the transaction. */
  readonly signature: string;
  /** What the network will take for it, in lamports, from the hot wallet. */
  readonly networkFee: bigint;
}

/** The only holder of the platform's keys: signs, and never hands one out. Reaches no network. */
export interface PlatformWallet extends Pick<DepositAddresses, "addressOf">, CheckpointKey {
  /** The hot wallet's address: what pays withdrawals and all network fees. */
  readonly address: string;
  /** Hot wallet → `to`. */
  signPayment(args: { readonly to: string; readonly lamports: bigint; readonly blockhash: string }): SignedTransaction;
  /** Deposit address of a member → hot wallet, which pays the fee: so the address can be emptied to the last lamport. */
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
 * The platform's keys, all of one seed: the hot wallet's is the seed itself, those of deposit addresses are derived from
 * it, as is the key that signs checkpoints. Ed25519 signs the same message in the same way, so repeating a call gives the same bytes. The seed and the keys
 * live in this closure alone, where neither a log nor JSON of the wallet can reach them.
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

/** A legacy transaction with one System transfer. The first signer pays the fee. @throws RangeError */
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
  // In the order of the message's keys, which begins with who pays and goes on with the other signer.
  const signatures = signers.map(({ key }) => new Uint8Array(sign(null, signed, key)));
  const [first = new Uint8Array()] = signatures;
  return {
    bytes: new VersionedTransaction(message, signatures).serialize(),
    signature: bs58.encode(first),
    networkFee: FEE_PER_SIGNATURE * BigInt(signers.length),
  };
}
