import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import type { SignTransfer } from "../connection.ts";

type SignTransaction = (transaction: VersionedTransaction) => Promise<VersionedTransaction>;

/**
 * Has `from`'s wallet sign a transfer of SOL. Uses a legacy message, which every wallet signs, and the class that keeps
 * the bytes as the wallet made them, because wallets may add their own instructions.
 */
export function signTransfer(signTransaction: SignTransaction, from: PublicKey): SignTransfer {
  return async ({ to, lamports, blockhash }) => {
    const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports });
    const message = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions: [transfer] });
    const signed = await signTransaction(new VersionedTransaction(message.compileToLegacyMessage()));
    const [signature] = signed.signatures;
    if (!signature?.some((byte) => byte !== 0)) throw new Error("The wallet gave no signature.");
    return { bytes: signed.serialize(), signature: bs58.encode(signature) };
  };
}
