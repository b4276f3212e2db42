import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { type ImportContext, Skip } from "../context.ts";
import { lookForFile } from "../dump.ts";
import { commentsStage } from "../stages/comments.ts";
import { batchesOf } from "./batches.ts";
import type { Verification } from "./verification.ts";

/** Checks that each comment exists, in the right thread and with its score. */
export async function verifyComments(db: Database, folder: string, context: ImportContext): Promise<Verification> {
  const path = lookForFile(folder, "Comments.xml");
  if (!path) return { checked: [], differences: [] };
  const differences: string[] = [];
  let expected = 0;
  for await (const rows of batchesOf(path)) {
    const comments = rows.flatMap((row) => {
      const comment = commentsStage.prepare(row, context);
      return comment === null || comment instanceof Skip
        ? []
        : [{ id: comment.externalId, parent: comment.parentId, score: comment.upvotes }];
    });
    const found = await sql<{ id: string; score: number; here: number | null; inThread: boolean | null }>`
      select r.id, r.score, case when c.id is not null then coalesce(b.upvotes - b.downvotes, 0) end as here,
             c.post_id = coalesce(a.post_id, p.id) as "inThread"
      from json_to_recordset(${JSON.stringify(comments)}::json) as r (id text, parent text, score integer)
      join import_map p on p.source = ${context.source} and p.kind in ('question', 'answer') and p.external_id = r.parent
      left join answers a on a.id = p.id
      left join import_map m on m.source = ${context.source} and m.kind = 'comment' and m.external_id = r.id
      left join comments c on c.id = m.id
      left join vote_bases b on b.target_id = c.id`.execute(db);
    expected += found.rows.length;
    for (const { id, score, here, inThread } of found.rows) {
      if (here === null) differences.push(`comment ${id} is missing`);
      else if (inThread !== true) differences.push(`comment ${id} is in another thread`);
      else if (here !== score)
        differences.push(`comment ${id}: its score is ${score} in the dump, ${here} on the platform`);
    }
  }
  return {
    checked: [`${expected - differences.length} of ${expected} comments, each in its thread with its score`],
    differences,
  };
}
