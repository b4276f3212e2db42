import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** Locks a member before their factors: a sign-in of the member waits for it, and it for a sign-in under way. */
export async function lockMember(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
}
