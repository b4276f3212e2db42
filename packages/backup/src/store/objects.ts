import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { BackupError } from "../error.ts";
import type { Store, StoredObject } from "./store.ts";

/** A stream is stored in pieces of this size, so that memory stays flat and each can be sent again. */
export const PIECE_BYTES = 16 * 1024 * 1024;

export interface Piece {
  readonly name: string;
  readonly bytes: number;
  /** Of what is stored, in hex. */
  readonly sha256: string;
}

/** Stores a stream as `<name>/00001`, `<name>/00002`, …, the last one with `.last`: without it the stream isn't complete. */
export async function writePieces(store: Store, name: string, source: Readable): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const write = async (body: Buffer, suffix: string) => {
    const piece = `${name}/${String(pieces.length + 1).padStart(5, "0")}${suffix}`;
    await store.put(piece, body);
    pieces.push({ name: piece, bytes: body.byteLength, sha256: createHash("sha256").update(body).digest("hex") });
  };
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    for (let rest: Buffer = chunk; rest.byteLength > 0; ) {
      if (bytes === PIECE_BYTES) {
        await write(Buffer.concat(waiting), "");
        [waiting, bytes] = [[], 0];
      }
      const part = rest.subarray(0, PIECE_BYTES - bytes);
      waiting.push(part);
      bytes += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
  }
  await write(Buffer.concat(waiting), ".last");
  return pieces;
}

/** Reads pieces in order. The stream fails with a BackupError if one is missing or isn't what was stored. */
export function readPieces(store: Store, pieces: readonly Pick<Piece, "name" | "sha256">[]): Readable {
  return Readable.from(read(store, pieces), { objectMode: false, highWaterMark: 1024 * 1024 });
}

async function* read(store: Store, pieces: readonly Pick<Piece, "name" | "sha256">[]): AsyncGenerator<Buffer> {
  for (const { name, sha256 } of pieces) {
    const hash = createHash("sha256");
    for await (const chunk of await store.get(name)) {
      hash.update(chunk);
      yield Buffer.from(chunk);
    }
    if (hash.digest("hex") !== sha256) throw new BackupError(`${name} isn't what was stored: the backup is damaged.`);
  }
}

/** Reads a small object whole. */
export async function readWhole(store: Store, name: string): Promise<Buffer> {
  return buffer(await store.get(name));
}

/** Complete streams below a prefix by their names, with the names of their pieces. */
export function completeStreams(objects: readonly StoredObject[]): Map<string, string[]> {
  const streams = new Map<string, string[]>();
  for (const { name } of objects) {
    const stream = name.slice(0, name.lastIndexOf("/"));
    streams.set(stream, [...(streams.get(stream) ?? []), name]);
  }
  for (const [stream, pieces] of streams) {
    const isWhole = pieces.at(-1)?.endsWith(`${String(pieces.length).padStart(5, "0")}.last`);
    if (!isWhole) streams.delete(stream);
  }
  return streams;
}
