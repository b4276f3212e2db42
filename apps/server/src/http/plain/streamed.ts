import { Readable } from "node:stream";
import { AppError } from "@bbux/api";
import type { FastifyReply } from "fastify";

/** Files that are read at once, by visitors and by members each: a file holds a connection to PostgreSQL for as long. */
export const AT_ONCE = 3;
/** A reader that takes longer is left: the transaction holds back the cleaning of all tables. */
export const LONGEST_MS = 120_000;

/** Members do not wait for visitors who read slowly. */
const running = { visitors: 0, members: 0 };

/**
 * Sends what is read from a cursor as a file. What fails at once fails as any call does, not in the middle of a file; when
 * the reader goes away or takes too long, the cursor's connection is given back.
 * @param file.rows are read one by one; `text` makes the file of them
 * @throws AppError SERVICE_UNAVAILABLE while too many are being read
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
  if (running[readers] >= AT_ONCE) throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter: 10 } });
  running[readers]++;
  try {
    const first = await rows.next();
    const stream = Readable.from(file.text(chained(first, rows)), { objectMode: false });
    const overdue = setTimeout(() => stream.destroy(new Error("The file was not read in time")), LONGEST_MS);
    stream.once("close", () => {
      clearTimeout(overdue);
      running[readers]--;
      // The stream ends only what it has begun to read.
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
