import { decimalOf } from "./amounts.ts";
import type { Entry } from "./entry.ts";

interface Legs {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The kinds of account that each type of entry takes from and gives to. A test compares it with the platform's ledger. */
export const LEGS: Readonly<Record<string, Legs>> = {
  DEPOSIT: { from: ["external"], to: ["member"] },
  DEPOSIT_UNCLAIMED: { from: ["external"], to: ["suspense"] },
  SUSPENSE_ASSIGNED: { from: ["suspense"], to: ["member"] },
  FLOAT_RECORDED: { from: ["suspense"], to: ["equity"] },
  FLOAT_FUNDED: { from: ["external"], to: ["equity"] },
  LOSS_RECORDED: { from: ["equity"], to: ["external"] },
  GAIN_RECORDED: { from: ["external"], to: ["equity"] },
  WITHDRAWAL_HELD: { from: ["member"], to: ["hold"] },
  WITHDRAWAL_SETTLED: { from: ["hold", "equity"], to: ["external", "treasury", "equity"] },
  WITHDRAWAL_REFUNDED: { from: ["hold", "equity"], to: ["member", "external", "equity"] },
  NETWORK_FEE_RESERVED: { from: ["equity"], to: ["hold"] },
  NETWORK_FEE_RELEASED: { from: ["hold"], to: ["equity"] },
  NETWORK_FEE_PAID: { from: ["hold", "equity"], to: ["external", "equity"] },
  BOUNTY_PLACED: { from: ["member"], to: ["escrow"] },
  GOVERNANCE_FEE: { from: ["member"], to: ["treasury"] },
  BOUNTY_CLAIMED: { from: ["escrow"], to: ["member"] },
  BOUNTY_REFUNDED: { from: ["escrow"], to: ["member"] },
  BALANCE_FORFEITED: { from: ["member"], to: ["treasury"] },
  REWARDS_ALLOTTED: { from: ["treasury"], to: ["pool"] },
  REWARD_DISTRIBUTED: { from: ["pool"], to: ["member"] },
  REWARDS_LEFT_OVER: { from: ["pool"], to: ["treasury"] },
  STAKE_ADDED: { from: ["member"], to: ["stake"] },
  STAKE_REMOVED: { from: ["stake"], to: ["member"] },
};

/** Entries that record a decision and move nothing. */
export const DECISIONS: readonly string[] = [
  "APPEAL_DECIDED",
  "PROPOSAL_SUBMITTED",
  "PROPOSAL_PASSED",
  "PROPOSAL_REJECTED",
  "PROPOSAL_EXECUTED",
  "PARAMETER_CHANGED",
];

/** No vote can set a fee above a tenth. */
const HIGHEST_FEE_SHARE = 10n;

/** Returns which rule of the platform's ledger an entry breaks, or null. */
export function brokenRule(entry: Entry): string | null {
  const { type, changes, feeAmount, amount } = entry;
  if (DECISIONS.includes(type)) {
    return changes.length === 0 && feeAmount === 0n ? null : `${type} is a decision, which moves nothing`;
  }
  const legs = LEGS[type];
  if (!legs) return `${type} is a type of entry that this version of the verifier doesn't know`;
  if (changes.length === 0) return `${type} moves nothing`;
  for (const [kind, units] of changes) {
    if (units < 0n && !legs.from.includes(kind)) return `${type} may not take from ${kind}`;
    if (units > 0n && !legs.to.includes(kind)) return `${type} may not give to ${kind}`;
  }
  if (feeAmount * HIGHEST_FEE_SHARE > amount + HIGHEST_FEE_SHARE) {
    return `a fee of ${decimalOf(feeAmount)} is more than a tenth of ${decimalOf(amount)}`;
  }
  if (type === "BOUNTY_PLACED") return null;
  const taken = type === "WITHDRAWAL_SETTLED" ? (changes.find(([kind]) => kind === "treasury")?.[1] ?? 0n) : 0n;
  return feeAmount === taken ? null : `it names a fee of ${decimalOf(feeAmount)} and takes ${decimalOf(taken)}`;
}

/**
 * The fees that bounties have named and the log hasn't shown as taken yet: a bounty and its fee are two entries of one
 * transaction, with others between them at times.
 */
export class NamedFees {
  readonly #open = new Map<bigint, number>();

  /** A fee that was named and not taken; null if there is none. */
  get untaken(): bigint | null {
    return this.#open.keys().next().value ?? null;
  }

  /** Returns what is wrong with an entry's fee, or null. */
  take({ type, amount, feeAmount }: Entry): string | null {
    if (type === "BOUNTY_PLACED" && feeAmount > 0n) this.#open.set(feeAmount, (this.#open.get(feeAmount) ?? 0) + 1);
    if (type !== "GOVERNANCE_FEE") return null;
    const left = this.#open.get(amount) ?? 0;
    if (left === 0) return `no bounty before it names a fee of ${decimalOf(amount)}`;
    if (left === 1) this.#open.delete(amount);
    else this.#open.set(amount, left - 1);
    return null;
  }
}

/** The ids of entries so far, as ranges, because they come almost in order and almost without gaps. */
export class SeenIds {
  readonly #ranges: [from: bigint, to: bigint][] = [];

  /** @returns whether the id is new */
  add(text: string): boolean {
    const id = BigInt(text);
    // The first range that ends at or after the place before the id.
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.[1] ?? 0n) < id - 1n) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low];
    if (!range || range[0] > id + 1n) {
      this.#ranges.splice(low, 0, [id, id]);
      return true;
    }
    if (id >= range[0] && id <= range[1]) return false;
    if (id === range[0] - 1n) {
      range[0] = id;
      return true;
    }
    range[1] = id;
    const next = this.#ranges[low + 1];
    if (next && next[0] === id + 1n) {
      range[1] = next[1];
      this.#ranges.splice(low + 1, 1);
    }
    return true;
  }
}

/** How far an entry's time may be before that of an earlier entry: a transaction writes it before it ends. */
const LATE_MS = 15 * 60_000;

/** The times of entries so far. */
export class Times {
  #newest = 0;

  /** Returns what is wrong with an entry's time, or null. */
  take({ createdAt }: Entry): string | null {
    const at = Date.parse(createdAt);
    if (Number.isNaN(at)) return `${createdAt} is not a valid time`;
    if (at < this.#newest - LATE_MS) {
      return `its time, ${createdAt}, is before ${new Date(this.#newest).toISOString()}, that of an earlier entry`;
    }
    this.#newest = Math.max(this.#newest, at);
    return null;
  }

  /** Whether the entries so far were written by this time, as a checkpoint of them claims. */
  areBefore(time: string): boolean {
    return this.#newest <= Date.parse(time) + LATE_MS;
  }
}
