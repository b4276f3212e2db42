import { EQUITY_OWNER, EXTERNAL_OWNER, type TransferKind } from "../kinds.ts";
import { type Particulars, present, type Text, type Transfer } from "../transfer.ts";

export interface NetworkFeeArgs extends Particulars {
  /** Owner of the hold: the withdrawal, sweep, or nonce account that the transaction is for. */
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

/**
 * Hold → external (the network fee) and equity (the rest of the reserve), for a transaction between our own addresses.
 */
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

/** Equity → external: the fee of what the operator signed with a cold wallet's key. Cause: its signature. */
export function coldFeePaid(args: Particulars & { readonly networkFee: bigint }): Transfer {
  const { networkFee: fee, ...particulars } = args;
  return {
    kind: "cold_fee_paid",
    reason: "Network fee of the cold wallet",
    ...particulars,
    legs: [
      { account: "equity", owner: EQUITY_OWNER, amount: -fee },
      { account: "external", owner: EXTERNAL_OWNER, amount: fee },
    ],
  };
}
