import type { Parameters } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";

/** Parameters that are fees, which the public log states. */
export const FEES = ["bountyFee", "withdrawalFee"] as const satisfies readonly (keyof Parameters)[];
export type FeeName = (typeof FEES)[number];

/**
 * Returns a fee in basis points, as it is in force until the caller's transaction ends. If the public log states another
 * fee or none, a line that states this one is written first, so that anyone can check every fee taken (docs/adr/0018).
 */
export async function feeInForce(trx: Transaction<DB>, defaults: Parameters, name: FeeName): Promise<bigint> {
  const { rows } = await sql<{ fee: string }>`
    select fee_in_force(${name}, ${defaults[name].toString()}::bigint)::text as fee`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`There is no ${name}`);
  return BigInt(row.fee);
}
