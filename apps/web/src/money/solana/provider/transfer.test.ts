import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { decodePayment } from "../development/decode.ts";
import { signTransfer } from "./transfer.ts";

const from = Keypair.fromSeed(new Uint8Array(32).fill(1));
const to = Keypair.fromSeed(new Uint8Array(32).fill(2)).publicKey.toBase58();
const blockhash = bs58.encode(new Uint8Array(32).fill(3));

describe("the transfer that a wallet is asked to sign", () => {
  it("pays the exact lamports from the wallet to the address, and is returned signed with its signature [M4.02]", async () => {
    const lamports = 1_000_000_000_123_456_789n;
    const sign = signTransfer(async (transaction) => {
      transaction.sign([from]);
      return transaction;
    }, from.publicKey);
    const { bytes, signature } = await sign({ to, lamports, blockhash });
    const sent = VersionedTransaction.deserialize(bytes);
    expect(decodePayment(bytes, from.publicKey.toBase58())).toEqual({
      transfers: [{ to, lamports }],
      fee: 5_000n,
      others: [],
    });
    expect(sent.version).toBe("legacy");
    expect(sent.message.recentBlockhash).toBe(blockhash);
    expect(bs58.encode(sent.signatures[0] ?? new Uint8Array())).toBe(signature);
  });

  it("fails when the wallet returns it unsigned [M8.12]", async () => {
    const sign = signTransfer(async (transaction) => transaction, from.publicKey);
    await expect(sign({ to, lamports: 1n, blockhash })).rejects.toThrow("The wallet gave no signature.");
  });
});
