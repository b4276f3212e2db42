import { createHash } from "node:crypto";
import type {} from "@fastify/compress";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Sends a text that is made anew for each request: with an ETag, compressed for who takes that, or 304 when the caller has it.
 * @param changedAt when what it shows last changed, if that is known
 */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { type, changedAt }: { type: string; changedAt?: Date | undefined },
): FastifyReply {
  // Weak: packed or not, it is the same page.
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply.headers({ etag, "x-content-type-options": "nosniff", "content-type": type });
  if (changedAt) reply.header("last-modified", changedAt.toUTCString());
  if (reply.statusCode === 200 && isFresh(request, etag, changedAt)) return reply.code(304).send();
  reply.compress(text);
  return reply;
}

/** By the ETag if the caller has one; the date alone knows no more than seconds. */
function isFresh({ headers }: FastifyRequest, etag: string, changedAt: Date | undefined): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    const bare = (tag: string) => tag.trim().replace(/^W\//, "");
    return tags.trim() === "*" || tags.split(",").some((tag) => bare(tag) === bare(etag));
  }
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return changedAt !== undefined && since >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
