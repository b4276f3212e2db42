import { sql } from "kysely";
import type { MemberContext } from "../../context.ts";
import type { RequestRow } from "./refunds.sql.ts";

/**
 * Notes when a member first saw requests that they might vote on: open ones of others, one row each, once. The review time
 * counts from then. This is the one thing that a GET writes (DECISIONS §6 Refunds), in one statement, and nothing when
 * there is nothing new; a reader is answered even when it cannot be written, and may then vote later than they might have.
 * @returns the ids of requests that were new to the member
 */
export async function notePresented(
  { db, viewer }: Pick<MemberContext, "db" | "viewer">,
  rows: readonly RequestRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const fresh = rows
    .filter((row) => row.status === "PENDING" && row.user_id !== viewer.id && row.first_seen_at === null)
    .map(({ id }) => id);
  if (fresh.length === 0) return new Set();
  try {
    await sql`
      insert into refund_views (request_id, viewer_id, first_seen_at)
      select id, ${viewer.id}::bigint, ${now}::timestamptz from unnest(${fresh}::bigint[]) as id order by id
      on conflict do nothing`.execute(db);
  } catch {
    // The next look notes it.
  }
  return new Set(fresh);
}
