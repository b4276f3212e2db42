import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Votes that came without voters. What they are on has them in its counters already. */
export interface VoteBase {
  readonly id: string | undefined;
  readonly upvotes: number;
  readonly downvotes: number;
}

/** Keeps where the counters of imported rows start from, in the transaction that writes those. */
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
