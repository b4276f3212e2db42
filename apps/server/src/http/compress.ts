import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** What is smaller (bytes) fits one packet anyway. Quality 4 of brotli costs about what gzip does. */
export const PACKING = { from: 1_024, quality: 4 } as const;

/** Pages, answers and feeds. Streams of events are left alone: each of them is to arrive at once. */
const COMPRESSIBLE =
  /^(?:text\/(?:html|css|plain|xml|javascript)|application\/(?:json|manifest\+json|atom\+xml|xml))\b/;

/**
 * Sends what is text compressed to who takes it, brotli before gzip. The files of the web app lie compressed beside
 * themselves already (`static.ts`); what comes with an encoding is not touched.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip", "identity"],
    threshold: PACKING.from,
    customTypes: COMPRESSIBLE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PACKING.quality } },
    // A request body is never unpacked: a small one could become a very large one.
    globalDecompression: false,
  });
}
