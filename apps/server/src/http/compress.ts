import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Anything smaller (bytes) fits one packet anyway. Brotli at quality 4 costs about as much as gzip. */
export const PACKING = { from: 1_024, quality: 4 } as const;

/** Pages, responses, and feeds, but not event streams, whose events must arrive immediately. */
const COMPRESSIBLE =
  /^(?:text\/(?:html|css|plain|xml|javascript)|application\/(?:json|manifest\+json|atom\+xml|xml))\b/;

/**
 * Compresses text for clients that accept it, preferring brotli over gzip. The web app's files are already compressed on disk
 * (`static.ts`), and anything that has an encoding is left alone.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip", "identity"],
    threshold: PACKING.from,
    customTypes: COMPRESSIBLE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PACKING.quality } },
    // Request bodies are never decompressed, because a small one could expand to a huge one.
    globalDecompression: false,
  });
}
