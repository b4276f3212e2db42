import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { ImportContext } from "../context.ts";
import { findFile, lookForFile } from "../dump.ts";
import { batchesOf } from "./batches.ts";
import type { Verification } from "./verification.ts";

interface Compared {
  readonly external_id: string;
  readonly score: number;
  readonly ups: number;
  readonly downs: number;
  /** The platform's counts, without votes that members have cast here since. */
  readonly here_up: number;
  readonly here_down: number;
}

/**
 * Checks scores of questions and answers, and the votes behind them. If Votes.xml doesn't add up to the score, because votes were
 * removed for example, the score wins and the smaller side is what the file says.
 */
export async function verifyScores(db: Database, folder: string, { source }: ImportContext): Promise<Verification> {
  const votes = lookForFile(folder, "Votes.xml");
  await sql`create temp table dump_scores (external_id text primary key, score integer, ups integer, downs integer)`.execute(
    db,
  );
  try {
    for await (const rows of batchesOf(findFile(folder, "Posts.xml"))) {
      const scores = rows.flatMap(({ Id: id, PostTypeId: type, Score: score }) =>
        type === "1" || type === "2" ? [{ id, score: Math.trunc(Number(score ?? 0)) || 0 }] : [],
      );
      await sql`
        insert into dump_scores select r.id, r.score, 0, 0
        from json_to_recordset(${JSON.stringify(scores)}::json) as r (id text, score bigint)
        where abs(r.score) < 2000000000 on conflict do nothing`.execute(db);
    }
    for await (const rows of votes ? batchesOf(votes) : []) {
      const cast = rows.flatMap(({ PostId: id, VoteTypeId: type }) =>
        type === "2" || type === "3" ? [{ id, ups: type === "2" ? 1 : 0 }] : [],
      );
      await sql`
        update dump_scores d set ups = d.ups + v.ups, downs = d.downs + v.downs from (
          select id, sum(ups)::int as ups, sum(1 - ups)::int as downs
          from json_to_recordset(${JSON.stringify(cast)}::json) as r (id text, ups integer) group by id
        ) as v where d.external_id = v.id`.execute(db);
    }
    const { rows } = await sql<Compared>`
      select d.*, coalesce(b.upvotes, 0) as here_up, coalesce(b.downvotes, 0) as here_down
      from dump_scores d
      join import_map m on m.source = ${source} and m.external_id = d.external_id and m.kind in ('question', 'answer')
      left join vote_bases b on b.target_id = m.id
      where coalesce(b.upvotes, 0) - coalesce(b.downvotes, 0) <> d.score
         or (${votes !== null} and least(coalesce(b.upvotes, 0), coalesce(b.downvotes, 0)) <>
             case when d.score >= 0 then d.downs else d.ups end)
      order by d.external_id`.execute(db);
    const { rows: sums } = await sql<{ n: string; odd: string }>`
      select count(*) as n, count(*) filter (where d.ups - d.downs <> d.score) as odd
      from dump_scores d
      join import_map m on m.source = ${source} and m.external_id = d.external_id and m.kind in ('question', 'answer')`.execute(
      db,
    );
    const n = Number(sums[0]?.n ?? 0);
    const odd = votes ? Number(sums[0]?.odd ?? 0) : 0;
    const wins = odd > 0 ? ` (in ${odd} the votes add up to something else: the score wins)` : "";
    return { checked: [`${n - rows.length} of ${n} scores${wins}`], differences: rows.map(describe) };
  } finally {
    await sql`drop table dump_scores`.execute(db);
  }
}

function describe({ external_id, score, here_up, here_down, ups, downs }: Compared): string {
  if (here_up - here_down !== score)
    return `post ${external_id}: its score is ${score} in the dump, ${here_up - here_down} on the platform`;
  return `post ${external_id}: ${ups} votes up and ${downs} down in the dump, ${here_up} and ${here_down} on the platform`;
}
