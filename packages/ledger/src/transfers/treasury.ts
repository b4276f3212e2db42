import { REWARDS_POOL, TREASURY_OWNER } from "../kinds.ts";
import type { Particulars, Text, Transfer } from "../transfer.ts";

/** Member → treasury: what is left in a closed account. */
export function balanceForfeited(args: Particulars & { readonly member: Text; readonly amount: bigint }): Transfer {
  const { member, amount, ...particulars } = args;
  return {
    kind: "balance_forfeited",
    reason: "Left to the treasury",
    ...particulars,
    legs: [
      { account: "member", owner: member, amount: -amount },
      { account: "treasury", owner: TREASURY_OWNER, amount },
    ],
  };
}

/** Treasury → a spending pool. The treasury's balance is checked under its lock. */
export function treasuryAllotted(args: Particulars & { readonly pool: Text; readonly amount: bigint }): Transfer {
  const { pool, amount, ...particulars } = args;
  return {
    kind: "treasury_allotted",
    reason: "Allotted by the treasury",
    ...particulars,
    legs: [
      { account: "treasury", owner: TREASURY_OWNER, amount: -amount },
      { account: "pool", owner: pool, amount },
    ],
  };
}

/** Pool of rewards → treasury: what rounding left over. Cause: the day. */
export function poolReturned(args: Particulars & { readonly amount: bigint }): Transfer {
  const { amount, ...particulars } = args;
  return {
    kind: "pool_returned",
    reason: "Left over from rewards",
    ...particulars,
    legs: [
      { account: "pool", owner: REWARDS_POOL, amount: -amount },
      { account: "treasury", owner: TREASURY_OWNER, amount },
    ],
  };
}
