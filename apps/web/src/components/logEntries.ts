interface LogWords {
  readonly label: string;
  /** What the log says of every entry of this type; absent where each has words of its own. */
  readonly says?: string;
}

/** The words for entries of the transparency log, which is itself in English: its words are part of what is signed. */
const ENTRIES: Readonly<Record<string, LogWords>> = {
  BOUNTY_PLACED: { label: "Bounty placed", says: "A bounty was placed in escrow" },
  BOUNTY_CLAIMED: { label: "Bounty claimed", says: "A bounty was paid to an answer" },
  BOUNTY_REFUNDED: { label: "Bounty refunded", says: "A bounty went back to its asker" },
  GOVERNANCE_FEE: { label: "Governance fee", says: "The fee on a bounty went to the treasury" },
  REWARD_DISTRIBUTED: { label: "Reward distributed", says: "Staking rewards were paid" },
  STAKE_ADDED: { label: "Stake added", says: "BBUX was staked" },
  STAKE_REMOVED: { label: "Stake removed", says: "BBUX was unstaked" },
  REWARDS_ALLOTTED: { label: "Rewards allotted", says: "The treasury reserved a day of staking rewards" },
  REWARDS_LEFT_OVER: {
    label: "Rewards left over",
    says: "What rounding left of a day of rewards went back to the treasury",
  },
  DEPOSIT: { label: "Deposit", says: "SOL arrived and became BBUX" },
  DEPOSIT_UNCLAIMED: { label: "Deposit unclaimed", says: "SOL arrived from an unknown sender" },
  SUSPENSE_ASSIGNED: { label: "Suspense assigned", says: "SOL of an unknown sender was assigned to its owner" },
  FLOAT_RECORDED: {
    label: "Float recorded",
    says: "SOL of the operator was recorded as its float for network fees",
  },
  FLOAT_FUNDED: { label: "Float funded", says: "The operator's float for network fees was funded" },
  LOSS_RECORDED: { label: "Loss recorded", says: "SOL was lost and the operator's float made it up" },
  GAIN_RECORDED: { label: "Gain recorded", says: "SOL that nothing explains became the operator's float" },
  WITHDRAWAL_HELD: { label: "Withdrawal held", says: "BBUX was reserved for a withdrawal" },
  WITHDRAWAL_SETTLED: { label: "Withdrawal settled", says: "A withdrawal was paid out" },
  WITHDRAWAL_REFUNDED: { label: "Withdrawal refunded", says: "A withdrawal was given back" },
  NETWORK_FEE_RESERVED: { label: "Network fee reserved", says: "A network fee was reserved" },
  NETWORK_FEE_RELEASED: { label: "Network fee released", says: "A network fee was not needed" },
  NETWORK_FEE_PAID: { label: "Network fee paid", says: "A network fee was paid" },
  COLD_FEE_PAID: { label: "Network fee of the cold wallet", says: "A network fee of the cold wallet was paid" },
  BALANCE_FORFEITED: { label: "Balance forfeited", says: "A closed account left its balance to the treasury" },
  APPEAL_DECIDED: { label: "Appeal decided" },
  PROPOSAL_SUBMITTED: { label: "Proposal submitted" },
  PROPOSAL_PASSED: { label: "Proposal passed" },
  PROPOSAL_REJECTED: { label: "Proposal rejected" },
  PROPOSAL_EXECUTED: { label: "Proposal executed" },
  FEE_IN_FORCE: { label: "Fee in force" },
  PARAMETER_CHANGED: { label: "Parameter changed" },
};

/** Whether a type of entry has words of its own here. */
export const isLogType = (type: string): boolean => type in ENTRIES;

/** Labels a type of entry: `BOUNTY_PLACED` is "Bounty placed". An unknown one is named by its code. */
export function logTypeLabel(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return ENTRIES[type]?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What entries of a type say, in the reader's language; null if each has words of its own. */
export function logTypeSays(type: string): string | null {
  return ENTRIES[type]?.says ?? null;
}
