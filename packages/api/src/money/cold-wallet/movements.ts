import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** Something that changed what a cold wallet holds by the books. Amounts in lamports. */
export interface Movement {
  readonly address: string;
  /** Signed. */
  readonly amount: bigint;
  readonly slot: bigint;
  readonly at: Date;
  /** Null for a correction. */
  readonly signature: string | null;
  readonly cause:
    | { readonly kind: "transfer"; readonly transfer: string }
    | {
        readonly kind: "return";
        readonly fee: bigint;
        readonly deposit: { readonly address: string; readonly amount: bigint } | null;
        /** Went to somebody else, and isn't part of the amount. */
        readonly lost: bigint;
      }
    | { readonly kind: "moved" }
    | { readonly kind: "arrival" | "opening"; readonly item: string }
    | { readonly kind: "correction"; readonly correction: string };
}

/** Books a movement, once per signature and address. @returns false when it was booked already */
export async function bookMovement(trx: Transaction<DB>, movement: Movement): Promise<boolean> {
  const { address, amount, slot, at, signature, cause } = movement;
  const row = await trx
    .insertInto("cold_movements")
    .values({
      address,
      kind: cause.kind,
      amount: amount.toString(),
      signature,
      slot: slot.toString(),
      created_at: at,
      ...(cause.kind === "transfer" && { cold_transfer_id: cause.transfer }),
      ...(cause.kind === "return" && {
        fee: cause.fee.toString(),
        lost: cause.lost.toString(),
        deposit_address: cause.deposit?.address ?? null,
        deposit_amount: (cause.deposit?.amount ?? 0n).toString(),
      }),
      ...("item" in cause && { suspense_id: cause.item }),
      ...(cause.kind === "correction" && { correction_id: cause.correction }),
    })
    .onConflict((conflict) => conflict.columns(["signature", "address"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Books what a move brought to a cold wallet. */
export async function moveToCold(
  trx: Transaction<DB>,
  move: { readonly transfer: string } & Pick<Movement, "address" | "amount" | "slot" | "at" | "signature">,
): Promise<void> {
  const { transfer, ...rest } = move;
  await bookMovement(trx, { ...rest, cause: { kind: "transfer", transfer } });
}

export interface ColdWallet {
  readonly address: string;
  /** Where moves go now. */
  readonly isCurrent: boolean;
  /** Lamports by the books. */
  readonly booked: bigint;
}

/** Returns the cold wallets that count: the current one, and earlier ones that hold anything by the books. */
export async function coldWallets(db: Services["db"]): Promise<readonly ColdWallet[]> {
  const { rows } = await sql<{ address: string; is_current: boolean; booked: string }>`
    select address, is_current, booked::text from cold_wallets
     where is_current or booked <> 0 order by is_current desc, created_at`.execute(db);
  return rows.map(({ address, is_current, booked }) => ({ address, isCurrent: is_current, booked: BigInt(booked) }));
}

/** Returns what cold wallets hold by the books, and which do. */
export async function coldHoldings(
  db: Services["db"],
): Promise<{ readonly total: bigint; readonly holders: readonly ColdWallet[] }> {
  const holders = (await coldWallets(db)).filter(({ booked }) => booked > 0n);
  return { total: holders.reduce((sum, { booked }) => sum + booked, 0n), holders };
}
