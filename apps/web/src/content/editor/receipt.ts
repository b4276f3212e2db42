import { BOUNTY, bountyCost, bountyFee, formatAmount, parseAmount, WALLET } from "@bbux/contract";
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

/** Returns what to buy for a missing amount: rounded up to what the wallet sells, and at most its limit. */
export function toBuy(missing: bigint): bigint {
  const step = WALLET.depositStep;
  const rounded = ((missing + step - 1n) / step) * step;
  return rounded > WALLET.deposit.max ? WALLET.deposit.max : rounded;
}

/**
 * Whether to ask again before this is spent: above the amount that the member has set, never if they set none.
 * @param above as the API gives it; undefined while it is unknown, and then the answer is yes
 */
export function confirms(total: bigint, above: string | null | undefined): boolean {
  if (above === null) return false;
  return above === undefined || total > (parseAmount(above) ?? 0n);
}

/** The contract's `amountProblem`, in sentences about a bounty. */
function bountyProblem(units: bigint): string | null {
  const { min, max, step } = BOUNTY;
  if (units < min) return `Bounty amount must be at least ${formatAmount(min)}`;
  if (units > max) return `Bounty amount must be at most ${formatAmount(max)}`;
  return units % step === 0n ? null : `Bounty amount must be a multiple of ${formatAmount(step)}`;
}

/** Returns the typed amount in base units, or the sentence that says what is wrong with it. */
export function readBounty(typed: string): { amount: bigint; problem: null } | { amount: null; problem: string } {
  if (typed.trim() === "") return { amount: null, problem: "Bounty amount is required" };
  const amount = typedUnits(typed);
  if (amount === null) return { amount: null, problem: ambiguity(typed) ?? "Please enter an amount such as 2.5" };
  const problem = bountyProblem(amount);
  return problem === null ? { amount, problem: null } : { amount: null, problem };
}
