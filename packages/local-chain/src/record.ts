import { z } from "zod";
import type { InnerInstruction } from "./vm/vm.ts";

/** What is stored for a transaction in addition to its position in the list. */
export interface TransactionRecord {
  /** base64 */
  readonly bytes: string;
  readonly fee: bigint;
  /** Lamports before and after, indexed by address. */
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly logs: readonly string[];
  readonly units: bigint;
  readonly inner: readonly (readonly InnerInstruction[])[];
  /** Addresses from lookup tables, in base58. */
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
}

const big = z.union([z.bigint(), z.number()]).transform(BigInt);
export const record: z.ZodType<TransactionRecord> = z.object({
  bytes: z.string(),
  fee: big,
  before: z.array(big),
  after: z.array(big),
  logs: z.array(z.string()),
  units: big,
  inner: z.array(
    z.array(
      z.object({
        programIdIndex: z.number(),
        accounts: z.array(z.number()),
        data: z.string(),
        stackHeight: z.number(),
      }),
    ),
  ),
  loaded: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
});
