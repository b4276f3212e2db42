import {
  AddressLookupTableAccount,
  Message,
  type PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { PROGRAMS } from "./programs.ts";
import { blockhash, calls, deposit, legacy, other, pay, payer, reasonFor, SOL, stranger, v0 } from "./relay.made.ts";

describe("the form of relayed transactions", () => {
  it("refuses a transaction that a platform address would pay for, signed or not", () => {
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

  it("verifies every signature instead of just its presence [M7.13]", () => {
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
    // Each with the other's key.
    const swapped = Uint8Array.from(bytes);
    swapped.set(bytes.subarray(1, 65), 65);
    swapped.set(bytes.subarray(65, 129), 1);
    expect(reasonFor(swapped)).toBe("NOT_SIGNED");
  });

  it("refuses lookup tables, which hide the accounts a transaction names", () => {
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

  it("refuses input longer than a packet before parsing it, and input that isn't a transaction", () => {
    expect(reasonFor(new Uint8Array(1_233))).toBe("TOO_LARGE");
    const full = legacy([pay(), calls(PROGRAMS.memo, new Uint8Array(1_000))]);
    const memo = new Uint8Array(1_000 + 1_232 - full.byteLength);
    expect(legacy([pay(), calls(PROGRAMS.memo, memo)])).toHaveLength(1_232);
    expect(reasonFor(legacy([pay(), calls(PROGRAMS.memo, memo)]))).toBeNull();
    for (const bytes of [new Uint8Array(), new Uint8Array(1), new Uint8Array(64), new Uint8Array(1_232).fill(255)]) {
      expect(reasonFor(bytes)).toBe("MALFORMED");
    }
  });

  it("refuses every other encoding of the same transaction: more or fewer bytes, a longer length, another version", () => {
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
    ["has a read-only payer", { header: [1, 1, 1] }],
    ["has more readonly accounts than accounts", { header: [1, 0, 3] }],
  ])(
    "refuses a validly signed transaction that %s",
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
