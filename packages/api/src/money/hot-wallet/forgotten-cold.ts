import { type ChainTransaction, isColdNote } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Forgotten, moved, noteIn } from "./forgotten.ts";
import { payeeOf } from "./lost-withdrawal.ts";

/**
 * A move to a cold wallet: its note says that it is one, and the wallet received exactly what the note names.
 * @returns `later` when another one of these books has to end first; null when it isn't one
 */
export async function asColdTransfer(
  trx: Transaction<DB>,
  services: Pick<Services, "now" | "platformWallet">,
  transaction: ChainTransaction,
): Promise<Forgotten | "later" | null> {
  const note = noteIn(services, transaction);
  const lamports = -moved(services, transaction);
  if (!note || !isColdNote(note) || note.amount !== lamports) return null;
  const address = payeeOf(services, transaction, lamports);
  if (address === null) return null;
  const { fee } = transaction;
  // One that became the cold wallet since the backup: all that ever moved there is read.
  await sql`
    insert into cold_wallets (address, is_current, since_slot) values (${address}, false, 0) on conflict do nothing`.execute(
    trx,
  );
  const at = services.now();
  // Locked first, because a statement that waited for it wouldn't see what another worker has stored since.
  await sql`select from cold_transfers where state = 'OPEN' for no key update`.execute(trx);
  // Planned in these books, too, and never signed; or made anew.
  const { rows } = await sql<{ id: string; same: boolean; signed: boolean }>`
    select id::text, (reference, address, amount) = (${note.reference}::uuid, ${address}, ${lamports.toString()}::bigint) as same, exists (
             select from payment_attempts p where p.cold_transfer_id = c.id and p.state in ('SIGNED', 'SENT', 'REPLACED')) as signed
      from cold_transfers c where state = 'OPEN'`.execute(trx);
  const [planned] = rows;
  if (planned?.signed) return "later";
  if (planned?.same) return { column: "cold_transfer_id", id: planned.id, lamports, cost: fee };
  if (planned) {
    await trx
      .updateTable("cold_transfers")
      .set({ state: "GIVEN_UP", updated_at: at })
      .where("id", "=", planned.id)
      .execute();
  }
  const made = await sql<{ id: string }>`
    insert into cold_transfers (reference, address, amount, created_at, updated_at)
    values (${note.reference}, ${address}, ${lamports.toString()}, ${at}, ${at})
    on conflict (reference) do nothing returning id::text`.execute(trx);
  const [row] = made.rows;
  return row ? { column: "cold_transfer_id", id: row.id, lamports, cost: fee } : null;
}
