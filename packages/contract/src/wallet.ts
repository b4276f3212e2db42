import { z } from "zod";
import { amountAsNumber, amountAsString } from "./amounts.ts";
import { idOut, time } from "./ids.ts";

/** One line of a member's statement. `amount` is signed: what came in is positive. */
export const walletTransaction = z
  .object({
    id: idOut,
    transactionId: idOut,
    type: z.string().meta({ description: "direct_deposit, bounty, reward, refund, …" }),
    amount: amountAsString,
    balanceAfter: amountAsString,
    status: z.enum(["pending", "completed", "failed"]),
    description: z.string(),
    createdAt: time,
  })
  .meta({ id: "WalletTransaction" });

/** A member's wallet. `virtualBalance`, `balance` and `bbuxBalance` are what can be spent (DECISIONS §6). */
export const wallet = z
  .object({
    virtualBalance: amountAsNumber,
    balance: amountAsNumber,
    bbuxBalance: amountAsString,
    totalEarned: amountAsString,
    totalSpent: amountAsString,
    inEscrow: amountAsString.meta({ description: "In bounties of one's own that are not settled" }),
    platformAddress: z.string(),
    address: z.string(),
    solanaAddress: z.string(),
    transactions: z.array(walletTransaction).meta({ description: "The five latest" }),
  })
  .meta({ id: "Wallet" });
export type Wallet = z.infer<typeof wallet>;
