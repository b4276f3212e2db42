import { Readable } from "node:stream";
import type { Context } from "@bbux/api";
import type { FastifyReply } from "fastify";
import { createShares } from "../../shares.ts";

/** Concurrent files for visitors and for members, each; every file holds a PostgreSQL connection while it streams. */
const PLACES = 5;
/** How many of them one member has, or the visitors of one network. */
const SHARE = 2;
/** How many the visitors of one region have. */
const REGION_SHARE = 4;
/** A file ends after this, because the open transaction keeps PostgreSQL from cleaning up any table. */
export const LONGEST_MS = 120_000;
/** What a reader has to take (bytes) whenever the server has waited for it this long. Slower ones only hold a connection. */
const PACE = { bytes: 128 * 1024, ms: 8_000 };

/** For the descriptions of calls that stream a file. */
export const STREAMED = `The file is streamed: ${SHARE} at a time to each member, or to the visitors of one network, and ${REGION_SHARE} to those of one region (then 429), and ${PLACES} in all (then 503). One that isn't read steadily, or within two minutes, is cut off.`;

const shares = (refusal: string) => createShares({ places: PLACES, refusal, retryAfter: 10 });
/** Members don't wait for visitors who read slowly. */
const members = shares(
  "You're already downloading as many files as you can at a time. Please try again when one is complete.",
);
const visitors = shares(
  "Your network is already downloading as many files as it can at a time. Please try again when one is complete.",
);

/**
 * Streams a cursor's rows as a file. An immediate failure is reported like any call's, not in the middle of a file; if the
 * reader goes away, stalls or takes too long, the cursor's connection is released.
 * @param file.rows are read one at a time; `text` turns them into the file
 * @throws AppError RATE_LIMITED if the reader has its share of files, SERVICE_UNAVAILABLE if too many are being read
 */
export async function sendStreamed<Row>(
  { viewer, subnet, region }: Pick<Context, "viewer" | "subnet" | "region">,
  reply: FastifyReply,
  file: {
    readonly name: string;
    readonly type: string;
    readonly rows: AsyncGenerator<Row>;
    text(rows: AsyncGenerator<Row>): AsyncIterable<string>;
  },
  pace = PACE,
): Promise<FastifyReply> {
  const { name, type, rows } = file;
  const release = viewer
    ? members.take([{ key: viewer.id, share: SHARE }])
    : visitors.take([
        { key: subnet, share: SHARE },
        { key: region, share: REGION_SHARE },
      ]);
  try {
    const first = await rows.next();
    const reader = watchReader(pace, {
      onStall: () => stream.destroy(new Error("The file wasn't read steadily")),
      onDone: release,
    });
    const stream = Readable.from(reader.watch(file.text(chained(first, rows))), { objectMode: false });
    const overdue = setTimeout(() => stream.destroy(new Error("The file was not read in time")), LONGEST_MS);
    stream.once("close", () => {
      clearTimeout(overdue);
      reader.stop();
      release();
      // The stream ends only what it has started to read.
      void rows.return(undefined);
    });
    reply.header("content-disposition", `attachment; filename="${name}"`);
    return reply.type(type).send(stream);
  } catch (error) {
    release();
    await rows.return(undefined);
    throw error;
  }
}

/** Notices a reader who takes less than the pace. Only time that the server waits for the reader counts. */
function watchReader({ bytes, ms }: typeof PACE, { onStall, onDone }: Record<"onStall" | "onDone", () => void>) {
  let timer: NodeJS.Timeout | undefined;
  let taken = 0;
  let waitedMs = 0;
  return {
    async *watch(text: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const part of text) {
        const from = performance.now();
        timer = setTimeout(onStall, ms - waitedMs);
        yield part;
        clearTimeout(timer);
        waitedMs += performance.now() - from;
        taken += part.length;
        if (taken >= bytes) [taken, waitedMs] = [0, 0];
      }
      // Before the reader gets the end, and may ask for the next file.
      onDone();
    },
    stop: () => clearTimeout(timer),
  };
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
