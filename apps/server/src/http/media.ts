import { AppError, isTakenDown } from "@bbux/api";
import { UPLOAD_KEY } from "@bbux/contract";
import type { Database } from "@bbux/db";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { uploadsFolder } from "../storage/index.ts";
import { CONTENT_TYPES } from "../uploads/sniff.ts";
import { sendFailure } from "./errors.ts";
import { UPLOAD_POLICY } from "./security-headers.ts";

const WHOLE_KEY = new RegExp(`^(?:${UPLOAD_KEY.source})$`);
/** What @fastify/send throws for an unsatisfiable range. */
const unsatisfiable = z.object({ statusCode: z.literal(416), headers: z.object({ "Content-Range": z.string() }) });
const params = z.object({ key: z.string() });

/**
 * How long caches may show a file without asking. A file never changes, but a moderator may remove it. Then it's gone
 * everywhere within this time, and an unchanged one costs a 304 each time.
 */
const CACHE_SECONDS = 3_600;

/**
 * Uploads in the data directory, at `/uploads/{key}`. They are shown and never executed: the type comes from the content, browsers
 * may not sniff another, and nothing in a file may load or do anything. Only names we generated exist, so other files are out of
 * reach. Also served if uploads are stored elsewhere by now. What a moderator removed is not served, even if a restored backup
 * has brought the file back.
 */
export async function mountMedia(
  app: FastifyInstance,
  { db, dataDir }: { readonly db: Database; readonly dataDir: string },
): Promise<void> {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers({ "x-content-type-options": "nosniff", "content-security-policy": UPLOAD_POLICY });
    done();
  });
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new AppError("NOT_FOUND")));
  app.setErrorHandler((error, request, reply) => {
    // Media players need the status for a range beyond the end, and our error body would add nothing.
    const beyond = unsatisfiable.safeParse(error);
    if (beyond.success) return reply.code(416).headers(beyond.data.headers).send();
    return refuse(request, reply, error);
  });
  await app.register(staticFiles, { root: uploadsFolder(dataDir), serve: false });
  app.get("/:key", async (request, reply) => {
    const { key } = params.parse(request.params);
    const type = WHOLE_KEY.test(key) ? CONTENT_TYPES.get(key.slice(key.lastIndexOf(".") + 1)) : undefined;
    if (type === undefined) throw new AppError("NOT_FOUND");
    if (await isTakenDown(db, key)) {
      throw new AppError("NOT_FOUND", { message: "A moderator has removed this file" });
    }
    reply.headers({
      "content-disposition": `inline; filename="${key}"`,
      "content-type": type,
    });
    return reply.sendFile(key, {
      maxAge: CACHE_SECONDS * 1000,
      dotfiles: "deny",
      index: false,
      contentType: false,
    });
  });
}

/** Caches would keep a 404 for as long as they like. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  reply.header("cache-control", "no-store");
  return sendFailure(request, reply, error);
}
