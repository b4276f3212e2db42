import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";

/**
 * Books SOL at a deposit address, where it stays until it is swept. An earlier check of the address didn't see it.
 * @param arrived.amount lamports, which a transaction at this slot brought
 */
export async function bookAtAddress(
  trx: Transaction<DB>,
  { address, amount }: { readonly address: string; readonly amount: bigint },
  slot: bigint,
): Promise<void> {
  await sql`
    update wallets set booked = booked + ${amount.toString()}::bigint,
      seen = seen + case when seen_slot < ${slot.toString()}::bigint then ${amount.toString()}::bigint else 0 end
     where address = ${address}`.execute(trx);
}
