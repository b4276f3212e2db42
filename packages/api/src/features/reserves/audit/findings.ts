import type { AuditFinding } from "@bbux/ledger";

/**
 * What an audit of the money against the chain can find, beside what the ledger's own audit finds. Closed list;
 * docs/OPERATIONS.md says what to do about each.
 */
export const RESERVE_FINDINGS = [
  /** The chain that answers is another one than these books were kept on. */
  "WRONG_CHAIN",
  /** The wallet's secret is another one than these books were kept with. */
  "WRONG_WALLET",
  /** A deposit address that the wallet's secret does not give: what comes to it cannot be swept. */
  "FOREIGN_ADDRESS",
  /** What came to an address less what was swept from it is not what the books say lies there. */
  "ADDRESS_BOOKS",
  /** An address holds something else on the chain than in the books. */
  "ADDRESS_CHAIN",
  /** Something arrived long before the end of the last full round of watching and is not in the books. */
  "MISSED_DEPOSIT",
  /** The hot wallet holds something else than the books say. */
  "HOT_WALLET",
  /** Something is in the books whose transaction the chain does not know, or says has failed. */
  "NOT_ON_CHAIN",
  /** A transaction did something else than the books say. */
  "MOVED_OTHERWISE",
  /** A transaction that was given up, and perhaps paid anew, is on the chain. */
  "GIVEN_UP_LANDED",
  /** A deposit without its posting, or another one, or a posting without a deposit. */
  "DEPOSIT_POSTING",
  /** The same arrival twice: credited and kept as nobody's. */
  "CREDITED_TWICE",
  /** A withdrawal whose postings are not those of its state. */
  "WITHDRAWAL_POSTING",
  /** A withdrawal or sweep whose signed transactions are not those of its state. */
  "PAYMENT_ATTEMPTS",
  /** A signed transaction whose fee was not set aside, released or paid as it ended. */
  "NETWORK_FEE_POSTING",
  /** A hold that is not what its withdrawal or sweep still needs. */
  "HOLD",
  /** Suspense that is not what its open items come to. */
  "SUSPENSE",
  /** What the platform gave itself on the local chain differs from what was posted for it. */
  "FUNDING",
  /** An escrow that is not what its post's bounty comes to. */
  "ESCROW",
  /** A stake that is not what its account holds, or what its changes come to. */
  "STAKE",
  /** A day of rewards that was paid, set aside or returned otherwise than its row says. */
  "REWARDS",
  /** A request, withdrawal, sweep, bounty, refund or day of rewards that is open for longer than it may take. */
  "OVERDUE",
  /** A transfer whose lines of the transparency log are missing or come to something else, or a line without a transfer. */
  "LOG_LINES",
  /** An entry of the log that is not what was sealed, or not where. */
  "LOG_CHAIN",
  /** A checkpoint that the log, its tree or its key does not bear out. */
  "LOG_CHECKPOINT",
  /** A line that nobody has sealed for a minute. */
  "LOG_UNSEALED",
] as const;

export type ReserveFinding = AuditFinding | (typeof RESERVE_FINDINGS)[number];

export interface Problem {
  readonly finding: ReserveFinding;
  /** What it is about: an id, an address, a signature. */
  readonly subject: string;
  readonly detail: string;
}

/** Of each kind so many are named; the rest is counted. */
const NAMED = 100;

/** Keeps what is found, in bounded memory. */
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
