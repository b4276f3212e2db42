import { AppError } from "@bbux/api";
import { UPLOAD_KEY } from "@bbux/contract";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { uploadsFolder } from "../storage/index.ts";
import { CONTENT_TYPES } from "../uploads/sniff.ts";
import { sendFailure } from "./errors.ts";

const WHOLE_KEY = new RegExp(`^(?:${UPLOAD_KEY.source})$`);
/** What @fastify/send throws of a range without a byte in it. */
const unsatisfiable = z.object({ statusCode: z.literal(416), headers: z.object({ "Content-Range": z.string() }) });
const params = z.object({ key: z.string() });

/**
 * Uploads that lie in the data directory, at `/uploads/{key}`. What members uploaded is shown and never run: its type is
 * the one its content had, the browser may not guess another, and nothing in it may load or do anything. Names that we did
 * not give are not there, so there is no way to other files. Also served when uploads are kept elsewhere by now.
 */
export async function mountMedia(app: FastifyInstance, dataDir: string): Promise<void> {
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError("NOT_FOUND")));
  app.setErrorHandler((error, request, reply) => {
    // Of a range that lies beyond the end players want to know the status; no body of ours says it better.
    const beyond = unsatisfiable.safeParse(error);
    if (beyond.success) return reply.code(416).headers(beyond.data.headers).send();
    return sendFailure(request, reply, error);
  });
  await app.register(staticFiles, { root: uploadsFolder(dataDir), serve: false });
  app.get("/:key", async (request, reply) => {
    const { key } = params.parse(request.params);
    const type = WHOLE_KEY.test(key) ? CONTENT_TYPES.get(key.slice(key.lastIndexOf(".") + 1)) : undefined;
    if (type === undefined) throw new AppError("NOT_FOUND");
    reply.headers({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `inline; filename="${key}"`,
      "content-type": type,
    });
    return reply.sendFile(key, { maxAge: "365d", immutable: true, dotfiles: "deny", index: false, contentType: false });
  });
}
