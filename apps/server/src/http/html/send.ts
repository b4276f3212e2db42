import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type AppError, statusOf } from "@bbux/api";
import { APP } from "@bbux/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PACKING } from "../compress.ts";
import { refusalFor } from "../errors.ts";
import { languageOf } from "../language.ts";

interface Sent {
  readonly type: string;
  /** When the content last changed, if known. */
  readonly changedAt?: Date | undefined;
  /** Headers that the response depends on, in addition to Accept-Encoding. */
  readonly vary?: readonly string[];
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Sends text generated for this request: with an ETag, compressed if the client accepts that, or 304 if the client has it.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { type, changedAt, vary = [] }: Sent,
): Promise<FastifyReply> {
  const body = Buffer.from(text);
  // A weak ETag, because compressed or not it's the same page.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply.headers({
    etag,
    vary: [...vary, "Accept-Encoding"].join(", "),
    "x-content-type-options": "nosniff",
    "content-type": type,
  });
  if (changedAt) reply.header("last-modified", changedAt.toUTCString());
  if (reply.statusCode === 200 && isFresh(request, etag, changedAt)) return reply.code(304).send();
  // Compressed here, because route-level compression doesn't reach the not-found handler.
  const packing = body.length < PACKING.from ? null : packingOf(request.headers["accept-encoding"]);
  if (packing === null) return reply.send(body);
  reply.header("content-encoding", packing);
  const params = { [constants.BROTLI_PARAM_QUALITY]: PACKING.quality };
  return reply.send(packing === "br" ? await packBrotli(body, { params }) : await packGzip(body));
}

/** Sends a refusal that a person reads in place of a page, and that costs little. */
export function sendRefusedPage(request: FastifyRequest, reply: FastifyReply, refused: AppError): FastifyReply {
  const refusal = refusalFor(request, refused);
  const html = `<!doctype html><html lang="${languageOf(request)}"><meta charset="utf-8"><title>${APP.name}</title><p>${refusal.message}</p></html>\n`;
  reply.header("cache-control", "no-store");
  return reply.code(statusOf(refusal)).type("text/html; charset=utf-8").send(html);
}

/** The accepted encodings, without those refused by `q=0`. */
function packingOf(header: string | undefined): "br" | "gzip" | null {
  const taken = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, q]) => !/^q=0(\.0*)?$/.test(q ?? ""))
    .map(([name]) => name);
  return taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : null;
}

/** Compares the ETag if the client sent one, because the date has only a resolution of seconds. */
function isFresh({ headers }: FastifyRequest, etag: string, changedAt: Date | undefined): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    const bare = (tag: string) => tag.trim().replace(/^W\//, "");
    return tags.trim() === "*" || tags.split(",").some((tag) => bare(tag) === bare(etag));
  }
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return changedAt !== undefined && since >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
