import { Readable } from "node:stream";
import { AppError, EXPORT_TYPES, exportPosts, exportText } from "@bbux/api";
import { APP, exportPostsInput, LIMITS } from "@bbux/contract";
import { openRoute } from "./route.ts";

/** Each holds a connection to PostgreSQL for as long as it is read. */
const AT_ONCE = 3;
/** A reader that takes longer is left: the transaction holds back the cleaning of all tables. */
const LONGEST_MS = 120_000;

let running = 0;

export const exportFeed = openRoute({
  method: "GET",
  path: "/posts/export",
  input: exportPostsInput,
  operation: {
    operationId: "posts-export",
    summary: "The whole result of a feed as a file",
    description: `Takes the filters of the feed and its order. The posts are whole, but without answers and comments, at most ${LIMITS.exportRows.toLocaleString("en")}, all as they stood at one moment. The file is streamed; one that is not read within two minutes is cut off, and while ${AT_ONCE} are being read another is 503.`,
    tag: "posts",
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/PostSummary" } } },
      "text/markdown": { schema: { type: "string" } },
    },
  },
  async serve({ ctx, input, request, reply }) {
    if (running >= AT_ONCE) throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter: 10 } });
    running++;
    const now = ctx.now();
    const posts = exportPosts(ctx.db, input, now, LONGEST_MS);
    try {
      // What fails at once fails as any call does, and not in the middle of a file.
      const first = await posts.next();
      const text = exportText(input.format, chained(first, posts), {
        origin: `${request.protocol}://${request.host}`,
        now,
      });
      const stream = Readable.from(text, { objectMode: false });
      const overdue = setTimeout(() => stream.destroy(new Error("The export was not read in time")), LONGEST_MS);
      stream.once("close", () => {
        clearTimeout(overdue);
        running--;
        // The stream ends only what it has begun to read.
        void posts.return(undefined);
      });
      const name = `${APP.name.toLowerCase()}-posts-${now.toISOString().slice(0, 10)}.${input.format}`;
      reply.header("content-disposition", `attachment; filename="${name}"`);
      return reply.type(EXPORT_TYPES[input.format]).send(stream);
    } catch (error) {
      running--;
      await posts.return(undefined);
      throw error;
    }
  },
});

async function* chained<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
