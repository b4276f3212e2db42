import { amountProblem, BOUNTY, bountyCost, bountyFee } from "@bbux/contract";
import { ambiguity, typedUnits } from "../../components/Amount.typed.ts";

/** What posting with a bounty costs, all in base units (docs/DECISIONS.md 1.2). */
export interface Receipt {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly total: bigint;
  /** Negative when the balance is too low. */
  readonly balanceAfter: bigint;
  /** The missing amount; 0 when the balance is enough. */
  readonly missing: bigint;
}

/**
 * Calculates the receipt of a bounty at a fee in basis points, for a member who can spend `balance`. Exact, without
 * floats.
 */
export function receiptOf(amount: bigint, balance: bigint, basisPoints: bigint): Receipt {
  const total = bountyCost(amount, basisPoints);
  const balanceAfter = balance - total;
  const fee = bountyFee(amount, basisPoints);
  return { amount, fee, total, balanceAfter, missing: balanceAfter < 0n ? -balanceAfter : 0n };
}

/** Returns the typed amount in base units, or the sentence that says what is wrong with it. */
export function readBounty(typed: string): { amount: bigint; problem: null } | { amount: null; problem: string } {
  if (typed.trim() === "") return { amount: null, problem: "Bounty amount is required" };
  const amount = typedUnits(typed);
  if (amount === null) return { amount: null, problem: ambiguity(typed) ?? "Please enter an amount such as 2.5" };
  const problem = amountProblem(amount, BOUNTY);
  return problem === null ? { amount, problem: null } : { amount: null, problem: `Bounty a${problem.slice(1)}` };
}
