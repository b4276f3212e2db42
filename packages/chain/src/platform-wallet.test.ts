import { inspect } from "node:util";
import { Keypair, SystemInstruction, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { createDepositAddresses } from "./deposit-address.ts";
import { createPlatformWallet } from "./platform-wallet.ts";

const seed = new Uint8Array(32).map((_, index) => index * 7 + 1);
const wallet = createPlatformWallet(seed);
const blockhash = bs58.encode(new Uint8Array(32).fill(9));
const to = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey.toBase58();

/** Parsed by Solana's own library, with all signatures verified. */
function read(bytes: Uint8Array) {
  const transaction = Transaction.from(bytes);
  const [instruction, ...more] = transaction.instructions;
  if (!instruction || more.length > 0) throw new Error("Not one instruction");
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
  return {
    valid: transaction.verifySignatures(true),
    payer: transaction.feePayer?.toBase58(),
    blockhash: transaction.recentBlockhash,
    first: bs58.encode(transaction.signature ?? new Uint8Array()),
    signatures: transaction.signatures.length,
    from: fromPubkey.toBase58(),
    to: toPubkey.toBase58(),
    lamports: BigInt(lamports),
  };
}

describe("the platform's wallet", () => {
  it("has its seed's address and derives deposit addresses from it [M3.01]", () => {
    expect(wallet.address).toBe(Keypair.fromSeed(seed).publicKey.toBase58());
    expect(wallet.addressOf("1001")).toBe(createDepositAddresses(seed).addressOf("1001"));
    expect(wallet.addressOf("1001")).not.toBe(wallet.addressOf("1002"));
  });

  it("signs a payment from the hot wallet that Solana's own library accepts [M4.14]", () => {
    const lamports = 9_007_199_254_740_993n;
    const signed = wallet.signPayment({ to, lamports, blockhash });
    expect(read(signed.bytes)).toEqual({
      valid: true,
      payer: wallet.address,
      blockhash,
      first: signed.signature,
      signatures: 1,
      from: wallet.address,
      to,
      lamports,
    });
    expect(signed.networkFee).toBe(5_000n);
  });

  it("sweeps a member's deposit address to the hot wallet, which pays the fee for both signatures", () => {
    const signed = wallet.signSweep({ userId: "1001", lamports: 77n, blockhash });
    expect(read(signed.bytes)).toEqual({
      valid: true,
      payer: wallet.address,
      blockhash,
      first: signed.signature,
      signatures: 2,
      from: wallet.addressOf("1001"),
      to: wallet.address,
      lamports: 77n,
    });
    expect(signed.networkFee).toBe(10_000n);
  });

  it("produces the same bytes for the same input, and different bytes for another blockhash [M4.17]", () => {
    const again = createPlatformWallet(seed).signPayment({ to, lamports: 5n, blockhash });
    expect(wallet.signPayment({ to, lamports: 5n, blockhash })).toEqual(again);
    expect(wallet.signPayment({ to, lamports: 5n, blockhash: to }).signature).not.toBe(again.signature);
  });

  it.each([
    ["nothing", { to, lamports: 0n, blockhash }],
    ["a negative amount", { to, lamports: -1n, blockhash }],
    ["more than 64 bits", { to, lamports: 2n ** 64n, blockhash }],
    ["a payment to an invalid address", { to: "nobody", lamports: 1n, blockhash }],
    ["a payment without a valid blockhash", { to, lamports: 1n, blockhash: "x" }],
  ])("refuses to sign %s", (_, args) => {
    expect(() => wallet.signPayment(args)).toThrow(RangeError);
  });

  it("shows its address in logs and JSON, and no key", () => {
    const key = Keypair.fromSeed(seed).secretKey;
    const deposit = createDepositAddresses(seed).seedOf("1001");
    wallet.signSweep({ userId: "1001", lamports: 1n, blockhash });
    const shown = [
      JSON.stringify(wallet),
      inspect(wallet, { depth: 20, showHidden: true, maxArrayLength: null, getters: true }),
      JSON.stringify({ ...wallet }),
    ];
    expect(JSON.parse(shown[0] ?? "")).toEqual({ address: wallet.address });
    for (const secret of [seed, key, deposit]) {
      const forms = [bs58.encode(secret), Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")];
      for (const text of shown) {
        for (const form of [...forms, [...secret].join(","), [...secret].join(", ")]) expect(text).not.toContain(form);
      }
    }
    expect(Object.values(wallet).filter((value) => typeof value !== "function")).toEqual([wallet.address]);
  });

  it("keeps working after its seed is wiped, and rejects seeds of any other length", () => {
    const given = Uint8Array.from(seed);
    const other = createPlatformWallet(given);
    given.fill(0);
    expect(other.signSweep({ userId: "1", lamports: 1n, blockhash })).toEqual(
      wallet.signSweep({ userId: "1", lamports: 1n, blockhash }),
    );
    for (const length of [0, 31, 33, 64])
      expect(() => createPlatformWallet(new Uint8Array(length))).toThrow("32 bytes");
  });
});
