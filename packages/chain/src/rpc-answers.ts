import bs58 from "bs58";
import { z } from "zod";
import type { ChainTransaction, NonceAccount, SignatureStatus } from "./gateway.ts";
import { PROGRAMS } from "./programs.ts";

const BASE58 = "[1-9A-HJ-NP-Za-km-z]";
const U64_MAX = 2n ** 64n - 1n;

/** 32 bytes: an address or a hash. */
export const key = z.string().regex(new RegExp(`^${BASE58}{32,44}$`), "not a base58 key");
export const signature = z.string().regex(new RegExp(`^${BASE58}{64,88}$`), "not a base58 signature");

/** Lamports, slots, heights: exact, as parsed by {@link parseExactJson}. */
export const u64 = z.union([z.bigint(), z.int()]).transform(BigInt).pipe(z.bigint().min(0n).max(U64_MAX));

/** Null means success. A missing value doesn't. */
export const failureOf = z.union([z.null(), z.string(), z.looseObject({}), z.array(z.unknown())]);

/** An answer that is valid at a slot. */
export function atSlot<T extends z.ZodType>(value: T) {
  return z.object({ context: z.object({ slot: u64 }), value });
}

export const height = z
  .object({ absoluteSlot: u64, blockHeight: u64 })
  .transform(({ absoluteSlot, blockHeight }) => ({ slot: absoluteSlot, height: blockHeight }));

export const blockhash = z.object({ blockhash: key, lastValidBlockHeight: u64 });

export const account = z.object({ lamports: u64, owner: key, executable: z.boolean() });

/** u32 version 1, u32 state 1 (initialized), authority, value, u64 fee: the System program's layout. */
const NONCE = { bytes: 80, version: 0, state: 4, authority: 8, value: 40, fee: 72 } as const;

/** An account with its data, read as a durable nonce; null if it is anything else. */
export const nonceAccount = account
  .extend({ data: z.tuple([z.base64(), z.literal("base64")]) })
  .transform(({ owner, data: [text] }): NonceAccount | null => {
    const data = Buffer.from(text, "base64");
    if (owner !== PROGRAMS.system || data.byteLength !== NONCE.bytes) return null;
    if (data.readUInt32LE(NONCE.version) !== 1 || data.readUInt32LE(NONCE.state) !== 1) return null;
    return {
      authority: bs58.encode(data.subarray(NONCE.authority, NONCE.value)),
      value: bs58.encode(data.subarray(NONCE.value, NONCE.fee)),
    };
  });

export const priorityPrices = z.array(z.object({ prioritizationFee: u64 }).transform((slot) => slot.prioritizationFee));

export const signatureInfos = z.array(
  z
    .object({ signature, slot: u64, err: failureOf })
    .transform(({ err, ...info }) => ({ ...info, failed: err !== null })),
);

export const signatureStatus = z
  .object({
    slot: u64,
    err: failureOf,
    confirmations: z.int().min(0).nullish(),
    confirmationStatus: z.enum(["processed", "confirmed", "finalized"]).nullish(),
  })
  .transform(({ slot, err, confirmations, confirmationStatus }): SignatureStatus => {
    // Old nodes return only the number of confirmations, which is null once the block is rooted.
    const level = confirmationStatus ?? (confirmations === null ? "finalized" : "processed");
    return { slot, failed: err !== null, level };
  });

const instruction = z.object({ programIdIndex: z.int().min(0), data: z.string() });

/** What a memo instruction says; bytes that aren't UTF-8 are replaced, because anybody may write them. */
function memoOf(data: string): string {
  return new TextDecoder().decode(bs58.decodeUnsafe(data) ?? new Uint8Array());
}

/** Instructions of the System program, as numbered by it. */
const SYSTEM_CALLS = { createWithSeed: 3, initializeNonce: 6 } as const;

/** @param programs the keys in the message */
function isNonceCreation(instructions: readonly z.infer<typeof instruction>[], programs: readonly string[]): boolean {
  const wanted = [SYSTEM_CALLS.createWithSeed, SYSTEM_CALLS.initializeNonce];
  return (
    instructions.length === wanted.length &&
    instructions.every(({ programIdIndex, data }, nth) => {
      const bytes = Buffer.from(bs58.decodeUnsafe(data) ?? []);
      const isSystem = programs[programIdIndex] === PROGRAMS.system;
      return isSystem && bytes.byteLength >= 4 && bytes.readUInt32LE() === wanted[nth];
    })
  );
}

/**
 * How a finalized transaction changed the balance of every account it names. Balances are listed in this order: first the keys
 * in its message, then the writable and the read-only ones it loaded from tables.
 */
export const transaction = z
  .object({
    slot: u64,
    blockTime: z.int().nullish(),
    transaction: z.object({
      signatures: z.tuple([signature], signature),
      message: z.object({
        header: z.object({ numRequiredSignatures: z.int().min(1) }),
        accountKeys: z.tuple([key], key),
        recentBlockhash: key,
        instructions: z.array(instruction),
      }),
    }),
    meta: z.object({
      err: failureOf,
      fee: u64,
      preBalances: z.array(u64),
      postBalances: z.array(u64),
      loadedAddresses: z.object({ writable: z.array(key), readonly: z.array(key) }).nullish(),
    }),
  })
  .transform(({ slot, blockTime, transaction: { signatures, message }, meta }, ctx): ChainTransaction => {
    const { preBalances, postBalances, loadedAddresses } = meta;
    const keys = [...message.accountKeys, ...(loadedAddresses?.writable ?? []), ...(loadedAddresses?.readonly ?? [])];
    const changes = new Map<string, bigint>();
    for (const [index, address] of keys.entries()) {
      const [before, after] = [preBalances[index], postBalances[index]];
      if (before !== undefined && after !== undefined) changes.set(address, after - before);
    }
    // A missing or duplicate key would hide a change.
    const { size } = changes;
    if (size !== keys.length || size !== preBalances.length || size !== postBalances.length) {
      ctx.addIssue("balances do not match accounts");
    }
    return {
      signature: signatures[0],
      slot,
      blockTime: blockTime == null ? null : new Date(blockTime * 1000),
      failed: meta.err !== null,
      fee: meta.fee,
      feePayer: message.accountKeys[0],
      signers: message.accountKeys.slice(0, message.header.numRequiredSignatures),
      recentBlockhash: message.recentBlockhash,
      memos: message.instructions.flatMap(({ programIdIndex, data }) => {
        const program = message.accountKeys[programIdIndex];
        return program === PROGRAMS.memo || program === PROGRAMS.memoV1 ? [memoOf(data)] : [];
      }),
      isNonceCreation: isNonceCreation(message.instructions, message.accountKeys),
      changes,
    };
  });
