import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  Message,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { PROGRAMS } from "./programs.ts";
import { checkRelayed } from "./relay.ts";
import { RelayRefusal } from "./relay-refusal.ts";

const keypair = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n));
const [payer, other, deposit, stranger] = [keypair(1), keypair(2), keypair(3), keypair(4)];
const SOL = 1_000_000_000;
const rules = { depositAddress: deposit.publicKey.toBase58(), min: 1_000_000n, max: BigInt(1_000 * SOL) };
const blockhash = bs58.encode(new Uint8Array(32).fill(9));

const pay = (to = deposit.publicKey, lamports: number | bigint = SOL, from = payer.publicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
const calls = (programId: string, data: Uint8Array, keys: TransactionInstruction["keys"] = []) =>
  new TransactionInstruction({ programId: new PublicKey(programId), keys, data: Buffer.from(data) });
const compile = (instructions: TransactionInstruction[]) =>
  new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });

function legacy(instructions: TransactionInstruction[], signers = [payer]): Uint8Array {
  const transaction = new VersionedTransaction(compile(instructions).compileToLegacyMessage());
  transaction.sign(signers);
  return transaction.serialize();
}

function v0(instructions: TransactionInstruction[], tables: AddressLookupTableAccount[] = []): Uint8Array {
  const transaction = new VersionedTransaction(compile(instructions).compileToV0Message(tables));
  transaction.sign([payer]);
  return transaction.serialize();
}

function reasonFor(bytes: Uint8Array): string | null {
  try {
    checkRelayed(bytes, rules);
    return null;
  } catch (error) {
    if (error instanceof RelayRefusal) return error.reason;
    throw error;
  }
}

