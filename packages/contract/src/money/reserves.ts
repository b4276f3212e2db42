import { z } from "zod";
import { amountAsString } from "../platform/amounts.ts";
import { time } from "../platform/ids.ts";
import { creditApprovals } from "./credit-approvals.ts";
import { addressOut } from "./wallet/index.ts";

/** One comparison of what the platform owes with what it has. */
export const reserveReport = z
  .object({
    checkedAt: time.meta({ description: "When the chain was asked" }),
    slot: z.int().nullable().meta({ description: "The finalized slot of the hot wallet's balance" }),
    status: z.enum(["matched", "in_flight", "mismatch", "unknown"]).meta({
      description: "in_flight: the difference is what is under way; unknown: the chain has not been asked yet",
    }),
    liabilities: z.object({
      members: amountAsString.meta({ description: "What members can spend" }),
      stakes: amountAsString.meta({ description: "What members have staked" }),
      escrow: amountAsString.meta({ description: "Bounties that are not paid yet" }),
      holds: amountAsString.meta({ description: "Withdrawals on their way, with fees reserved for the network" }),
      treasury: amountAsString,
      pools: amountAsString.meta({ description: "Allotted by the treasury" }),
      suspense: amountAsString.meta({ description: "SOL that arrived and belongs to no known member" }),
      equity: amountAsString.meta({ description: "The operator's own float, which pays network fees" }),
      total: amountAsString,
    }),
    onChain: z.object({
      hotWallet: z
        .object({ address: addressOut, sol: amountAsString })
        .meta({ description: "The wallet that pays now, with what all hot wallets hold together" }),
      hotWallets: z.array(z.object({ address: addressOut, sol: amountAsString })).meta({
        description: "Each hot wallet with what it holds, oldest first: earlier ones after their key was replaced",
      }),
      coldWallets: z
        .array(z.object({ address: addressOut, sol: amountAsString, isCurrent: z.boolean() }))
        .meta({ description: "Wallets whose keys are kept offline; earlier ones as long as they hold anything" }),
      depositAddresses: z.object({ count: z.int(), funded: z.int(), sol: amountAsString }),
      total: amountAsString,
    }),
    inFlight: z.object({
      arriving: amountAsString.meta({ description: "At deposit addresses and not credited yet" }),
      leaving: amountAsString.meta({ description: "Paid out on the chain and not yet in the books" }),
    }),
    difference: amountAsString.meta({ description: "On chain less liabilities; signed" }),
    unexplained: amountAsString.meta({ description: "The difference less what is in flight; signed. 0 is right" }),
  })
  .meta({ id: "ReserveReport" });
export type ReserveReport = z.infer<typeof reserveReport>;

/** A text that was signed with the key of a cold wallet, which shows that the operator has it. */
export const controlProof = z
  .object({
    address: addressOut,
    text: z.string().meta({ description: "What was signed" }),
    signature: z.string().meta({ description: "Ed25519, in base64" }),
    form: z.enum(["message", "offchain"]).meta({
      description: "message: the bytes of the text were signed; offchain: Solana's off-chain message around them",
    }),
    provedAt: time,
  })
  .meta({ id: "ControlProof" });
export type ControlProof = z.infer<typeof controlProof>;

/** What the platform owes and what it has, for anyone to check (docs/DECISIONS.md 1.8). */
export const reserves = reserveReport
  .extend({
    controlProofs: z.array(controlProof).meta({ description: "The latest of each cold wallet" }),
    isStale: z.boolean().meta({ description: "Older than a minute: the comparison doesn't work at the moment" }),
  })
  .meta({ id: "Reserves" });
export type Reserves = z.infer<typeof reserves>;

/** SOL that arrived and couldn't be credited to anyone. */
export const suspenseItem = z
  .object({
    id: z.string(),
    signature: z.string(),
    address: addressOut,
    amount: amountAsString,
    reason: z.enum(["unknown_sender", "closed_account", "cold_opening"]),
    status: z.enum(["open", "resolved"]),
    resolution: z.string().nullable(),
    createdAt: time,
    ...creditApprovals.shape,
  })
  .meta({ id: "SuspenseItem" });
export type SuspenseItem = z.infer<typeof suspenseItem>;
export const listSuspenseOutput = z.object({ items: z.array(suspenseItem), openTotal: amountAsString });
