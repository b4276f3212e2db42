import type { Expression } from "kysely";
import { LedgerError } from "./errors.ts";
import { type AccountKind, TRANSFER_KINDS, type TransferKind } from "./kinds.ts";

/** A value, or SQL that returns it if the transfer is part of a larger statement (see {@link postSql}). */
export type Text = string | Expression<string>;

/**
 * One line of a transfer: a positive amount is a credit, a negative one a debit. Base units (docs/DECISIONS.md 1.1).
 */
export interface Leg {
  readonly account: AccountKind;
  readonly owner: Text;
  readonly amount: bigint;
}

export interface Transfer {
  readonly kind: TransferKind;
  /** What causes this transfer, such as the id of a bounty or a signature. One transfer per kind and cause. */
  readonly cause: Text;
  /**
   * Names one attempt of the caller: the same key again means the same transfer. Without one, kind and cause are the
   * key.
   */
  readonly idempotencyKey?: Text;
  /** One sentence for people who read the books. */
  readonly reason: string;
  /** Ids of what the transfer is about, by name. */
  readonly refs?: Readonly<Record<string, Text>>;
  readonly legs: readonly Leg[];
}

/** What every transfer needs in addition to its parties and amounts. */
export type Particulars = Pick<Transfer, "cause" | "idempotencyKey" | "refs"> & { readonly reason?: string };

/** Drops legs with an amount of zero. */
export function present(legs: readonly Leg[]): readonly Leg[] {
  return legs.filter((leg) => leg.amount !== 0n);
}

const MAX_AMOUNT = 2n ** 63n - 1n;

/**
 * Refuses early what the database would refuse anyway, and what only this side can check: which accounts a kind may
 * touch.
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
