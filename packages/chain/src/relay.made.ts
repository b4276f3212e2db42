import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { checkRelayed } from "./relay.ts";
import { RelayRefusal } from "./relay-refusal.ts";

// Transactions for tests of the relay, built and signed by Solana's own library.

const keypair = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n));
export const [payer, other, deposit, stranger] = [keypair(1), keypair(2), keypair(3), keypair(4)];
export const SOL = 1_000_000_000;
export const rules = { depositAddress: deposit.publicKey.toBase58(), min: 1_000_000n, max: BigInt(1_000 * SOL) };
export const blockhash = bs58.encode(new Uint8Array(32).fill(9));

export const pay = (to = deposit.publicKey, lamports: number | bigint = SOL, from = payer.publicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
export const calls = (programId: string, data: Uint8Array, keys: TransactionInstruction["keys"] = []) =>
  new TransactionInstruction({ programId: new PublicKey(programId), keys, data: Buffer.from(data) });
const compile = (instructions: TransactionInstruction[]) =>
  new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });

/** Signed and serialized. */
export function legacy(instructions: TransactionInstruction[], signers = [payer]): Uint8Array {
  const transaction = new VersionedTransaction(compile(instructions).compileToLegacyMessage());
  transaction.sign(signers);
  return transaction.serialize();
}

export function v0(instructions: TransactionInstruction[], tables: AddressLookupTableAccount[] = []): Uint8Array {
  const transaction = new VersionedTransaction(compile(instructions).compileToV0Message(tables));
  transaction.sign([payer]);
  return transaction.serialize();
}

/** @returns the reason the relay refuses it, or null */
export function reasonFor(bytes: Uint8Array): string | null {
  try {
    checkRelayed(bytes, rules);
    return null;
  } catch (error) {
    if (error instanceof RelayRefusal) return error.reason;
    throw error;
  }
}
