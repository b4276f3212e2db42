import type { Expression } from "kysely";
import { LedgerError } from "./errors.ts";
import {
  type AccountKind,
  EQUITY_OWNER,
  EXTERNAL_OWNER,
  REWARDS_POOL,
  TRANSFER_KINDS,
  TREASURY_OWNER,
  type TransferKind,
} from "./kinds.ts";

/** A value, or SQL that gives it where the transfer is part of a larger statement (see {@link postSql}). */
export type Text = string | Expression<string>;

/** One line of a transfer: a positive amount is a credit, a negative one a debit. Base units (DECISIONS 1.1). */
export interface Leg {
  readonly account: AccountKind;
  readonly owner: Text;
  readonly amount: bigint;
}

export interface Transfer {
  readonly kind: TransferKind;
  /** What this transfer happens for, as the id of a bounty or a signature. One transfer of a kind for each cause. */
  readonly cause: Text;
  /** Names one attempt of the caller: the same key again is the same transfer. Without one, kind and cause are the key. */
  readonly idempotencyKey?: Text;
  /** One sentence for people who read the books. */
  readonly reason: string;
  /** Ids of what the transfer is about, by name. */
  readonly refs?: Readonly<Record<string, Text>>;
  readonly legs: readonly Leg[];
}

/** What every kind of transfer is given besides its parties and amounts. */
export type Particulars = Pick<Transfer, "cause" | "idempotencyKey" | "refs"> & { readonly reason?: string };

/** External → member: `amount` is minted. */
export function deposited(args: Particulars & { readonly member: Text; readonly amount: bigint }): Transfer {
  const { member, amount, ...particulars } = args;
  return {
    kind: "deposit",
    reason: "SOL received",
    ...particulars,
    legs: [
      { account: "external", owner: EXTERNAL_OWNER, amount: -amount },
      { account: "member", owner: member, amount },
    ],
  };
}

export interface BountyPlacedArgs extends Particulars {
  readonly member: Text;
  /** Owner of the escrow: the id of what carries the bounty. */
  readonly escrow: Text;
  readonly amount: bigint;
  /** On top of the amount, computed by the caller; none when 0. */
  readonly fee: bigint;
}

/** Member → escrow `amount` and treasury `fee`, in one transfer. */
export function bountyPlaced(args: BountyPlacedArgs): Transfer {
  const { member, escrow, amount, fee, ...particulars } = args;
  const feeLeg: Leg = { account: "treasury", owner: TREASURY_OWNER, amount: fee };
  return {
    kind: "bounty_placed",
    reason: "Bounty placed",
    ...particulars,
    legs: [
      { account: "member", owner: member, amount: -(amount + fee) },
      { account: "escrow", owner: escrow, amount },
      ...(fee === 0n ? [] : [feeLeg]),
    ],
  };
}

export interface FromEscrowArgs extends Particulars {
  readonly escrow: Text;
  readonly member: Text;
  readonly amount: bigint;
}

/** Escrow → the member who won it. */
export function bountyPaid(args: FromEscrowArgs): Transfer {
  return fromEscrow("bounty_paid", "Bounty paid", args);
}

/** Escrow → the member who placed it. */
export function bountyReturned(args: FromEscrowArgs): Transfer {
  return fromEscrow("bounty_returned", "Bounty returned", args);
}

function fromEscrow(kind: TransferKind, reason: string, args: FromEscrowArgs): Transfer {
  const { escrow, member, amount, ...particulars } = args;
  return {
    kind,
    reason,
    ...particulars,
    legs: [
      { account: "escrow", owner: escrow, amount: -amount },
      { account: "member", owner: member, amount },
    ],
  };
}

/** Member → treasury: what is left in an account that is closed. */
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
 * @param args.payments one for each member, at most a few thousand
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

/** Pool of rewards → treasury: what rounding left. Cause: the day. */
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

/** External → suspense, under the id of the suspense item. Cause: signature and address. */
export function depositUnclaimed(args: Particulars & { readonly item: Text; readonly amount: bigint }): Transfer {
  const { item, amount, ...particulars } = args;
  return {
    kind: "deposit_unclaimed",
    reason: "SOL received that nobody is known to own",
    ...particulars,
    legs: [
      { account: "external", owner: EXTERNAL_OWNER, amount: -amount },
      { account: "suspense", owner: item, amount },
    ],
  };
}

/** Suspense → member, or the operator's float. */
export function suspenseResolved(
  args: Particulars & { readonly item: Text; readonly member: Text | null; readonly amount: bigint },
): Transfer {
  const { item, member, amount, ...particulars } = args;
  return {
    kind: member === null ? "float_recorded" : "suspense_assigned",
    reason: member === null ? "The operator's float" : "SOL received, assigned by an operator",
    ...particulars,
    legs: [
      { account: "suspense", owner: item, amount: -amount },
      member === null
        ? { account: "equity", owner: EQUITY_OWNER, amount }
        : { account: "member", owner: member, amount },
    ],
  };
}

/** External → the operator's float. Cause: the signature. */
export function floatFunded(args: Particulars & { readonly amount: bigint }): Transfer {
  const { amount, ...particulars } = args;
  return {
    kind: "float_funded",
    reason: "Float for network fees",
    ...particulars,
    legs: [
      { account: "external", owner: EXTERNAL_OWNER, amount: -amount },
      { account: "equity", owner: EQUITY_OWNER, amount },
    ],
  };
}

