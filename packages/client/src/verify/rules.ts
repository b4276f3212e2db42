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
  COLD_FEE_PAID: { from: ["equity"], to: ["external"] },
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

/** States a fee from here on: `bountyFee:500` is 5%. */
export const FEE_IN_FORCE = "FEE_IN_FORCE";
const FEE_SUBJECT = /^(bountyFee|withdrawalFee):(0|[1-9]\d{0,3})$/;

/** No vote can set a fee above a tenth. */
const HIGHEST_FEE_SHARE = 10n;
const WHOLE = 10_000n;

/** Fees in basis points; null until the log states one. */
export type Fees = Readonly<Record<FeeName, bigint | null>>;
type FeeName = "bountyFee" | "withdrawalFee";

/** The fees in force, as the log's entries state them. */
export class Rates {
  readonly #rates: Record<FeeName, bigint | null> = { bountyFee: null, withdrawalFee: null };

  get inForce(): Fees {
    return { ...this.#rates };
  }

  /** The fee on an amount, rounded up; null if the log hasn't stated it. */
  feeOn(name: FeeName, amount: bigint): bigint | null {
    const rate = this.#rates[name];
    return rate === null ? null : (amount * rate + WHOLE - 1n) / WHOLE;
  }

  /** Returns what is wrong with the fee that an entry states or takes, or null. */
  take({ type, subject, amount, feeAmount }: Entry): string | null {
    if (type === FEE_IN_FORCE) {
      const [, name, rate] = FEE_SUBJECT.exec(subject) ?? [];
      if (name !== "bountyFee" && name !== "withdrawalFee") return `${subject} is no fee`;
      if (BigInt(rate ?? "") * HIGHEST_FEE_SHARE > WHOLE) return `${subject} is more than a tenth`;
      this.#rates[name] = BigInt(rate ?? "");
    }
    if (type !== "BOUNTY_PLACED") return null;
    const fee = this.feeOn("bountyFee", amount);
    if (fee === null || fee === feeAmount) return null;
    return `the fee in force is ${decimalOf(fee)}, and it names ${decimalOf(feeAmount)}`;
  }
}

/** Returns which rule of the platform's ledger an entry breaks, or null. */
export function brokenRule(entry: Entry): string | null {
  const { type, changes, feeAmount, amount } = entry;
  if (DECISIONS.includes(type) || type === FEE_IN_FORCE) {
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
  readonly #open = new Map<string, { readonly fee: bigint; readonly times: number }>();

  /** A fee that was named and not taken; null if there is none. */
  get untaken(): bigint | null {
    return this.#open.values().next().value?.fee ?? null;
  }

  /** Returns what is wrong with an entry's fee, or null. */
  take({ type, subject, amount, feeAmount }: Entry): string | null {
    if (type === "BOUNTY_PLACED" && feeAmount > 0n) this.#change(subject, feeAmount, 1);
    if (type !== "GOVERNANCE_FEE" || this.#change(subject, amount, -1)) return null;
    return `no bounty before it names a fee of ${decimalOf(amount)}`;
  }

  #change(subject: string, fee: bigint, by: number): boolean {
    const key = `${subject} ${fee}`;
    const times = (this.#open.get(key)?.times ?? 0) + by;
    if (times < 0) return false;
    if (times === 0) this.#open.delete(key);
    else this.#open.set(key, { fee, times });
    return true;
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
export const LATE_MS = 15 * 60_000;

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
