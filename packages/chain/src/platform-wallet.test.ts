import { inspect } from "node:util";
import { Keypair, PublicKey, SystemInstruction, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { createDepositAddresses } from "./deposit-address.ts";
import { creationNames, NONCE_BYTES } from "./nonce-accounts.ts";
import { createPlatformWallet } from "./platform-wallet.ts";

const seed = new Uint8Array(32).map((_, index) => index * 7 + 1);
const wallet = createPlatformWallet(seed);
const blockhash = bs58.encode(new Uint8Array(32).fill(9));
const nonce = { address: wallet.nonceAddress(1), value: bs58.encode(new Uint8Array(32).fill(8)) };
const terms = { nonce, reference: wallet.referenceOf("withdrawal", "7"), priorityFee: 0n };
const to = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey.toBase58();

/** Parsed by Solana's own library, with all signatures verified. */
function read(bytes: Uint8Array) {
  const transaction = Transaction.from(bytes);
  const [advance, limit, price, ...rest] = transaction.instructions;
  const memo = rest.pop();
  if (!advance || !limit || !price || !memo) throw new Error("Not a payment");
  const { noncePubkey, authorizedPubkey } = SystemInstruction.decodeNonceAdvance(advance);
  return {
    valid: transaction.verifySignatures(true),
    payer: transaction.feePayer?.toBase58(),
    first: bs58.encode(transaction.signature ?? new Uint8Array()),
    signatures: transaction.signatures.length,
    nonce: { address: noncePubkey.toBase58(), value: transaction.recentBlockhash },
    authority: authorizedPubkey.toBase58(),
    units: limit.data.readUInt32LE(1),
    price: price.data.readBigUInt64LE(1),
    memo: memo.data.toString(),
    transfers: rest.map((instruction) => {
      const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
      return { from: fromPubkey.toBase58(), to: toPubkey.toBase58(), lamports: BigInt(lamports) };
    }),
  };
}

/** What every transaction on a nonce has in common. */
const common = {
  valid: true,
  payer: wallet.address,
  nonce,
  authority: wallet.address,
  units: 40_000,
  price: 0n,
  memo: terms.reference,
};

describe("the platform's wallet", () => {
  it("has its seed's address and derives deposit addresses from it [M3.01]", () => {
    expect(wallet.address).toBe(Keypair.fromSeed(seed).publicKey.toBase58());
    expect(wallet.addressOf("1001")).toBe(createDepositAddresses(seed).addressOf("1001"));
    expect(wallet.addressOf("1001")).not.toBe(wallet.addressOf("1002"));
  });

  it("signs a payment on a nonce that Solana's own library accepts [M4.14]", () => {
    const lamports = 9_007_199_254_740_993n;
    const signed = wallet.signPayment({ to, lamports, ...terms });
    expect(read(signed.bytes)).toEqual({
      ...common,
      first: signed.signature,
      signatures: 1,
      transfers: [{ from: wallet.address, to, lamports }],
    });
    expect(signed.networkFee).toBe(5_000n);
  });

  it("sweeps a member's deposit address to the hot wallet, which pays the fee for both signatures", () => {
    const signed = wallet.signSweep({ userId: "1001", lamports: 77n, ...terms });
    expect(read(signed.bytes)).toEqual({
      ...common,
      first: signed.signature,
      signatures: 2,
      transfers: [{ from: wallet.addressOf("1001"), to: wallet.address, lamports: 77n }],
    });
    expect(signed.networkFee).toBe(10_000n);
  });

  it("cancels by using up the nonce, and moves nothing", () => {
    const signed = wallet.signCancellation(terms);
    expect(read(signed.bytes)).toEqual({ ...common, first: signed.signature, signatures: 1, transfers: [] });
  });

  it("adds the priority fee to the fee it quotes, to the lamport", () => {
    const signed = wallet.signPayment({ to, lamports: 1n, ...terms, priorityFee: 1_234n });
    expect(signed.networkFee).toBe(6_234n);
    expect(read(signed.bytes)).toMatchObject({ price: 30_850n });
  });

  it("creates a nonce account at the address that Solana derives, with the hot wallet as its authority", async () => {
    const signed = wallet.signNonceCreation({ position: 3, rent: 1_447_680n, blockhash });
    const transaction = Transaction.from(signed.bytes);
    const [create, initialize] = transaction.instructions;
    if (!create || !initialize) throw new Error("Not a creation");
    const { seed: name, newAccountPubkey, basePubkey, space } = SystemInstruction.decodeCreateWithSeed(create);
    const derived = await PublicKey.createWithSeed(basePubkey, name, SystemProgram.programId);
    expect(transaction.verifySignatures(true)).toBe(true);
    expect(newAccountPubkey.toBase58()).toBe(wallet.nonceAddress(3));
    expect(derived.toBase58()).toBe(wallet.nonceAddress(3));
    expect(space).toBe(NONCE_BYTES);
    expect(SystemInstruction.decodeNonceInitialize(initialize).authorizedPubkey.toBase58()).toBe(wallet.address);
    expect(new Set([1, 2, 3].map((position) => wallet.nonceAddress(position))).size).toBe(3);
    const named = transaction.compileMessage().accountKeys.map((key) => key.toBase58());
    expect(new Set(named)).toEqual(creationNames(wallet.address, wallet.address, wallet.nonceAddress(3)));
  });

  it("names each payment by a reference that only the seed can produce", () => {
    const other = createPlatformWallet(new Uint8Array(32).fill(5));
    const references = [
      wallet.referenceOf("withdrawal", "7"),
      wallet.referenceOf("withdrawal", "8"),
      wallet.referenceOf("sweep", "7"),
      wallet.referenceOf("cancel", "7"),
      other.referenceOf("withdrawal", "7"),
    ];
    expect(new Set(references).size).toBe(5);
    expect(createPlatformWallet(seed).referenceOf("withdrawal", "7")).toBe(references[0]);
  });

  it("marks a cancellation so that it's recognized without knowing what was canceled, and so that nobody can use the mark again", () => {
    const memo = wallet.cancelMemo("7", nonce.value);
    const [reference = ""] = memo.split(" ");
    expect([wallet.isCancelMemo(memo, "7"), wallet.isCancelMemo(reference, "7")]).toEqual([true, true]);
    expect(wallet.isCancelMemo(memo, "8")).toBe(false);
    expect(wallet.hasCancelMark(memo, nonce.value)).toBe(true);
    const other = createPlatformWallet(new Uint8Array(32).fill(5));
    expect(
      [reference, `${memo} `, memo.replace(reference, wallet.referenceOf("cancel", "8")), ""].map((each) =>
        wallet.hasCancelMark(each, nonce.value),
      ),
    ).toEqual([false, false, false, false]);
    expect([wallet.hasCancelMark(memo, to), other.hasCancelMark(memo, nonce.value)]).toEqual([false, false]);
  });

  it("produces the same bytes for the same input, and different bytes for another nonce value [M4.17]", () => {
    const again = createPlatformWallet(seed).signPayment({ to, lamports: 5n, ...terms });
    expect(wallet.signPayment({ to, lamports: 5n, ...terms })).toEqual(again);
    const moved = { ...terms, nonce: { ...nonce, value: to } };
    expect(wallet.signPayment({ to, lamports: 5n, ...moved }).signature).not.toBe(again.signature);
  });

  it.each([
    ["nothing", { to, lamports: 0n, ...terms }],
    ["a negative amount", { to, lamports: -1n, ...terms }],
    ["more than 64 bits", { to, lamports: 2n ** 64n, ...terms }],
    ["a payment to an invalid address", { to: "nobody", lamports: 1n, ...terms }],
    ["a payment without a nonce's value", { to, lamports: 1n, ...terms, nonce: { ...nonce, value: "x" } }],
    ["a payment without a nonce account", { to, lamports: 1n, ...terms, nonce: { ...nonce, address: "x" } }],
    ["a negative priority fee", { to, lamports: 1n, ...terms, priorityFee: -1n }],
  ])("refuses to sign %s", (_, args) => {
    expect(() => wallet.signPayment(args)).toThrow(RangeError);
  });

  it("shows its address in logs and JSON, and no key", () => {
    const key = Keypair.fromSeed(seed).secretKey;
    const deposit = createDepositAddresses(seed).seedOf("1001");
    wallet.signSweep({ userId: "1001", lamports: 1n, ...terms });
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
    expect(other.signSweep({ userId: "1", lamports: 1n, ...terms })).toEqual(
      wallet.signSweep({ userId: "1", lamports: 1n, ...terms }),
    );
    for (const length of [0, 31, 33, 64])
      expect(() => createPlatformWallet(new Uint8Array(length))).toThrow("32 bytes");
  });
});
