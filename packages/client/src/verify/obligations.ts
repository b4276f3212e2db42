import { decimalOf } from "./amounts.ts";
import type { Entry } from "./entry.ts";
import { LATE_MS, type Rates } from "./rules.ts";

/** Types of entry whose subject names the account that holds the money, by the account's kind. */
const HELD_IN: Readonly<Record<string, "escrow" | "hold">> = {
  BOUNTY_PLACED: "escrow",
  GOVERNANCE_FEE: "escrow",
  BOUNTY_CLAIMED: "escrow",
  BOUNTY_REFUNDED: "escrow",
  WITHDRAWAL_HELD: "hold",
  WITHDRAWAL_SETTLED: "hold",
  WITHDRAWAL_REFUNDED: "hold",
  NETWORK_FEE_RESERVED: "hold",
  NETWORK_FEE_RELEASED: "hold",
  NETWORK_FEE_PAID: "hold",
};
const REFERENCE = /^(escrow|hold):[1-9]\d{0,18}$/;

interface Hold {
  /** Of a withdrawal that hasn't ended. */
  readonly held: bigint;
  /** What its end must name as the fee; null if no fee was in force that the log stated. */
  readonly fee: bigint | null;
  /** For the network. */
  readonly reserved: bigint;
}
const NOTHING: Hold = { held: 0n, fee: null, reserved: 0n };

/** What has begun and not ended, amounts in base units. */
export interface OpenObligations {
  readonly bounties: number;
  readonly bountyAmount: bigint;
  readonly withdrawals: number;
  readonly withdrawalAmount: bigint;
  /** Held for bounties and withdrawals from before the log named them. */
  readonly unnamed: bigint;
}

/**
 * Bounties and withdrawals that have begun and not ended: each ends once, and in its amount. Entries from before the log named
 * them are followed together: what they hold can't be spent twice, but not each one can be told from the others.
 */
export class Obligations {
  readonly #escrows = new Map<string, bigint>();
  readonly #holds = new Map<string, Hold>();
  readonly #unnamed = { escrow: 0n, hold: 0n };
  readonly #rates: Rates;
  /** When the first entry with a reference was written. */
  #named: number | null = null;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  get open(): OpenObligations {
    const withdrawals = [...this.#holds.values()].filter(({ held }) => held > 0n);
    return {
      bounties: this.#escrows.size,
      bountyAmount: [...this.#escrows.values()].reduce((sum, amount) => sum + amount, 0n),
      withdrawals: withdrawals.length,
      withdrawalAmount: withdrawals.reduce((sum, { held }) => sum + held, 0n),
      unnamed: this.#unnamed.escrow + this.#unnamed.hold,
    };
  }

  /** Returns what is wrong with the beginning or the end that an entry is, or null. */
  take(entry: Entry): string | null {
    const { type, subject, createdAt } = entry;
    const kind = HELD_IN[type];
    if (!kind) return null;
    if (subject === "") {
      if (this.#named !== null && Date.parse(createdAt) > this.#named + LATE_MS)
        return "it doesn't say what it is about";
      this.#unnamed[kind] += changeOf(entry, kind);
      return this.#unnamed[kind] < 0n ? "it ends what has not begun" : null;
    }
    if (!REFERENCE.test(subject) || !subject.startsWith(kind)) return `${subject} is no reference to ${kind}`;
    this.#named ??= Date.parse(createdAt);
    return kind === "escrow" ? this.#bounty(entry) : this.#hold(entry);
  }

  #bounty({ type, subject, amount }: Entry): string | null {
    const open = this.#escrows.get(subject) ?? 0n;
    if (type === "GOVERNANCE_FEE") return null;
    if (type === "BOUNTY_PLACED") {
      if (open > 0n) return `the bounty ${subject} is open already`;
      this.#escrows.set(subject, amount);
      return null;
    }
    this.#escrows.delete(subject);
    if (open > 0n)
      return open === amount ? null : `the bounty ${subject} is ${decimalOf(open)}, not ${decimalOf(amount)}`;
    return this.#takeUnnamed("escrow", amount) ? null : `the bounty ${subject} has ended before, or never began`;
  }

  #hold(entry: Entry): string | null {
    const { type, subject, amount } = entry;
    const open = this.#holds.get(subject) ?? NOTHING;
    const change = changeOf(entry, "hold");
    switch (type) {
      case "WITHDRAWAL_HELD":
        if (open.held > 0n) return `the withdrawal ${subject} has begun already`;
        this.#keep(subject, { ...open, held: amount, fee: this.#rates.feeOn("withdrawalFee", amount) });
        return null;
      case "NETWORK_FEE_RESERVED":
        this.#keep(subject, { ...open, reserved: open.reserved + change });
        return null;
      case "NETWORK_FEE_RELEASED":
      case "NETWORK_FEE_PAID":
        return this.#spend(subject, open, -change);
      default:
        return this.#end(entry, open, -change);
    }
  }

  /** The end of a withdrawal: what was held for it, and what it takes of the network's reserve. */
  #end(entry: Entry, open: Hold, taken: bigint): string | null {
    const { type, subject, feeAmount } = entry;
    const { held, fee } = open;
    if (held === 0n) {
      if (this.#unnamed.hold > 0n) return this.#spend(subject, open, taken);
      return `the withdrawal ${subject} has ended before, or never began`;
    }
    if (taken < held) return `the withdrawal ${subject} is ${decimalOf(held)}, not ${decimalOf(taken)}`;
    if (type === "WITHDRAWAL_REFUNDED") {
      const given = changeOf(entry, "member");
      if (given !== held) return `the withdrawal ${subject} is ${decimalOf(held)}, and ${decimalOf(given)} went back`;
    } else {
      if (fee !== null && feeAmount !== fee) {
        return `the fee in force when the withdrawal began was ${decimalOf(fee)}, not ${decimalOf(feeAmount)}`;
      }
      const sent = changeOf(entry, "external");
      if (sent < held - feeAmount)
        return `it pays ${decimalOf(sent)}, less than the ${decimalOf(held - feeAmount)} held for it`;
    }
    return this.#spend(subject, { ...open, held: 0n, fee: null }, taken - held);
  }

  /** Takes from what is reserved for the network. */
  #spend(subject: string, open: Hold, amount: bigint): string | null {
    const own = amount < open.reserved ? amount : open.reserved;
    this.#keep(subject, { ...open, reserved: open.reserved - own });
    if (own === amount || this.#takeUnnamed("hold", amount - own)) return null;
    return `it takes ${decimalOf(amount)} from ${subject}, for which ${decimalOf(open.reserved)} is reserved`;
  }

  #takeUnnamed(kind: "escrow" | "hold", amount: bigint): boolean {
    if (this.#unnamed[kind] < amount) return false;
    this.#unnamed[kind] -= amount;
    return true;
  }

  #keep(subject: string, hold: Hold): void {
    if (hold.held === 0n && hold.reserved === 0n) this.#holds.delete(subject);
    else this.#holds.set(subject, hold);
  }
}

function changeOf({ changes }: Entry, kind: string): bigint {
  return changes.find(([name]) => name === kind)?.[1] ?? 0n;
}
