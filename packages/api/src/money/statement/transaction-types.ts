import type { WalletTransaction } from "@bbux/contract";
import type { TransferKind } from "@bbux/ledger";

interface Names {
  /** The name on screens. */
  readonly type: string;
  /** The documented API's name. */
  readonly kind: WalletTransaction["kind"];
  /** The developer guide's name. */
  readonly category: WalletTransaction["category"];
  /** The action in `metadata`. */
  readonly action: string;
}

/** Names of the transfers that touch a member's account, in the three vocabularies (docs/DECISIONS.md §6). */
export const NAMES: Partial<Record<TransferKind, Names>> = {
  deposit: { type: "direct_deposit", kind: "deposit", category: "earn", action: "deposit" },
  suspense_assigned: { type: "manual_deposit", kind: "deposit", category: "earn", action: "deposit" },
  withdrawal_held: { type: "withdrawal", kind: "withdrawal", category: "spend", action: "withdraw" },
  withdrawal_refunded: { type: "refund", kind: "withdrawal", category: "earn", action: "withdrawal_refund" },
  bounty_placed: { type: "bounty", kind: "bounty", category: "spend", action: "place_bounty" },
  bounty_paid: { type: "reward", kind: "reward", category: "reward", action: "win_bounty" },
  bounty_returned: { type: "refund", kind: "bounty", category: "earn", action: "bounty_refund" },
  stake_added: { type: "stake", kind: "withdrawal", category: "stake", action: "stake" },
  stake_removed: { type: "unstake", kind: "deposit", category: "unstake", action: "unstake" },
  rewards_paid: { type: "reward", kind: "reward", category: "reward", action: "staking_reward" },
  balance_forfeited: { type: "forfeit", kind: "withdrawal", category: "spend", action: "forfeit" },
};

/** Falls back to the name in the books for kinds that aren't listed above. */
export function namesOf(kind: string): Names {
  const known = Object.entries(NAMES).find(([name]) => name === kind)?.[1];
  return known ?? { type: kind, kind: "deposit", category: "earn", action: kind };
}