/** Member → hold, under the id of the withdrawal: amount and fee in one. */
export function withdrawalHeld(
  args: Particulars & { readonly hold: Text; readonly member: Text; readonly amount: bigint },
): Transfer {
  const { hold, member, amount, ...particulars } = args;
  return {
    kind: "withdrawal_held",
    reason: "Withdrawal",
    ...particulars,
    legs: [
      { account: "member", owner: member, amount: -amount },
      { account: "hold", owner: hold, amount },
    ],
  };
}

export interface NetworkFeeArgs extends Particulars {
  /** Owner of the hold: the withdrawal or sweep that the transaction is for. */
  readonly hold: Text;
  readonly networkFee: bigint;
}

/** Equity → hold, when a transaction is signed. Cause: its signature. */
export function networkFeeReserved(args: NetworkFeeArgs): Transfer {
  return networkFee("network_fee_reserved", "Set aside for the network's fee", args, -1n);
}

/** Hold → equity, when a signed transaction can no longer land. Cause: its signature. */
export function networkFeeReleased(args: NetworkFeeArgs): Transfer {
  return networkFee("network_fee_released", "The transaction never landed", args, 1n);
}

function networkFee(kind: TransferKind, reason: string, args: NetworkFeeArgs, direction: bigint): Transfer {
  const { hold, networkFee: fee, ...particulars } = args;
  return {
    kind,
    reason,
    ...particulars,
    legs: [
      { account: "equity", owner: EQUITY_OWNER, amount: direction * fee },
      { account: "hold", owner: hold, amount: -direction * fee },
    ],
  };
}

export interface WithdrawalSettledArgs extends Particulars {
  readonly hold: Text;
  /** What the destination received. */
  readonly netAmount: bigint;
  /** The platform's fee. */
  readonly fee: bigint;
  /** Set aside for the network when the transaction was signed. */
  readonly reserved: bigint;
  /** What the network took. */
  readonly networkFee: bigint;
}

/** Hold → external (net amount and network fee), treasury (fee), equity (what the network did not take). */
export function withdrawalSettled(args: WithdrawalSettledArgs): Transfer {
  const { hold, netAmount, fee, reserved, networkFee: taken, ...particulars } = args;
  return {
    kind: "withdrawal_settled",
    reason: "Withdrawal paid out",
    ...particulars,
    legs: present([
      { account: "hold", owner: hold, amount: -(netAmount + fee + reserved) },
      { account: "external", owner: EXTERNAL_OWNER, amount: netAmount + taken },
      { account: "treasury", owner: TREASURY_OWNER, amount: fee },
      { account: "equity", owner: EQUITY_OWNER, amount: reserved - taken },
    ]),
  };
}

export interface WithdrawalRefundedArgs extends Particulars {
  readonly hold: Text;
  readonly member: Text;
  /** Amount and fee. */
  readonly amount: bigint;
  /** Still set aside for the network: 0 when no transaction landed. */
  readonly reserved: bigint;
  /** What the network took for one that landed and failed: an expense of the operator. */
  readonly networkFee: bigint;
}

/** Hold → member (all that was held), and what the network took of the reserve → external, the rest → equity. */
export function withdrawalRefunded(args: WithdrawalRefundedArgs): Transfer {
  const { hold, member, amount, reserved, networkFee: taken, ...particulars } = args;
  return {
    kind: "withdrawal_refunded",
    reason: "Withdrawal given back",
    ...particulars,
    legs: present([
      { account: "hold", owner: hold, amount: -(amount + reserved) },
      { account: "member", owner: member, amount },
      { account: "external", owner: EXTERNAL_OWNER, amount: taken },
      { account: "equity", owner: EQUITY_OWNER, amount: reserved - taken },
    ]),
  };
}

/** Hold → external (the network's fee) and equity (the rest of the reserve), for a transaction between our own addresses. */
export function networkFeePaid(args: NetworkFeeArgs & { readonly reserved: bigint }): Transfer {
  const { hold, networkFee: taken, reserved, ...particulars } = args;
  return {
    kind: "network_fee_paid",
    reason: "Network fee",
    ...particulars,
    legs: present([
      { account: "hold", owner: hold, amount: -reserved },
      { account: "external", owner: EXTERNAL_OWNER, amount: taken },
      { account: "equity", owner: EQUITY_OWNER, amount: reserved - taken },
    ]),
  };
}

/** A leg of nothing is no leg. */
function present(legs: readonly Leg[]): readonly Leg[] {
  return legs.filter((leg) => leg.amount !== 0n);
}

const MAX_AMOUNT = 2n ** 63n - 1n;

/**
 * Refuses early what the database would refuse anyway, and what only this side knows: which accounts a kind touches.
 * @throws LedgerError `INVALID_TRANSFER`, `AMOUNT_OUT_OF_RANGE`
 */
export function checkTransfer(transfer: Transfer): void {
  const { from, to }: { from: readonly AccountKind[]; to: readonly AccountKind[] } = TRANSFER_KINDS[transfer.kind];
  let total = 0n;
  for (const { account, amount } of transfer.legs) {
    if (amount > MAX_AMOUNT || amount < -MAX_AMOUNT) {
      throw new LedgerError("AMOUNT_OUT_OF_RANGE", `${transfer.kind}: an amount is beyond a bigint`);
    }
    const allowed = amount > 0n ? to : from;
    if (amount === 0n || !allowed.includes(account)) {
      throw new LedgerError("INVALID_TRANSFER", `${transfer.kind}: no leg of ${amount} on ${account}`);
    }
    total += amount;
  }
  if (transfer.legs.length < 2 || total !== 0n) {
    throw new LedgerError("INVALID_TRANSFER", `${transfer.kind}: the legs sum to ${total}`);
  }
}
