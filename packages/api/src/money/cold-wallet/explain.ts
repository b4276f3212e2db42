import type { ChainTransaction } from "@bbux/chain";

/** The most that a transaction of the operator's is believed to have paid the network, in lamports. */
const MOST_FEE = 10_000_000n;

/** The platform's addresses that a transaction of a cold wallet can have paid. */
export interface Ours {
  readonly hot: string;
  readonly cold: readonly string[];
  /** Deposit addresses that it names. */
  readonly deposits: readonly string[];
}

/** What a transaction that a cold wallet signed did, in lamports. */
export interface ColdPayment {
  /** What to book at each cold wallet, signed: what stayed with the platform, and the fee. */
  readonly booked: ReadonlyMap<string, bigint>;
  /** The cold wallet that bears fee and deposit: it spent the most. */
  readonly payer: string;
  /** Of the network, if a cold wallet paid it. */
  readonly fee: bigint;
  /** Went to a member's deposit address, where it belongs to nobody until it's swept. */
  readonly deposit: { readonly address: string; readonly amount: bigint } | null;
  /** Went to somebody else. */
  readonly lost: bigint;
  /** Came to the hot wallet from somebody else, in the same transaction. */
  readonly excess: bigint;
}

/** Explains a transaction by which a cold wallet has less than before; null for any other. */
export function explainColdPayment(transaction: ChainTransaction, ours: Ours): ColdPayment | null {
  const { changes, feePayer } = transaction;
  const change = (address: string) => changes.get(address) ?? 0n;
  const moved = ours.cold.filter((address) => change(address) !== 0n);
  const [payer] = moved.toSorted((one, other) => (change(one) < change(other) ? -1 : 1));
  if (payer === undefined || change(payer) >= 0n) return null;
  const fee = ours.cold.includes(feePayer) && transaction.fee <= MOST_FEE ? transaction.fee : 0n;
  const paid = ours.deposits.find((address) => change(address) > 0n);
  const deposit = paid === undefined ? null : { address: paid, amount: change(paid) };
  const inCold = moved.reduce((sum, address) => sum + change(address), 0n);
  const atHot = change(ours.hot) > 0n ? change(ours.hot) : 0n;
  const gone = -inCold - atHot - (deposit?.amount ?? 0n) - fee;
  const lost = gone > 0n ? gone : 0n;
  const booked = new Map(moved.map((address) => [address, change(address)]));
  // What went to somebody else stays in the books until an operator records the loss.
  booked.set(payer, change(payer) + lost);
  return { booked, payer, fee, deposit, lost, excess: gone < 0n ? -gone : 0n };
}
