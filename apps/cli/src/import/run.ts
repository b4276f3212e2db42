import { statSync } from "node:fs";
import { type Database, type Lease, LeaseBusy, withLease } from "@bbux/db";
import { sql } from "kysely";
import { add, type Counts, type ImportContext, noCounts, Skip, type Stage } from "./context.ts";
import { DumpError, findFile, fingerprint, lookForFile, readRows } from "./dump.ts";
import type { ProgressSink } from "./progress.ts";
import { loadProgress, type StageProgress, saveProgress } from "./progress-store.ts";
import { stages } from "./stages/index.ts";

const BATCH = 500;

export interface StageResult {
  readonly label: string;
  readonly rows: number;
  readonly counts: Counts;
}

/**
 * Imports a dump into the platform, stage by stage. Each batch is one transaction with the content, its source, and the stage's
 * progress. So a killed import resumes where it was, and repeating a finished one changes nothing.
 * @throws DumpError
 */
export async function importDump(
  db: Database,
  folder: string,
  context: ImportContext,
  progress: ProgressSink,
): Promise<StageResult[]> {
  // Checked before anything is written: a folder that lacks a file is a mistake, not half an import.
  for (const stage of stages) if (!stage.missing) findFile(folder, stage.file);
  return alone(db, context.source, async (lease) => {
    const writer = { db, lease };
    const results: StageResult[] = [];
    for (const stage of stages) {
      const path = lookForFile(folder, stage.file);
      results.push(path ? await runStage(writer, path, stage, context, progress) : withoutFile(stage));
    }
    if (results.some(({ counts }) => Object.keys(counts.imported).length > 0)) {
      await sql`
        analyze users, tags, posts, post_tags, answers, comments, vote_bases, revisions, post_links, import_map`.execute(
        db,
      );
    }
    return results;
  });
}

/** Longer than the lease of an import that was killed. */
const WAIT_MS = 20_000;

/** Two concurrent imports of one dump would wait for each other's rows, so the second is turned away with a message. */
async function alone<T>(db: Database, source: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  try {
    return await withLease(db, `import ${source}`, work, { waitMs: WAIT_MS });
  } catch (error) {
    if (error instanceof LeaseBusy) throw new DumpError(`An import of ${source} is under way already`);
    throw error;
  }
}

/** What an import writes with: each batch only as long as no other import has taken over. */
interface Writer {
  readonly db: Database;
  readonly lease: Lease;
}

/** A dump doesn't have to contain this file. */
function withoutFile({ label, file, missing }: Stage<unknown>): StageResult {
  return {
    label,
    rows: 0,
    counts: { ...noCounts(), noted: { [`file that the dump lacks: ${file}, so ${missing}`]: 1 } },
  };
}

async function runStage<Item>(
  writer: Writer,
  path: string,
  stage: Stage<Item>,
  context: ImportContext,
  progress: ProgressSink,
): Promise<StageResult> {
  const start = await loadProgress(writer.db, context.source, stage.name, await fingerprint(path));
  progress.begin(stage.label, statSync(path).size);
  let state: StageProgress = start;
  let row = 0;
  let counts = start.counts;
  let items: Item[] = [];
  const flush = async (finished: boolean) => {
    const batch = items;
    items = [];
    counts = await writeBatch(writer, stage, batch, context, counts, async (trx, so) => {
      if (finished) await stage.finish?.(trx, context, so);
      await saveProgress(trx, context.source, stage.name, { file: start.file, rowsDone: row, finished, counts: so });
    });
    state = { ...state, rowsDone: row, finished };
  };

  if (!start.finished) {
    if (start.rowsDone === 0) await write(writer, async (trx) => stage.begin?.(trx, context));
    for await (const chunk of readRows(path)) {
      for (const attributes of chunk.rows) {
        row += 1;
        if (row <= start.rowsDone) continue;
        const item = stage.prepare(attributes, context);
        if (item instanceof Skip) add(counts.skipped, item.reason);
        else if (item !== null) items.push(item);
        if (items.length >= BATCH) await flush(false);
      }
      if (row > start.rowsDone) progress.update(chunk.bytes, row);
    }
    await flush(true);
  }
  progress.end(state.rowsDone);
  return { label: stage.label, rows: state.rowsDone, counts };
}

const write = <T>({ db, lease }: Writer, work: (trx: Database) => Promise<T>) => lease.write(db, work);

/** Data that PostgreSQL rejects, as opposed to a lost connection. */
const BAD_DATA = /^(22|23|54)/;

/**
 * Writes a batch in one transaction. If PostgreSQL rejects it because of a row, it retries with the halves, and so on down to
 * that row, which is skipped with PostgreSQL's message: one odd row must not end an import of millions.
 * @returns the counts including the batch
 */
async function writeBatch<Item>(
  writer: Writer,
  stage: Stage<Item>,
  items: readonly Item[],
  context: ImportContext,
  counts: Counts,
  save: (trx: Database, counts: Counts) => Promise<void>,
): Promise<Counts> {
  try {
    return await write(writer, async (trx) => {
      const now = structuredClone(counts);
      if (items.length > 0) await stage.write(trx, items, context, now);
      await save(trx, now);
      return now;
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!BAD_DATA.test(code) || items.length === 0) throw error;
    if (items.length === 1) {
      const now = structuredClone(counts);
      add(now.skipped, `rows that the database refused: ${error instanceof Error ? error.message : code}`);
      await write(writer, (trx) => save(trx, now));
      return now;
    }
    const middle = Math.ceil(items.length / 2);
    const nothing = async () => undefined;
    const half = await writeBatch(writer, stage, items.slice(0, middle), context, counts, nothing);
    return await writeBatch(writer, stage, items.slice(middle), context, half, save);
  }
}

/** The sum of all stages' counts. */
export function total(results: readonly StageResult[]): Counts {
  const sum = noCounts();
  for (const { counts } of results) {
    for (const part of ["imported", "present", "skipped", "noted"] as const) {
      for (const [name, n] of Object.entries(counts[part])) add(sum[part], name, n);
    }
  }
  return sum;
}
