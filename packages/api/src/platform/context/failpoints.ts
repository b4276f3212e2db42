/**
 * Where fault tests end the process or make a step throw: each point is between two effects of which the second may
 * never happen (docs/FAULTS.md, Deposits and Withdrawals; docs/DECISIONS.md 1.7, 1.8). In production they do nothing.
 */
export const FAILPOINTS = [
  /** The node has a member's transaction, and the caller has no answer yet. */
  "deposit.relayed",
  /** Found on the chain, not yet credited. */
  "deposit.found",
  /** Credited, but not committed. */
  "deposit.uncommitted",
  /** Credited and committed, and the caller has no answer yet. */
  "deposit.credited",
  /** Held, but not committed. */
  "withdrawal.uncommitted",
  /** Held and committed, and no worker knows yet. */
  "withdrawal.held",
  /** It holds a nonce, and the signer hasn't been asked. */
  "withdrawal.nonce",
  /** Signed in memory and not stored: it is signed again, to the byte. */
  "withdrawal.signed",
  /** The signed bytes are stored and not sent. */
  "withdrawal.stored",
  /** Sent to the node, and that isn't recorded. */
  "withdrawal.sent",
  /** Sent to the node and recorded. */
  "withdrawal.recorded",
  /** Final on the chain, and not booked yet. */
  "withdrawal.finalized",
  /** Posted, but not committed. */
  "withdrawal.unsettled",
  /** Posted and committed. */
  "withdrawal.settled",
  /** Landed with an error, and nothing is refunded yet. */
  "withdrawal.failed",
  /** Another attempt with the same nonce is stored and not sent. */
  "withdrawal.replaced",
  /** Its cancellation is final on the chain, and nothing is refunded yet. */
  "withdrawal.canceled",
  /** The sweep's bytes are stored and not sent. */
  "sweep.stored",
  /** Sent to the node. */
  "sweep.sent",
  /** Final, and not booked yet. */
  "sweep.finalized",
  /** The bytes of a move to the cold wallet are stored and not sent. */
  "cold.stored",
  /** Sent to the node. */
  "cold.sent",
  /** Final, and not booked yet. */
  "cold.finalized",
  /** Booked, but not committed. */
  "cold.uncommitted",
  /** Booked and committed. */
  "cold.settled",
  /** The creation of a nonce account is stored and not sent. */
  "nonce.stored",
  /** Final, and not booked yet. */
  "nonce.finalized",
  /** Its blockhash is first seen to have expired. */
  "nonce.missing",
  /** Given up: it is signed again. */
  "nonce.expired",
  /** The log's root is signed for the chain and not stored. */
  "anchor.signed",
  /** It is stored and not sent. */
  "anchor.stored",
  /** A day is open: no stake changes within it anymore, and nothing is set aside. */
  "rewards.begun",
  /** A day's rewards are set aside, but not committed. */
  "rewards.uncommitted",
  /** Set aside and committed, and nobody is paid. */
  "rewards.allotted",
  /** Some members are paid, but not committed. */
  "rewards.unpaid",
  /** Some members are paid and committed, and the others wait. */
  "rewards.paid",
  /** Everyone is paid and the rest is returned, but not committed. */
  "rewards.unfinished",
  /** The day is finished, and the next may wait. */
  "rewards.finished",
  /** Every line is sealed, and no checkpoint is made of it. */
  "checkpoint.sealed",
  /** The checkpoint and its tree are stored, but not committed. */
  "checkpoint.uncommitted",
  /** The signer has a new key, and the books don't know it. */
  "keys.rotated",
  /** A move between hot wallets, or the handover of a nonce account, is signed and not stored. */
  "keys.signed",
  /** It is stored and not sent. */
  "keys.stored",
  /** It is sent, and that isn't recorded. */
  "keys.sent",
  /** It is final on the chain, and not booked yet. */
  "keys.moved",
  /** Booked, but not committed. */
  "keys.uncommitted",
  /** Booked and committed, and the keys' state isn't moved on yet. */
  "keys.settled",
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];
