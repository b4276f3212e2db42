import type { Blockhash } from "@bbux/chain";
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";

export interface Payment {
  readonly to: string;
  /** Lamports. */
  readonly lamports: bigint;
}

let made = 0;

/** Someone's own wallet, outside of the platform. */
export class Outsider {
  readonly #keypair: Keypair;
  readonly address: string;

  constructor(keypair = Keypair.generate()) {
    this.#keypair = keypair;
    this.address = keypair.publicKey.toBase58();
  }

  /** A signed, unique transaction that makes all of these payments. */
  pay(payments: readonly Payment[], { blockhash }: Pick<Blockhash, "blockhash">) {
    made += 1;
    const message = new TransactionMessage({
      payerKey: this.#keypair.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        // Distinguishes it from another with the same amounts and blockhash.
        ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 + (made % 1_000_000) }),
        ...payments.map(({ to, lamports }) =>
          SystemProgram.transfer({ fromPubkey: this.#keypair.publicKey, toPubkey: new PublicKey(to), lamports }),
        ),
      ],
    });
    // Members' wallets create both formats.
    const transaction = new VersionedTransaction(
      made % 2 === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
    );
    transaction.sign([this.#keypair]);
    return { bytes: transaction.serialize(), signature: bs58.encode(transaction.signatures[0] ?? new Uint8Array()) };
  }
}

/** An address that has never been used. */
export const freshAddress = () => Keypair.generate().publicKey.toBase58();
