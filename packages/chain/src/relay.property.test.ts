import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROGRAMS } from "./programs.ts";
import { checkRelayed } from "./relay.ts";
import { RelayRefusal } from "./relay-refusal.ts";

/** The gate plays a tenth. */
const SHARE = process.env.BBUX_TIER === "all" ? 1 : 0.1;
const keypair = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n));
const payer = keypair(1);
const people = [payer, keypair(2), keypair(3), keypair(4)];
const deposit = keypair(3).publicKey;
const rules = { depositAddress: deposit.toBase58(), min: 1_000n, max: 10n ** 12n };
const blockhash = bs58.encode(new Uint8Array(32).fill(9));

const signer = fc.constantFrom(payer, keypair(2)).map(({ publicKey }) => publicKey);
const anybody = fc.constantFrom(...people).map(({ publicKey }) => publicKey);
/** Usually the right address, so that many combinations are accepted. */
const destination = fc.oneof({ weight: 12, arbitrary: fc.constant(deposit) }, { weight: 1, arbitrary: anybody });
const lamports = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((data) => Buffer.from(data));
const keys = fc.array(fc.record({ pubkey: anybody, isSigner: fc.constant(false), isWritable: fc.boolean() }), {
  maxLength: 3,
});

const transfer = fc
  .record({ fromPubkey: signer, toPubkey: destination, lamports })
  .map((params) => SystemProgram.transfer(params));
const harmless = fc.oneof(
  fc
    .record({ data: bytes(40), keys, program: fc.constantFrom(PROGRAMS.memo, PROGRAMS.memoV1, PROGRAMS.lighthouse) })
    .map(({ program, ...rest }) => new TransactionInstruction({ programId: new PublicKey(program), ...rest })),
  fc.integer({ min: 0, max: 1_400_000 }).map((units) => ComputeBudgetProgram.setComputeUnitLimit({ units })),
  fc
    .bigInt({ min: 0n, max: 10n ** 8n })
    .map((microLamports) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })),
);
const harmful = fc.oneof(
  fc.record({ a: signer, b: anybody }).map(({ a, b }) => SystemProgram.assign({ accountPubkey: a, programId: b })),
  fc
    .record({ fromPubkey: signer, newAccountPubkey: signer, lamports: fc.nat(), space: fc.nat(100) })
    .map((params) => SystemProgram.createAccount({ ...params, programId: SystemProgram.programId })),
  fc.record({ noncePubkey: anybody, authorizedPubkey: signer }).map((params) => SystemProgram.nonceAdvance(params)),
  fc
    .record({ noncePubkey: anybody, authorizedPubkey: signer, toPubkey: anybody, lamports: fc.nat() })
    .map((params) => SystemProgram.nonceWithdraw(params)),
  fc
    .record({ data: bytes(16), keys })
    .map((rest) => new TransactionInstruction({ programId: SystemProgram.programId, ...rest })),
  fc.record({ data: bytes(16), keys, programId: anybody }).map((rest) => new TransactionInstruction(rest)),
);
const instructions = fc.array(
  fc.oneof({ weight: 12, arbitrary: transfer }, { weight: 6, arbitrary: harmless }, { weight: 1, arbitrary: harmful }),
  { minLength: 1, maxLength: 5 },
);

const mix = fc.record({ instructions, versioned: fc.boolean(), unsigned: fc.nat(30) });

function signed(given: { instructions: TransactionInstruction[]; versioned: boolean; unsigned: number }) {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: given.instructions,
  });
  const transaction = new VersionedTransaction(
    given.versioned ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
  const needed = transaction.message.staticAccountKeys.slice(0, transaction.message.header.numRequiredSignatures);
  const signers = people.filter(({ publicKey }) => needed.some((key) => key.equals(publicKey)));
  transaction.sign(given.unsigned === 0 ? signers.slice(1) : signers);
  return transaction.serialize();
}

/** @returns null if it is refused */
function checked(transaction: Uint8Array) {
  try {
    return checkRelayed(transaction, rules);
  } catch (error) {
    // Any other error would be a bug.
    if (error instanceof RelayRefusal) return null;
    throw error;
  }
}

/** What a transaction moves according to Solana's own library, or null if part of it isn't a plain transfer. */
function moved(transaction: Uint8Array) {
  const { instructions: all } = TransactionMessage.decompile(VersionedTransaction.deserialize(transaction).message);
  return all
    .filter(({ programId }) => programId.equals(SystemProgram.programId))
    .map((instruction) => {
      if (SystemInstruction.decodeInstructionType(instruction) !== "Transfer") return null;
      const { toPubkey, lamports: amount } = SystemInstruction.decodeTransfer(instruction);
      return { to: toPubkey.toBase58(), lamports: BigInt(amount) };
    });
}

describe("any generated transaction", () => {
  it("is relayed only if all lamports go to the deposit address, within limits, and everyone has signed [M7.13]", () => {
    let accepted = 0;
    fc.assert(
      fc.property(mix, (given) => {
        const transaction = signed(given);
        const relayed = checked(transaction);
        if (!relayed) return;
        accepted++;
        const transfers = moved(transaction);
        expect(transfers.every((one) => one?.to === rules.depositAddress)).toBe(true);
        const sum = transfers.reduce((total, one) => total + (one?.lamports ?? 0n), 0n);
        expect(relayed.lamports).toBe(sum);
        expect(sum >= rules.min && sum <= rules.max).toBe(true);
        expect(given.unsigned).not.toBe(0);
        expect(relayed.payer).toBe(payer.publicKey.toBase58());
        const allowed: string[] = Object.values(PROGRAMS);
        expect(given.instructions.every(({ programId }) => allowed.includes(programId.toBase58()))).toBe(true);
      }),
      { numRuns: 2_000 * SHARE },
    );
    // Guards against the property holding only because nothing was accepted.
    expect(accepted).toBeGreaterThan(100 * SHARE);
  });

  it("is refused once its bytes are altered, never with an unexpected error", () => {
    const change = fc.record({ at: fc.nat(1_231), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(mix, fc.array(change, { minLength: 1, maxLength: 4 }), (given, changes) => {
        const transaction = signed({ ...given, unsigned: 1 });
        const changed = Uint8Array.from(transaction);
        for (const { at, to } of changes) changed[at % changed.length] = to;
        if (Buffer.from(changed).equals(transaction)) return;
        expect(checked(changed)).toBeNull();
      }),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("is refused if it is random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_300, size: "max" }), (random) => {
        expect(checked(random)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
