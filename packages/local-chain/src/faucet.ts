import { createHash, randomBytes } from "node:crypto";
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { type AccountState, NO_RENT_EPOCH } from "./vm/accounts.ts";
import { type Decoded, decodeTransaction } from "./vm/decode.ts";

/** Of SOL, a call. */
export const AIRDROP_LIMIT = 1_000_000n;
/** A quarter of what fits into 64 bits, so that all balances together never pass them. */
const RICHES = 2n ** 62n;

/** Whose lamports airdrops are made of. */
export class Faucet {
  readonly #keypair: Keypair;
  readonly address: PublicKey;
  readonly riches: AccountState = {
    lamports: RICHES,
    owner: SystemProgram.programId.toBytes(),
    data: new Uint8Array(),
    executable: false,
    rentEpoch: NO_RENT_EPOCH,
  };

  constructor(seed: Buffer) {
    this.#keypair = Keypair.fromSeed(createHash("sha256").update(seed).update("faucet").digest());
    this.address = this.#keypair.publicKey;
  }

  /** A signed transfer that is like no other, even to the same address over the same amount in the same slot. */
  transfer(to: PublicKey, lamports: bigint): Decoded {
    const message = new TransactionMessage({
      payerKey: this.address,
      recentBlockhash: bs58.encode(randomBytes(32)),
      instructions: [SystemProgram.transfer({ fromPubkey: this.address, toPubkey: new PublicKey(to), lamports })],
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([this.#keypair]);
    return decodeTransaction(transaction.serialize());
  }
}
