import { REWARDS_POOL, type TransferKind } from "../kinds.ts";
import type { Leg, Particulars, Text, Transfer } from "../transfer.ts";

export interface StakeArgs extends Particulars {
  readonly member: Text;
  readonly amount: bigint;
}

/** Member → their stake. Cause: the member and the number of the change. */
export function stakeAdded(args: StakeArgs): Transfer {
  return ofStake("stake_added", "Staked", args, 1n);
}

/** Stake → the member. Cause: the member and the number of the change. */
export function stakeRemoved(args: StakeArgs): Transfer {
  return ofStake("stake_removed", "Unstaked", args, -1n);
}

function ofStake(kind: TransferKind, reason: string, args: StakeArgs, direction: bigint): Transfer {
  const { member, amount, ...particulars } = args;
  return {
    kind,
    reason,
    ...particulars,
    legs: [
      { account: "member", owner: member, amount: -direction * amount },
      { account: "stake", owner: member, amount: direction * amount },
    ],
  };
}

/**
 * Pool of rewards → many members, in one transfer. Cause: the day and the first of the members.
 * @param args.payments one per member, at most a few thousand
 */
export function rewardsPaid(
  args: Particulars & { readonly payments: readonly { readonly member: string; readonly amount: bigint }[] },
): Transfer {
  const { payments, ...particulars } = args;
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    kind: "rewards_paid",
    reason: "Staking reward",
    ...particulars,
    legs: [
      { account: "pool", owner: REWARDS_POOL, amount: -total },
      ...payments.map(({ member, amount }): Leg => ({ account: "member", owner: member, amount })),
    ],
  };
}
