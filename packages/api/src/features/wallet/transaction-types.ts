import type { WalletTransaction } from "@bbux/contract";
import type { TransferKind } from "@bbux/ledger";

interface Names {
  /** The screens' name. */
  readonly type: string;
  /** The documented API's. */
  readonly kind: WalletTransaction["kind"];
  /** The developer guide's. */
  readonly category: WalletTransaction["category"];
  /** What `metadata` says was done. */
  readonly action: string;
}

/** What transfers that touch a member's account are called, in the three vocabularies (spec money §3, DECISIONS §6). */
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

/** For what is not in the list above yet: shown as it is called in the books. */
export function namesOf(kind: string): Names {
  const known = Object.entries(NAMES).find(([name]) => name === kind)?.[1];
  return known ?? { type: kind, kind: "deposit", category: "earn", action: kind };
}
