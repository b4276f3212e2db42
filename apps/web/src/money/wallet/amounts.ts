import { amountProblem, formatAmount, parseAmount, WALLET, withdrawalFee } from "@bbux/contract";
import { ambiguity, editableAmount, typedUnits } from "../../components/Amount.typed.ts";

/** A typed amount in base units, or the sentence that says what is wrong with it. */
export type Read = { amount: bigint; problem: null } | { amount: null; problem: string };

/** Amounts of SOL that one press fills in, in base units: from a trial to the bounty of a hard question. */
export const PRESETS = [500_000_000n, 1_000_000_000n, 5_000_000_000n, 10_000_000_000n] as const;

const refused = (problem: string): Read => ({ amount: null, problem });

/** Validates the SOL to buy with: 0.001 to 1000 in steps of 0.001. */
export function readDeposit(typed: string): Read {
  const amount = typedUnits(typed);
  if (amount === null) return refused(unreadable(typed));
  const problem = amountProblem(amount, { ...WALLET.deposit, step: WALLET.depositStep });
  return problem === null ? { amount, problem } : refused(`${problem} SOL`);
}

/** Returns the field's first value for a member who came to buy this much; empty if that isn't an amount. */
export function amountToBuy(missing: number | undefined): string {
  const units = missing === undefined ? null : parseAmount(missing);
  return units === null ? "" : editableAmount(units);
}

/** What a member may sell: the balance and the rest of the daily limit. `null` where unknown. */
export interface Sellable {
  readonly balance: bigint;
  readonly dailyLeft: bigint;
}

/** Validates the BBUX to sell: at least 0.001, at most the balance and the rest of the daily limit. */
export function readWithdrawal(typed: string, sellable: Sellable | null): Read {
  const amount = typedUnits(typed);
  if (amount === null) return refused(unreadable(typed));
  const problem = amountProblem(amount, WALLET.withdrawal);
  if (problem !== null) return refused(`${problem} BBUX`);
  if (sellable && amount > sellable.balance) {
    return refused(`Amount must be at most your balance, ${editableAmount(sellable.balance)} BBUX`);
  }
  if (sellable && amount > sellable.dailyLeft) {
    return refused(
      `Amount must be at most ${editableAmount(sellable.dailyLeft)} BBUX: that is left of the daily limit`,
    );
  }
  return { amount, problem: null };
}

function unreadable(typed: string): string {
  if (typed.trim() === "") return "Please enter an amount";
  return ambiguity(typed) ?? "Please enter an amount such as 2.5, with at most 9 decimals";
}

/** Returns the most that can be sold now. */
export function mostToSell({ balance, dailyLeft }: Sellable): bigint {
  return balance < dailyLeft ? balance : dailyLeft;
}

/** Returns the fee at a rate in basis points and the SOL received, in base units (docs/DECISIONS.md 1.6). */
export function saleOf(amount: bigint, basisPoints: bigint): { readonly fee: bigint; readonly net: bigint } {
  const fee = withdrawalFee(amount, basisPoints);
  return { fee, net: amount - fee };
}

/** Returns a payment request that wallets on phones read from a QR code (Solana Pay, transfer request). */
export function solanaPayUrl(address: string, amount: bigint): string {
  return `solana:${address}?amount=${formatAmount(amount)}&label=BBUX`;
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether it looks like an address. The server checks more. */
export function looksLikeAddress(text: string): boolean {
  return ADDRESS.test(text);
}
