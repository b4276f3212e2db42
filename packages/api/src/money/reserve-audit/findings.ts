import type { AuditFinding } from "@bbux/ledger";

/**
 * What an audit of the money against the chain can find, in addition to the ledger's own audit. A closed list;
 * docs/OPERATIONS.md says what to do about each.
 */
export const RESERVE_FINDINGS = [
  /** The chain isn't the one that these books were kept on. */
  "WRONG_CHAIN",
  /** The wallet's secret isn't the one that these books were kept with. */
  "WRONG_WALLET",
  /** A deposit address that the wallet's secret doesn't derive, so what arrives there can't be swept. */
  "FOREIGN_ADDRESS",
  /** Arrivals at an address minus sweeps from it don't match its balance in the books. */
  "ADDRESS_BOOKS",
  /** An address has a different balance on the chain than in the books. */
  "ADDRESS_CHAIN",
  /** An arrival from long before the end of the last full watching round isn't booked. */
  "MISSED_DEPOSIT",
  /** The hot wallet has a different balance than the books say. */
  "HOT_WALLET",
  /** The signer lacks a key that the books name, or has one that they don't. */
  "WALLET_KEYS",
  /** A cold wallet has a different balance than the books say. */
  "COLD_WALLET",
  /** What a cold wallet holds by the books isn't the sum of what moved there, or a movement has no reason. */
  "COLD_BOOKS",
  /** A booked transaction that the chain doesn't know or reports as failed. */
  "NOT_ON_CHAIN",
  /** A transaction did something other than the books say. */
  "MOVED_OTHERWISE",
  /** A transaction that was given up, and perhaps paid again, is on the chain. */
  "GIVEN_UP_LANDED",
  /** The signer signed something else than the books say. */
  "SIGNED_OTHERWISE",
  /** Something that the signer signed has landed, and the books don't know it. */
  "SIGNED_UNBOOKED",
  /** The signer signed a payment that the books don't know and that may still land. */
  "SIGNED_LOOSE",
  /** A transaction in the books that isn't in the signer's record, or isn't where it was recorded. */
  "NOT_SIGNED",
  /** A deposit with a missing or different posting, or a posting without a deposit. */
  "DEPOSIT_POSTING",
  /** One arrival booked twice: credited and kept as suspense. */
  "CREDITED_TWICE",
  /** A withdrawal whose postings don't match its state. */
  "WITHDRAWAL_POSTING",
  /** A withdrawal or sweep whose signed transactions don't match its state. */
  "PAYMENT_ATTEMPTS",
  /** A signed transaction whose fee wasn't reserved, released or paid as it ended. */
  "NETWORK_FEE_POSTING",
  /** A hold that isn't what its withdrawal or sweep still needs. */
  "HOLD",
  /** Suspense that isn't the sum of its open items. */
  "SUSPENSE",
  /** The local chain's funding differs from what was posted for it. */
  "FUNDING",
  /** An escrow that doesn't match its post's bounty. */
  "ESCROW",
  /** The kept totals of deposit addresses aren't what their rows come to. */
  "WALLET_TOTALS",
  "PAYOUT_TOTALS",
  /** A stake that isn't what its account holds, or not the sum of its changes. */
  "STAKE",
  /** A day of rewards that was paid, set aside or returned differently than its row says. */
  "REWARDS",
  /** A request, withdrawal, sweep, rotation of a key, bounty, refund or day of rewards that has been open longer than allowed. */
  "OVERDUE",
  /** A transfer whose lines in the transparency log are missing or don't add up, or a line without a transfer. */
  "LOG_LINES",
  /** An entry of the log that differs from what was sealed, or isn't in its place. */
  "LOG_CHAIN",
  /** A checkpoint that doesn't match the log, its tree or its key. */
  "LOG_CHECKPOINT",
  /** A root of the log on the chain, with the platform's mark, that no checkpoint has, until an operator closes the alert about it. */
  "LOG_ROOT",
  /** A line that has been unsealed for a minute. */
  "LOG_UNSEALED",
] as const;

export type ReserveFinding = AuditFinding | (typeof RESERVE_FINDINGS)[number];

export interface Problem {
  readonly finding: ReserveFinding;
  /** What it is about: an id, an address, a signature. */
  readonly subject: string;
  readonly detail: string;
}

/** Findings of each kind that are listed; the rest are only counted. */
const NAMED = 100;

/** Collects findings in bounded memory. */
export class Findings {
  readonly #named: Problem[] = [];
  readonly #counts = new Map<ReserveFinding, number>();

  add(problem: Problem): void {
    const count = (this.#counts.get(problem.finding) ?? 0) + 1;
    this.#counts.set(problem.finding, count);
    if (count <= NAMED) this.#named.push(problem);
  }

  /** In the order found. */
  get named(): readonly Problem[] {
    return this.#named;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
