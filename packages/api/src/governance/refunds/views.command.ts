import { sql } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import type { RequestRow } from "./refunds.sql.ts";

/**
 * Records when a member first saw other members' open requests, once each; the review time counts from then. This is
 * the one write of a GET (docs/DECISIONS.md §6 Refunds): one statement, and none when nothing is new. If the write
 * fails, the reader still gets a response and may have to wait longer to vote.
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
    // The next read records it.
  }
  return new Set(fresh);
}
