import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { ImportContext } from "../context.ts";
import { lookForFile } from "../dump.ts";
import { actOf, isVersion } from "../history/acts.ts";
import { timeOf } from "../text.ts";
import { batchesOf } from "./batches.ts";
import type { Verification } from "./verification.ts";

/** Checks the number of versions of each edited question and answer, up to the last one in the dump. */
export async function verifyHistory(db: Database, folder: string, { source }: ImportContext): Promise<Verification> {
  const path = lookForFile(folder, "PostHistory.xml");
  if (!path) return { checked: [], differences: [] };
  await sql`create temp table dump_acts (external_id text, act text, at timestamptz, primary key (external_id, act))`.execute(
    db,
  );
  try {
    for await (const rows of batchesOf(path)) {
      const acts = rows.flatMap((row) => {
        const at = timeOf(row.CreationDate);
        const isEmpty = !["3", "6", "9"].includes(row.PostHistoryTypeId ?? "") && (row.Text ?? "").trim() === "";
        return isVersion(row.PostHistoryTypeId) && at && !isEmpty ? [{ id: row.PostId, act: actOf(row), at }] : [];
      });
      await sql`
        insert into dump_acts select distinct on (id, act) id, act, at
        from json_to_recordset(${JSON.stringify(acts)}::json) as r (id text, act text, at timestamptz)
        where id is not null on conflict do nothing`.execute(db);
    }
    const { rows } = await sql<{ external_id: string; n: number; here: number }>`
      select d.external_id, d.n, (
        select count(*)::int from revisions r where r.target_id = m.id and r.created_at <= d.last) as here
      from (
        select external_id, count(*)::int as n, max(at) as last from dump_acts group by external_id having count(*) > 1
      ) as d
      join import_map m on m.source = ${source} and m.external_id = d.external_id and m.kind in ('question', 'answer')
      order by d.external_id`.execute(db);
    const versions = rows.reduce((sum, { n }) => sum + n, 0);
    const differences = rows
      .filter(({ n, here }) => n !== here)
      .map(({ external_id, n, here }) => `post ${external_id}: ${n} versions in the dump, ${here} on the platform`);
    return {
      checked: [`${versions} versions of ${rows.length} questions and answers that were edited`],
      differences,
    };
  } finally {
    await sql`drop table dump_acts`.execute(db);
  }
}
