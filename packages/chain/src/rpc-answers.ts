import { z } from "zod";
import type { ChainTransaction, SignatureStatus } from "./gateway.ts";

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

export const blockhash = z.object({ blockhash: key, lastValidBlockHeight: u64 });

export const account = z.object({ lamports: u64, owner: key, executable: z.boolean() });

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
      message: z.object({ accountKeys: z.tuple([key], key) }),
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
      changes,
    };
  });
