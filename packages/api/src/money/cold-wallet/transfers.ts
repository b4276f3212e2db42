import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** Less than this isn't worth the network's fee, and a new account couldn't hold much less; in lamports. */
const LEAST_MOVE = 10_000_000n;
/** After a move that didn't work, the next one waits. */
const REST = sql`interval '2 minutes'`;

/**
 * Plans a move to the current cold wallet, unless one is open.
 * @param lamports nothing is planned when it isn't worth it
 * @returns whether one is open now
 */
export async function planColdTransfer(db: Database, lamports: bigint, at: Date): Promise<boolean> {
  if (lamports >= LEAST_MOVE) {
    await sql`
      insert into cold_transfers (address, amount, created_at, updated_at)
      select address, ${lamports.toString()}::bigint, ${at}, ${at} from cold_wallets
       where is_current and not exists (
         select from cold_transfers where state = 'GIVEN_UP' and updated_at > ${at}::timestamptz - ${REST})
      on conflict do nothing`.execute(db);
  }
  const { rows } = await sql`select from cold_transfers where state = 'OPEN'`.execute(db);
  return rows.length > 0;
}

/** Gives up a planned move of which nothing is signed. */
export async function giveUpUnsigned(
  { db, databaseNow }: Pick<Services, "db" | "databaseNow">,
  id: string,
): Promise<void> {
  const at = await databaseNow();
  await db.transaction().execute(async (trx) => {
    // Locked first: who signs it locks it, too.
    await sql`select from cold_transfers where id = ${id} for no key update`.execute(trx);
    await sql`
      update cold_transfers c set state = 'GIVEN_UP', updated_at = ${at}
       where id = ${id} and state = 'OPEN' and not exists (
         select from payment_attempts p where p.cold_transfer_id = c.id and p.state in ('SIGNED', 'SENT', 'REPLACED'))`.execute(
      trx,
    );
  });
}

/** Ends a move, under its lock. @returns where it went */
export async function endColdTransfer(
  trx: Transaction<DB>,
  id: string,
  state: "DONE" | "GIVEN_UP",
  at: Date,
): Promise<{ readonly address: string }> {
  return trx
    .updateTable("cold_transfers")
    .set({ state, updated_at: at })
    .where("id", "=", id)
    .returning("address")
    .executeTakeFirstOrThrow();
}
