import { EQUITY_OWNER, EXTERNAL_OWNER, TREASURY_OWNER } from "../kinds.ts";
import { type Particulars, present, type Text, type Transfer } from "../transfer.ts";

/** Member → hold, under the id of the withdrawal: amount and fee together. */
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

export interface WithdrawalSettledArgs extends Particulars {
  readonly hold: Text;
  /** What the destination received. */
  readonly netAmount: bigint;
  /** The platform's fee. */
  readonly fee: bigint;
  /** Reserved for the network when the transaction was signed. */
  readonly reserved: bigint;
  /** The network fee. */
  readonly networkFee: bigint;
}

/** Hold → external (net amount and network fee), treasury (fee), equity (what the network didn't take). */
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
  /** Still reserved for the network: 0 when no transaction landed. */
  readonly reserved: bigint;
  /** The network fee of a transaction that landed and failed, which the operator pays. */
  readonly networkFee: bigint;
}

/** Hold → member (everything held); from the reserve, the network fee → external and the rest → equity. */
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
