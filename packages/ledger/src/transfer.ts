import type { Expression } from "kysely";
import { LedgerError } from "./errors.ts";
import { type AccountKind, EXTERNAL_OWNER, TRANSFER_KINDS, TREASURY_OWNER, type TransferKind } from "./kinds.ts";

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
