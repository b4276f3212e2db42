import { ChainError, PAYMENT_COMPUTE_UNITS } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { payerKey, walletKeys } from "../wallet-keys/index.ts";

/** The least that an attempt offers if it replaces another, in lamports. */
const LEAST_RAISE = 1_000n;

/** A first attempt offers at most this fraction of the limit, because anyone can make blocks look expensive to us. */
const FIRST_SHARE = 16n;

/**
 * Returns what to offer the network for a payment, in lamports: what three of four recent blocks would have taken, and at least
 * twice what an earlier attempt offered, up to the limit. When the node can't say, nothing or twice as much.
 */
export async function priorityFee(
  { chain, db, money, platformWallet }: Pick<Services, "chain" | "db" | "money" | "platformWallet">,
  earlier: bigint | null = null,
): Promise<bigint> {
  const { address } = payerKey(await walletKeys({ db, platformWallet }));
  const usual = await usualFee({ chain }, address);
  if (earlier === null) return atMost(money.maxPriorityFee / FIRST_SHARE, usual);
  return atMost(money.maxPriorityFee, max(max(2n * earlier, LEAST_RAISE), atMost(4n * earlier, usual)));
}

async function usualFee({ chain }: Pick<Services, "chain">, address: string): Promise<bigint> {
  try {
    const prices = [...(await chain.recentPriorityPrices([address]))].sort((one, other) => (one < other ? -1 : 1));
    const price = prices[Math.floor(((prices.length - 1) * 3) / 4)] ?? 0n;
    return (price * BigInt(PAYMENT_COMPUTE_UNITS)) / 1_000_000n;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return 0n;
  }
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function atMost(limit: bigint, value: bigint): bigint {
  return value > limit ? limit : value;
}
