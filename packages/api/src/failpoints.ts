/**
 * Where the tests of faults end the process, or make a step throw: each point lies between two effects of which the
 * second may never come (FAULTS, Deposits and Withdrawals; DECISIONS 1.7, 1.8). In normal work passing one does nothing.
 */
export const FAILPOINTS = [
  /** The node has been handed a member's transaction, and the caller has not been told. */
  "deposit.relayed",
  /** Found on the chain, not yet credited. */
  "deposit.found",
  /** Credited, but the transaction of the database has not committed. */
  "deposit.uncommitted",
  /** Credited and committed, and the caller has not been told. */
  "deposit.credited",
  /** Held, but the transaction of the database has not committed. */
  "withdrawal.uncommitted",
  /** Held and committed, and no worker has been told. */
  "withdrawal.held",
  /** Signed in memory, nothing stored: it will never be sent. */
  "withdrawal.signed",
  /** The signed bytes are stored and not sent. */
  "withdrawal.stored",
  /** Handed to the node, and that is not recorded. */
  "withdrawal.sent",
  /** Handed to the node and recorded. */
  "withdrawal.recorded",
  /** The chain has said that it is final, and the books do not know. */
  "withdrawal.finalized",
  /** Posted, but the transaction of the database has not committed. */
  "withdrawal.unsettled",
  /** Posted and committed. */
  "withdrawal.settled",
  /** Landed with an error, and nothing is given back. */
  "withdrawal.failed",
  /** First seen to be gone for good. */
  "withdrawal.missing",
  /** Given up: may be signed anew, or is given back. */
  "withdrawal.expired",
  /** The sweep's bytes are stored and not sent. */
  "sweep.stored",
  /** Handed to the node. */
  "sweep.sent",
  /** Final, and the books do not know. */
  "sweep.finalized",
  /** A day has begun to be reckoned: no stake changes within it any more, and nothing is set aside. */
  "rewards.begun",
  /** A day's rewards are set aside, but the transaction of the database has not committed. */
  "rewards.uncommitted",
  /** Set aside and committed, and nobody is paid. */
  "rewards.allotted",
  /** Some members are paid, but the transaction of the database has not committed. */
  "rewards.unpaid",
  /** Paid and committed, and the others wait. */
  "rewards.paid",
  /** Everybody is paid, and what is left over is given back, but the transaction of the database has not committed. */
  "rewards.unfinished",
  /** The day is done, and the next may wait. */
  "rewards.finished",
  /** Every line is sealed, and no checkpoint is made of it. */
  "checkpoint.sealed",
  /** The checkpoint and its tree are stored, but the transaction of the database has not committed. */
  "checkpoint.uncommitted",
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];
