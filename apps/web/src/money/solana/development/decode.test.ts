import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { decodePayment } from "./decode.ts";

const key = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey;
const [owner, other, shop] = [key(1), key(2), key(3)];
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

function bytesOf(instructions: TransactionInstruction[], form: "legacy" | 0 = "legacy", payerKey = owner): Uint8Array {
  const message = new TransactionMessage({ payerKey, recentBlockhash: key(9).toBase58(), instructions });
  const compiled = form === 0 ? message.compileToV0Message() : message.compileToLegacyMessage();
  return new VersionedTransaction(compiled).serialize();
}
const pay = (lamports: bigint, fromPubkey = owner) => SystemProgram.transfer({ fromPubkey, toPubkey: shop, lamports });

describe("what the development wallet reads from a transaction", () => {
  it.each(["legacy", 0] as const)("includes each transfer to the last lamport, and the network fee (%s)", (form) => {
    const huge = 9_007_199_254_740_993n;
    expect(decodePayment(bytesOf([pay(huge), pay(1n)], form), owner.toBase58())).toEqual({
      transfers: [
        { to: shop.toBase58(), lamports: huge },
        { to: shop.toBase58(), lamports: 1n },
      ],
      fee: 5_000n,
      others: [],
    });
  });

  it("includes the priority fee, rounded up as the chain does", () => {
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 300 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_001 }),
      pay(5n),
    ];
    expect(decodePayment(bytesOf(instructions), owner.toBase58()).fee).toBe(5_004n);
  });

  it("excludes transfers and fees that others pay", () => {
    const payment = decodePayment(bytesOf([pay(5n, other), pay(7n)], "legacy", other), owner.toBase58());
    expect(payment).toEqual({ transfers: [{ to: shop.toBase58(), lamports: 7n }], fee: 0n, others: [] });
  });

  it("names programs whose effect is unknown", () => {
    const memo = { programId: MEMO, keys: [], data: Buffer.from("hello") };
    const assign = SystemProgram.assign({ accountPubkey: owner, programId: MEMO });
    expect(decodePayment(bytesOf([memo, assign]), owner.toBase58()).others).toEqual([
      MEMO.toBase58(),
      SystemProgram.programId.toBase58(),
    ]);
  });

  it("is refused for another wallet's transaction, and for other bytes", () => {
    expect(() => decodePayment(bytesOf([pay(1n, other)], "legacy", other), owner.toBase58())).toThrow(
      "not for this wallet",
    );
    expect(() => decodePayment(new Uint8Array([1, 2, 3]), owner.toBase58())).toThrow();
  });
});
