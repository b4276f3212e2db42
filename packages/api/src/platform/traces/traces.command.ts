import { DAY_MS, TIES, type Trace } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** Records that a member used these networks, devices or wallets. Writes a known one again only after an hour. */
export async function noteTraces(db: Kysely<DB>, member: string, traces: readonly Trace[], at: Date): Promise<void> {
  if (traces.length === 0) return;
  const [kinds, values] = [traces.map(({ kind }) => kind), traces.map(({ value }) => value)];
  await sql`
    insert into account_traces as t (user_id, kind, trace, seen_at)
    select distinct ${member}::bigint, kind, trace, ${at}::timestamptz
      from unnest(${kinds}::text[], ${values}::text[]) as given (kind, trace) order by kind, trace
    on conflict (user_id, kind, trace) do update set seen_at = excluded.seen_at
     where t.seen_at < excluded.seen_at - interval '1 hour'`.execute(db);
}

/** Removes what hasn't been seen for longer than any decision asks for, and marks of networks and wallets that nobody uses any more. */
export async function removeOldTraces(db: Kysely<DB>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TIES.keptDays * DAY_MS);
  await db.deleteFrom("account_traces").where("seen_at", "<", before).execute();
  // The address of a network or a wallet may be someone else's by now.
  await sql`
    delete from public_traces p where created_at < ${before}
       and not exists (select from account_traces t where t.kind = p.kind and t.trace = p.trace)`.execute(db);
}
