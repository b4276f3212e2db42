import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";

/** Whether the member has frozen the account. */
export async function isFrozen(db: Kysely<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`select from security_holds where user_id = ${member} and cause = 'frozen'`.execute(db);
  return rows.length > 0;
}

/** Holds all of the member's withdrawals until {@link endFreeze}. Needs `lockPayouts`. @returns false if they are frozen already */
export async function freezeHold(trx: Transaction<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`
    insert into security_holds (user_id, cause, until) values (${member}, 'frozen', 'infinity')
    on conflict do nothing returning cause`.execute(trx);
  return rows.length > 0;
}

/** Ends the member's freeze. Needs `lockPayouts`. @returns whether there was one */
export async function endFreeze(trx: Transaction<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`
    delete from security_holds where user_id = ${member} and cause = 'frozen' returning cause`.execute(trx);
  return rows.length > 0;
}
