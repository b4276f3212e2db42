import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Pages, answers and feeds. Streams of events are left alone: each of them is to arrive at once. */
const COMPRESSIBLE =
  /^(?:text\/(?:html|css|plain|xml|javascript)|application\/(?:json|manifest\+json|atom\+xml|xml))\b/;

/**
 * Sends what is text compressed to who takes it, brotli before gzip. The files of the web app lie compressed beside
 * themselves already (`static.ts`); what comes with an encoding is not touched. Quality 4 costs about what gzip does.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip", "identity"],
    threshold: 1_024,
    customTypes: COMPRESSIBLE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // A request body is never unpacked: a small one could become a very large one.
    globalDecompression: false,
  });
}
