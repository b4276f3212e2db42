import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@bbux/api";
import type {} from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { allowSlowBody, LONGEST_BODY_MS } from "../http/slow-bodies.ts";
import { passedThrough } from "./buffers.ts";
import { HEAD_BYTES, type Sniffed, sniff } from "./sniff.ts";

const MiB = 1024 * 1024;
/** 100 MB in this time is 1 Mbit/s. */
const WHOLE_MS = LONGEST_BODY_MS;
/** A slower client isn't sending but holding the connection. */
const PACE = { bytes: 64 * 1024, ms: 15_000 };
/** How much of a refused request is still read and dropped, because most clients read the response only after sending everything. */
const DROPPED = { bytes: 128 * MiB, ms: 60_000 };
/** Room for other fields and the multipart framing, in addition to the file. */
const OVERHEAD = MiB;

export interface Wanted {
  /** The name of the multipart field. */
  readonly field: string;
  /** The maximum size of a file of this type in bytes; null if the type isn't allowed. */
  limitOf(type: Sniffed): number | null;
  readonly largest: number;
  readonly messages: { readonly type: string; readonly size: string };
}

export interface Received extends Sniffed {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Streams the single file of a multipart request to `folder`, checks its first bytes on the way, and passes it to `work`.
 * Whatever happens, nothing remains in the folder. The file's name and declared type are ignored; other fields are read and
 * dropped.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (too large, or two files), VALIDATION_ERROR (none),
 *   BAD_REQUEST (broken or aborted)
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  folder: string,
  wanted: Wanted,
  work: (file: Received, spare: (name: string) => string) => Promise<T>,
): Promise<T> {
  const place = join(folder, randomUUID());
  const spares: string[] = [];
  const spare = (name: string) => {
    const path = `${place}-${name}`;
    spares.push(path);
    return path;
  };
  try {
    const file = await readParts(request, place, wanted);
    return await work(file, spare);
  } finally {
    for (const path of [place, ...spares]) await rm(path, { force: true });
  }
}

async function readParts(request: FastifyRequest, path: string, wanted: Wanted): Promise<Received> {
  const { raw } = request;
  try {
    if (!request.isMultipart()) throw missing(wanted.field);
    if (Number(raw.headers["content-length"] ?? 0) > wanted.largest + OVERHEAD) throw tooLarge(wanted);
    allowSlowBody(raw, WHOLE_MS);
    const stopWatching = requirePace(raw);
    try {
      return await readFile(request, path, wanted);
    } finally {
      stopWatching();
    }
  } catch (error) {
    dropRest(raw);
    throw refusalOf(error);
  }
}

async function readFile(request: FastifyRequest, path: string, wanted: Wanted): Promise<Received> {
  let received: Received | undefined;
  // The parser's own size limit would apply before the type is known; ours is exact.
  const limits = {
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize: 64 * 1024,
    headerPairs: 100,
    fileSize: Number.MAX_SAFE_INTEGER,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type !== "file") continue;
    if (part.fieldname !== wanted.field) {
      part.file.resume();
      throw missing(wanted.field);
    }
    received = await store(part.file, path, wanted);
  }
  if (!received) throw missing(wanted.field);
  return received;
}

async function store(file: Readable, path: string, wanted: Wanted): Promise<Received> {
  let bytes = 0;
  let known: Sniffed | undefined;
  async function* checked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let limit = 0;
    let head: Buffer[] = [];
    const look = async (): Promise<Buffer> => {
      const first = Buffer.concat(head);
      head = [];
      const type = await sniff(first.subarray(0, HEAD_BYTES));
      const allowed = type && wanted.limitOf(type);
      if (!type || allowed === null) throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message: wanted.messages.type });
      limit = allowed;
      known = type;
      if (bytes > limit) throw tooLarge(wanted);
      return first;
    };
    for await (const chunk of source) {
      bytes += chunk.length;
      passedThrough(chunk.length);
      if (known) {
        if (bytes > limit) throw tooLarge(wanted);
        yield chunk;
      } else {
        head.push(chunk);
        if (bytes >= HEAD_BYTES) yield await look();
      }
    }
    if (!known) yield await look();
  }
  // Opened before anything can fail, because a stream that opens the file itself may create it after it was removed.
  const place = await open(path, "wx", 0o600);
  await pipeline(file, checked, place.createWriteStream());
  if (!known) throw new Error("A file ended without a type");
  return { ...known, path, bytes };
}

function missing(field: string): AppError {
  const message = "Please choose a file";
  return new AppError("VALIDATION_ERROR", { message, details: [{ field, message }] });
}

function tooLarge({ messages }: Wanted): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", { message: messages.size });
}

/** Ends a request that sends too slowly. @returns a function that stops the check */
export function requirePace(raw: IncomingMessage, pace = PACE): () => void {
  const { socket } = raw;
  let before = socket?.bytesRead ?? 0;
  const timer = setInterval(() => {
    const now = socket?.bytesRead ?? 0;
    // A request that has been read to its end sends no more.
    if (!raw.complete && now - before < pace.bytes) raw.destroy(new AppError("BAD_REQUEST"));
    before = now;
  }, pace.ms).unref();
  return () => clearInterval(timer);
}

function dropRest(raw: IncomingMessage): void {
  raw.unpipe();
  if (raw.complete || raw.destroyed) return;
  allowSlowBody(raw, DROPPED.ms);
  let left = DROPPED.bytes;
  raw.on("error", () => undefined);
  raw.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}

const FULL = ["ENOSPC", "EDQUOT"];

/** Converts errors of the multipart parser and the disk to refusals. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : undefined;
  if (code === "FST_FILES_LIMIT") {
    return new AppError("PAYLOAD_TOO_LARGE", { message: "Only one file can be uploaded at a time", cause: error });
  }
  if (code === "FST_PARTS_LIMIT" || code === "FST_FIELDS_LIMIT")
    return new AppError("PAYLOAD_TOO_LARGE", { cause: error });
  if (code !== undefined && FULL.includes(code)) return new AppError("SERVICE_UNAVAILABLE", { cause: error });
  // The parser's own errors have no code: broken multipart, or a client that disconnected midway.
  if (code === undefined || code.startsWith("FST_") || code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET") {
    return new AppError("BAD_REQUEST", { cause: error });
  }
  return error;
}
