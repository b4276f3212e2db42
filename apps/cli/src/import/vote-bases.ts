import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Votes that came without voters. The counters of what they are on already include them. */
export interface VoteBase {
  readonly id: string | undefined;
  readonly upvotes: number;
  readonly downvotes: number;
}

/** Stores the base counts of imported rows, in the transaction that writes those rows. */
export async function insertVoteBases(
  db: Database,
  kind: "post" | "answer" | "comment",
  rows: readonly VoteBase[],
): Promise<void> {
  const bases = rows.filter(({ upvotes, downvotes }) => upvotes > 0 || downvotes > 0);
  if (bases.length === 0) return;
  await sql`
    insert into vote_bases (target_id, target_kind, upvotes, downvotes)
    select id, ${kind}, upvotes, downvotes
    from json_to_recordset(${JSON.stringify(bases)}::json) as r (id bigint, upvotes integer, downvotes integer)`.execute(
    db,
  );
}
