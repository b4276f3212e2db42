import type { Database } from "@bbux/db";
import { sql } from "kysely";

/**
 * Takes or prolongs a lease: one holder at a time, and who has died is succeeded when it runs out. By the database's
 * clock, so that processes need not agree on theirs. It saves work; nothing is right only because of it.
 * @returns whether it is held now
 */
export async function holdLease(db: Database, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ holder: string }>`
    insert into leases as l (name, holder, expires_at) values (${name}, ${holder}, now() + ${seconds} * interval '1 second')
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where l.holder = excluded.holder or l.expires_at < now()
    returning holder`.execute(db);
  return rows.length > 0;
}

/** Lets go of a lease, so that nobody has to wait for it. */
export async function letGoOfLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}
