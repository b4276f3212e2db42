import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { z } from "zod";
import { type Counts, noCounts } from "./context.ts";

const tally = z.record(z.string(), z.number());
const counts = z.object({ imported: tally, present: tally, skipped: tally, noted: tally });

export interface StageProgress {
  /** The fingerprint of the file that was read. */
  readonly file: string;
  readonly rowsDone: number;
  readonly finished: boolean;
  readonly counts: Counts;
}

/** A stage's progress with this exact file; zero for any other file. */
export async function loadProgress(db: Database, source: string, stage: string, file: string): Promise<StageProgress> {
  const { rows } = await sql<{ rows_done: string; finished: boolean; counts: unknown }>`
    select rows_done, finished, counts from import_progress
    where source = ${source} and stage = ${stage} and file = ${file}
  `.execute(db);
  const row = rows[0];
  if (!row) return { file, rowsDone: 0, finished: false, counts: noCounts() };
  return { file, rowsDone: Number(row.rows_done), finished: row.finished, counts: counts.parse(row.counts) };
}

export async function saveProgress(
  db: Database,
  source: string,
  stage: string,
  progress: StageProgress,
): Promise<void> {
  await sql`
    insert into import_progress (source, stage, file, rows_done, finished, counts)
    values (${source}, ${stage}, ${progress.file}, ${progress.rowsDone}, ${progress.finished}, ${JSON.stringify(progress.counts)})
    on conflict (source, stage) do update set file = excluded.file, rows_done = excluded.rows_done,
      finished = excluded.finished, counts = excluded.counts, updated_at = now()
  `.execute(db);
}
