import { z } from "zod";

const SOL = 1_000_000_000;
const MiB = 1024 ** 2;
/** The base64 length of a transaction's 1,232 bytes. */
const LONGEST_MESSAGE = 1_644;

const base58 = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${least},${most}}$`));
const key = base58(32, 44);
const signature = base58(64, 88);

/** Fields that aren't listed here don't reach the node. */
const config = z
  .object({
    commitment: z.enum(["processed", "confirmed", "finalized"]).optional(),
    minContextSlot: z.int().min(0).optional(),
  })
  .optional();

const searchConfig = z.object({ searchTransactionHistory: z.boolean().optional() }).optional();

/** The methods that are forwarded, with their allowed parameters (docs/FAULTS.md, Abuse). */
export const METHODS: ReadonlyMap<string, z.ZodType<unknown[]>> = new Map<string, z.ZodType<unknown[]>>([
  ["getLatestBlockhash", z.tuple([config])],
  ["getBlockHeight", z.tuple([config])],
  ["getBalance", z.tuple([key, config])],
  ["isBlockhashValid", z.tuple([key, config])],
  ["getFeeForMessage", z.tuple([z.base64().min(4).max(LONGEST_MESSAGE), config])],
  [
    "getMinimumBalanceForRentExemption",
    z.tuple([
      z
        .int()
        .min(0)
        .max(10 * MiB),
      config,
    ]),
  ],
  ["getSignatureStatuses", z.tuple([z.array(signature).max(256), searchConfig])],
]);

/** Mints SOL, on the local chain only: at most 100 per call. */
export const AIRDROP = "requestAirdrop";
export const airdropParams: z.ZodType<unknown[]> = z.tuple([
  key,
  z
    .int()
    .min(1)
    .max(100 * SOL),
  config,
]);
