import { TREASURY_OWNER, type TransferKind } from "../kinds.ts";
import type { Leg, Particulars, Text, Transfer } from "../transfer.ts";

export interface BountyPlacedArgs extends Particulars {
  readonly member: Text;
  /** Owner of the escrow: the id of the post that carries the bounty. */
  readonly escrow: Text;
  readonly amount: bigint;
  /** In addition to the amount, computed by the caller; no leg if it is 0. */
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

/** Why a bounty is paid, unless another reason is given. */
export const BOUNTY_ACCEPTED = "Bounty paid";

/** Escrow → the member who won it. */
export function bountyPaid(args: FromEscrowArgs): Transfer {
  return fromEscrow("bounty_paid", BOUNTY_ACCEPTED, args);
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
