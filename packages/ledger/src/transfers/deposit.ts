import { EQUITY_OWNER, EXTERNAL_OWNER } from "../kinds.ts";
import type { Particulars, Text, Transfer } from "../transfer.ts";

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

/** Equity → external: less SOL is on the chain than the books say. Cause: the id of the correction. */
export function lossRecorded(args: Particulars & { readonly amount: bigint }): Transfer {
  return correction("loss_recorded", "A loss, made up from the operator's float", args, 1n);
}

/** External → equity: more SOL is on the chain than the books say. Cause: the id of the correction. */
export function gainRecorded(args: Particulars & { readonly amount: bigint }): Transfer {
  return correction("gain_recorded", "A gain, recorded as the operator's float", args, -1n);
}

function correction(
  kind: "loss_recorded" | "gain_recorded",
  reason: string,
  args: Particulars & { readonly amount: bigint },
  direction: bigint,
): Transfer {
  const { amount, ...particulars } = args;
  return {
    kind,
    reason,
    ...particulars,
    legs: [
      { account: "external", owner: EXTERNAL_OWNER, amount: direction * amount },
      { account: "equity", owner: EQUITY_OWNER, amount: -direction * amount },
    ],
  };
}
