import { ComputeBudgetProgram, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { PROGRAMS } from "./programs.ts";
import { calls, deposit, legacy, other, pay, payer, reasonFor, rules, SOL, stranger, v0 } from "./relay.made.ts";
import { checkRelayed } from "./relay.ts";

describe("the relay", () => {
  it.each([
    ["legacy", legacy],
    ["v0", v0],
  ])("accepts a signed %s transfer to the member's deposit address [M7.13]", (_, made) => {
    const bytes = made([pay()]);
    expect(checkRelayed(bytes, rules)).toEqual({
      signature: bs58.encode(bytes.subarray(1, 65)),
      payer: payer.publicKey.toBase58(),
      lamports: BigInt(SOL),
    });
  });

  it("accepts what wallets add on their own: budget, memo, and Lighthouse, in any order, and another signer", () => {
    const bytes = legacy(
      [
        calls(PROGRAMS.lighthouse, Uint8Array.of(4, 1, 2), [
          { pubkey: payer.publicKey, isSigner: false, isWritable: false },
        ]),
        calls(PROGRAMS.memo, Buffer.from("hello")),
        pay(deposit.publicKey, 2 * SOL),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 300_000 }),
        calls(PROGRAMS.memoV1, new Uint8Array()),
        pay(deposit.publicKey, 1 * SOL, other.publicKey),
      ],
      [payer, other],
    );
    expect(checkRelayed(bytes, rules).lamports).toBe(BigInt(3 * SOL));
  });

  it.each([
    ["exactly the minimum", 1_000_000n, null],
    ["one lamport less", 999_999n, "AMOUNT"],
    ["exactly the maximum", rules.max, null],
    ["one lamport more", rules.max + 1n, "AMOUNT"],
    ["the largest 64-bit value", 2n ** 64n - 1n, "AMOUNT"],
  ])("holds the sum to the limits: %s", (_, lamports, reason) => {
    expect(reasonFor(legacy([pay(deposit.publicKey, lamports)]))).toBe(reason);
  });

  it("sums the transfers, even beyond 64 bits", () => {
    expect(reasonFor(legacy([pay(deposit.publicKey, 600_000), pay(deposit.publicKey, 600_000)]))).toBeNull();
    const half = 2n ** 63n;
    expect(reasonFor(legacy([pay(deposit.publicKey, half), pay(deposit.publicKey, half + 1_000_000n)]))).toBe("AMOUNT");
    expect(reasonFor(legacy([calls(PROGRAMS.memo, Buffer.from("nothing"))]))).toBe("AMOUNT");
  });

  it.each<[string, TransactionInstruction[], string]>([
    ["pays a stranger", [pay(stranger.publicKey)], "DESTINATION"],
    ["pays a stranger as well", [pay(), pay(stranger.publicKey, 1)], "DESTINATION"],
    ["pays its own payer as well", [pay(), pay(payer.publicKey, 1)], "DESTINATION"],
    ["calls an unknown program", [pay(), calls(stranger.publicKey.toBase58(), Uint8Array.of(1))], "PROGRAM"],
    [
      "calls the token program",
      [calls("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", Uint8Array.of(3)), pay()],
      "PROGRAM",
    ],
    [
      "creates an account",
      [
        pay(),
        SystemProgram.createAccountWithSeed({
          fromPubkey: payer.publicKey,
          newAccountPubkey: stranger.publicKey,
          basePubkey: payer.publicKey,
          seed: "x",
          lamports: 5,
          space: 0,
          programId: stranger.publicKey,
        }),
      ],
      "INSTRUCTION",
    ],
    [
      "gives its account away",
      [pay(), SystemProgram.assign({ accountPubkey: payer.publicKey, programId: stranger.publicKey })],
      "INSTRUCTION",
    ],
    [
      "transfers by seed",
      [
        SystemProgram.transfer({
          fromPubkey: stranger.publicKey,
          basePubkey: payer.publicKey,
          toPubkey: deposit.publicKey,
          lamports: SOL,
          seed: "x",
          programId: SystemProgram.programId,
        }),
      ],
      "INSTRUCTION",
    ],
    [
      "never expires",
      [SystemProgram.nonceAdvance({ noncePubkey: stranger.publicKey, authorizedPubkey: payer.publicKey }), pay()],
      "DURABLE_NONCE",
    ],
    [
      "advances a nonce later",
      [pay(), SystemProgram.nonceAdvance({ noncePubkey: stranger.publicKey, authorizedPubkey: payer.publicKey })],
      "DURABLE_NONCE",
    ],
    [
      "has extra bytes after a transfer",
      [calls(PROGRAMS.system, Buffer.concat([pay().data, Buffer.of(0)]), pay().keys)],
      "INSTRUCTION",
    ],
    ["has a truncated transfer", [calls(PROGRAMS.system, pay().data.subarray(0, 11), pay().keys)], "INSTRUCTION"],
    ["has a transfer to nobody", [calls(PROGRAMS.system, pay().data, pay().keys.slice(0, 1))], "INSTRUCTION"],
    ["sends nothing to the System program", [pay(), calls(PROGRAMS.system, new Uint8Array())], "INSTRUCTION"],
    [
      "takes from an account that hasn't signed",
      [
        calls(PROGRAMS.system, pay().data, [
          { pubkey: stranger.publicKey, isSigner: false, isWritable: true },
          { pubkey: deposit.publicKey, isSigner: false, isWritable: true },
        ]),
      ],
      "NOT_SIGNED",
    ],
    ["offers a ruinous fee", [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 63n }), pay()], "FEE"],
    [
      "exceeds the maximum fee through its own limit",
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_001 }),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
        pay(),
      ],
      "FEE",
    ],
    [
      "requests its budget in the old way",
      [calls(PROGRAMS.computeBudget, Uint8Array.of(0, 1, 0, 0, 0, 255, 255, 255, 255)), pay()],
      "INSTRUCTION",
    ],
    [
      "sets its price twice",
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
        pay(),
      ],
      "INSTRUCTION",
    ],
  ])("refuses a transaction that %s [M7.13]", (_, instructions, reason) => {
    expect(reasonFor(legacy(instructions))).toBe(reason);
    expect(reasonFor(v0(instructions))).toBe(reason);
  });

  it("accepts the highest allowed fee and nothing above it", () => {
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 });
    const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
    expect(reasonFor(legacy([price(10_000_000), limit, pay()]))).toBeNull();
    expect(reasonFor(legacy([price(10_000_001), limit, pay()]))).toBe("FEE");
    // Without an explicit limit, the network allows 200,000 units per instruction.
    expect(reasonFor(legacy([price(50_000_000), pay()]))).toBeNull();
    expect(reasonFor(legacy([price(50_000_001), pay()]))).toBe("FEE");
    // The network caps it at 1,400,000 units, whatever the transaction asks for.
    const all = ComputeBudgetProgram.setComputeUnitLimit({ units: 2 ** 32 - 1 });
    expect(reasonFor(legacy([price(7_142_857), all, pay()]))).toBeNull();
    expect(reasonFor(legacy([price(7_142_858), all, pay()]))).toBe("FEE");
  });
});
