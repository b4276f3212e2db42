import { createHash, randomBytes } from "node:crypto";
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { type AccountState, NO_RENT_EPOCH } from "./vm/accounts.ts";
import { type Decoded, decodeTransaction } from "./vm/decode.ts";

/** In SOL, per call. */
export const AIRDROP_LIMIT = 1_000_000n;
/** A quarter of the 64-bit range, so that the sum of all balances never overflows it. */
const FAUCET_BALANCE = 2n ** 62n;

/** The account that airdrops are paid from. */
export class Faucet {
  readonly #keypair: Keypair;
  readonly address: PublicKey;
  readonly riches: AccountState = {
    lamports: FAUCET_BALANCE,
    owner: SystemProgram.programId.toBytes(),
    data: new Uint8Array(),
    executable: false,
    rentEpoch: NO_RENT_EPOCH,
  };

  constructor(seed: Buffer) {
    this.#keypair = Keypair.fromSeed(createHash("sha256").update(seed).update("faucet").digest());
    this.address = this.#keypair.publicKey;
  }

  /** A signed transfer that is always unique, even for the same address and amount in the same slot. */
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
