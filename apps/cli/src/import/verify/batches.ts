import { type Row, readRows } from "../dump.ts";

const BATCH = 1_000;

/** The rows of a file of the dump, a thousand at a time. */
export async function* batchesOf(path: string): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const { rows } of readRows(path)) {
    for (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
