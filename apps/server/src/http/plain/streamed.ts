import { Readable } from "node:stream";
import { AppError } from "@bbux/api";
import type { FastifyReply } from "fastify";

/** Concurrent files for visitors and for members, each; every file holds a PostgreSQL connection while it streams. */
export const MAX_CONCURRENT = 3;
/** A slower reader is cut off, because the open transaction keeps PostgreSQL from cleaning up any table. */
export const LONGEST_MS = 120_000;

/** Members don't wait for visitors who read slowly. */
const running = { visitors: 0, members: 0 };

/**
 * Streams a cursor's rows as a file. An immediate failure is reported like any call's, not in the middle of a file; if the
 * reader goes away or takes too long, the cursor's connection is released.
 * @param file.rows are read one at a time; `text` turns them into the file
 * @throws AppError SERVICE_UNAVAILABLE if too many are being read
 */
export async function sendStreamed<Row>(
  reply: FastifyReply,
  file: {
    readonly readers: keyof typeof running;
    readonly name: string;
    readonly type: string;
    readonly rows: AsyncGenerator<Row>;
    text(rows: AsyncGenerator<Row>): AsyncIterable<string>;
  },
): Promise<FastifyReply> {
  const { readers, name, type, rows } = file;
  if (running[readers] >= MAX_CONCURRENT) throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter: 10 } });
  running[readers]++;
  try {
    const first = await rows.next();
    const stream = Readable.from(file.text(chained(first, rows)), { objectMode: false });
    const overdue = setTimeout(() => stream.destroy(new Error("The file was not read in time")), LONGEST_MS);
    stream.once("close", () => {
      clearTimeout(overdue);
      running[readers]--;
      // The stream ends only what it has started to read.
      void rows.return(undefined);
    });
    reply.header("content-disposition", `attachment; filename="${name}"`);
    return reply.type(type).send(stream);
  } catch (error) {
    running[readers]--;
    await rows.return(undefined);
    throw error;
  }
}

async function* chained<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
