import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { type ImportContext, Skip } from "../context.ts";
import { lookForFile } from "../dump.ts";
import { linksStage } from "../stages/links.ts";
import { batchesOf } from "./batches.ts";
import type { Verification } from "./verification.ts";

/** Checks each link between two questions of the dump. */
export async function verifyLinks(db: Database, folder: string, context: ImportContext): Promise<Verification> {
  const path = lookForFile(folder, "PostLinks.xml");
  if (!path) return { checked: [], differences: [] };
  const differences: string[] = [];
  let expected = 0;
  for await (const rows of batchesOf(path)) {
    const links = rows.flatMap((row) => {
      const link = linksStage.prepare(row, context);
      return link === null || link instanceof Skip ? [] : [link];
    });
    const found = await sql<{ from: string; to: string; kind: string; isThere: boolean }>`
      select r.from, r.to, r.kind, l.post_id is not null as "isThere"
      from json_to_recordset(${JSON.stringify(links)}::json) as r ("from" text, "to" text, kind text)
      join import_map p on p.source = ${context.source} and p.kind = 'question' and p.external_id = r.from
      join import_map q on q.source = ${context.source} and q.kind = 'question' and q.external_id = r.to
      left join post_links l on l.post_id = p.id and l.related_post_id = q.id and l.kind = r.kind`.execute(db);
    expected += found.rows.length;
    for (const { from, to, kind, isThere } of found.rows) {
      if (!isThere) differences.push(`question ${from} is not ${kind} to question ${to}`);
    }
  }
  return { checked: [`${expected - differences.length} of ${expected} links between questions`], differences };
}