describe("the relay", () => {
  it.each([
    ["legacy", legacy],
    ["v0", v0],
  ])("takes a signed %s transfer to the member's deposit address [M7.13]", (_, made) => {
    const bytes = made([pay()]);
    expect(checkRelayed(bytes, rules)).toEqual({
      signature: bs58.encode(bytes.subarray(1, 65)),
      payer: payer.publicKey.toBase58(),
      lamports: BigInt(SOL),
    });
  });

  it("takes what wallets add by themselves: budget, memo, Lighthouse, in any order, and another signer", () => {
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
    ["exactly the least", 1_000_000n, null],
    ["one lamport less", 999_999n, "AMOUNT"],
    ["exactly the most", rules.max, null],
    ["one lamport more", rules.max + 1n, "AMOUNT"],
    ["what 64 bits hold", 2n ** 64n - 1n, "AMOUNT"],
  ])("holds the sum to the limits: %s", (_, lamports, reason) => {
    expect(reasonFor(legacy([pay(deposit.publicKey, lamports)]))).toBe(reason);
  });

  it("adds transfers up, beyond 64 bits, too", () => {
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
      "makes an account",
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
      "advances a nonce later on",
      [pay(), SystemProgram.nonceAdvance({ noncePubkey: stranger.publicKey, authorizedPubkey: payer.publicKey })],
      "DURABLE_NONCE",
    ],
    [
      "has bytes after a transfer's",
      [calls(PROGRAMS.system, Buffer.concat([pay().data, Buffer.of(0)]), pay().keys)],
      "INSTRUCTION",
    ],
    ["has a transfer cut short", [calls(PROGRAMS.system, pay().data.subarray(0, 11), pay().keys)], "INSTRUCTION"],
    ["has a transfer to nobody", [calls(PROGRAMS.system, pay().data, pay().keys.slice(0, 1))], "INSTRUCTION"],
    ["says nothing to the System program", [pay(), calls(PROGRAMS.system, new Uint8Array())], "INSTRUCTION"],
    [
      "takes from who has not signed",
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
      "offers more than the bound with its own limit",
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_001 }),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
        pay(),
      ],
      "FEE",
    ],
    [
      "asks for its budget in the old way",
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

  it("takes the highest fee that it allows, and none higher", () => {
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 });
    const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
    expect(reasonFor(legacy([price(10_000_000), limit, pay()]))).toBeNull();
    expect(reasonFor(legacy([price(10_000_001), limit, pay()]))).toBe("FEE");
    // Without a limit of its own the network allows 200 000 units for each instruction.
    expect(reasonFor(legacy([price(50_000_000), pay()]))).toBeNull();
    expect(reasonFor(legacy([price(50_000_001), pay()]))).toBe("FEE");
    // Nobody gets more than 1 400 000 units, whatever is asked for.
    const all = ComputeBudgetProgram.setComputeUnitLimit({ units: 2 ** 32 - 1 });
    expect(reasonFor(legacy([price(7_142_857), all, pay()]))).toBeNull();
    expect(reasonFor(legacy([price(7_142_858), all, pay()]))).toBe("FEE");
  });

  it("refuses what a platform address would pay, signed or not", () => {
    const message = new TransactionMessage({
      payerKey: deposit.publicKey,
      recentBlockhash: blockhash,
      instructions: [pay(deposit.publicKey, SOL, deposit.publicKey)],
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    expect(reasonFor(transaction.serialize())).toBe("NOT_SIGNED");
    transaction.sign([deposit]);
    expect(reasonFor(transaction.serialize())).toBe("PAYER");
  });

  it("verifies every signature, not only that it is there [M7.13]", () => {
    const two = [pay(), pay(deposit.publicKey, SOL, other.publicKey)];
    expect(reasonFor(legacy(two, [payer]))).toBe("NOT_SIGNED");
    expect(reasonFor(legacy([pay()], []))).toBe("NOT_SIGNED");
    const bytes = legacy(two, [payer, other]);
    expect(reasonFor(bytes)).toBeNull();
    for (const place of [1, 64, 65, 128]) {
      const forged = Uint8Array.from(bytes);
      forged[place] = (forged[place] ?? 0) ^ 1;
      expect(reasonFor(forged)).toBe("NOT_SIGNED");
    }
    // Each by the other's key.
    const swapped = Uint8Array.from(bytes);
    swapped.set(bytes.subarray(1, 65), 65);
    swapped.set(bytes.subarray(65, 129), 1);
    expect(reasonFor(swapped)).toBe("NOT_SIGNED");
  });

  it("refuses lookup tables, which hide whom a transaction names", () => {
    const table = new AddressLookupTableAccount({
      key: stranger.publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [deposit.publicKey],
      },
    });
    expect(reasonFor(v0([pay()], [table]))).toBe("LOOKUP_TABLE");
  });

  it("refuses what is longer than a packet before it reads it, and what is no transaction", () => {
    expect(reasonFor(new Uint8Array(1_233))).toBe("TOO_LARGE");
    const full = legacy([pay(), calls(PROGRAMS.memo, new Uint8Array(1_000))]);
    const memo = new Uint8Array(1_000 + 1_232 - full.byteLength);
    expect(legacy([pay(), calls(PROGRAMS.memo, memo)])).toHaveLength(1_232);
    expect(reasonFor(legacy([pay(), calls(PROGRAMS.memo, memo)]))).toBeNull();
    for (const bytes of [new Uint8Array(), new Uint8Array(1), new Uint8Array(64), new Uint8Array(1_232).fill(255)]) {
      expect(reasonFor(bytes)).toBe("MALFORMED");
    }
  });

  it("refuses every other way to write the same: more bytes, fewer, a longer length, another version", () => {
    const bytes = legacy([pay()]);
    expect(reasonFor(Buffer.concat([bytes, Buffer.of(0)]))).toBe("MALFORMED");
    for (let length = 0; length < bytes.length; length++) {
      expect(reasonFor(bytes.subarray(0, length)), `${length}`).not.toBeNull();
    }
    expect(reasonFor(Buffer.concat([Buffer.of(0x81, 0), bytes.subarray(1)]))).toBe("MALFORMED");
    const versioned = v0([pay()]);
    for (const version of [0x81, 0x82, 0xff]) {
      const changed = Uint8Array.from(versioned);
      changed[65] = version;
      expect(reasonFor(changed)).toBe("MALFORMED");
    }
  });

  it.each<[string, { header?: number[]; keys?: PublicKey[]; program?: number; accounts?: number[] }]>([
    ["calls a program that it does not name", { program: 9 }],
    ["calls its payer", { program: 0 }],
    ["moves an account that it does not name", { accounts: [0, 1, 9] }],
    [
      "names an account twice",
      { keys: [payer.publicKey, deposit.publicKey, SystemProgram.programId, deposit.publicKey] },
    ],
    ["has a payer that it must not write to", { header: [1, 1, 1] }],
    ["has more readonly accounts than accounts", { header: [1, 0, 3] }],
  ])(
    "refuses a transaction, well signed, that %s",
    (_, { header = [1, 0, 1], keys, program = 2, accounts = [0, 1] }) => {
      const [numRequiredSignatures = 0, numReadonlySignedAccounts = 0, numReadonlyUnsignedAccounts = 0] = header;
      const made = (changed: boolean) => {
        const transaction = new VersionedTransaction(
          new Message({
            header: changed
              ? { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts }
              : { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
            accountKeys: (changed && keys) || [payer.publicKey, deposit.publicKey, SystemProgram.programId],
            recentBlockhash: blockhash,
            instructions: [
              {
                programIdIndex: changed ? program : 2,
                accounts: changed ? accounts : [0, 1],
                data: bs58.encode(pay().data),
              },
            ],
          }),
        );
        transaction.sign([payer]);
        return transaction.serialize();
      };
      expect(reasonFor(made(false))).toBeNull();
      expect(reasonFor(made(true))).toBe("MALFORMED");
    },
  );
});
