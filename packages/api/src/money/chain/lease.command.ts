import type { Database } from "@bbux/db";
import { sql } from "kysely";

/**
 * Takes or renews a lease: it has one holder at a time, and a dead holder is replaced when it expires. Uses the
 * database's clock, so the processes' clocks don't have to agree. A lease saves work; correctness doesn't depend on it.
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

/** Releases a lease, so no one has to wait for it. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}
