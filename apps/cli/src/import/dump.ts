import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, join } from "node:path";
import { SaxesParser } from "saxes";

/** The attributes of one `<row …/>`; a dump's files consist of nothing else. */
export type Row = Readonly<Record<string, string>>;

export interface Chunk {
  readonly rows: readonly Row[];
  /** Bytes of the file read so far. */
  readonly bytes: number;
}

/** A problem with the dump, worded for the operator. */
export class DumpError extends Error {
  override name = "DumpError";
}

/** Finds a file of a dump, ignoring case; null if there is none. @throws DumpError if the folder doesn't exist */
export function lookForFile(folder: string, name: string): string | null {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new DumpError(`There is no folder ${folder}`);
  const found = readdirSync(folder).find((entry) => entry.toLowerCase() === name.toLowerCase());
  return found === undefined ? null : join(folder, found);
}

/** Same as above for a required file. @throws DumpError if it doesn't exist */
export function findFile(folder: string, name: string): string {
  const found = lookForFile(folder, name);
  if (!found) {
    throw new DumpError(`${folder} has no ${name}: a Stack Exchange data dump has Posts.xml, Users.xml and Tags.xml`);
  }
  return found;
}

/** Identifies a version of a file without reading all of it: its size and its first and last 64 KB. */
export async function fingerprint(path: string): Promise<string> {
  const { size } = statSync(path);
  const file = await open(path);
  try {
    const hash = createHash("sha256");
    for (const position of [0, Math.max(0, size - 65_536)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return `${size}:${hash.digest("hex").slice(0, 16)}`;
  } finally {
    await file.close();
  }
}

/**
 * Streams the rows of a file of any size, with at most one chunk of it in memory. Characters that XML forbids, which some
 * dumps contain as references, are left as written.
 * @throws DumpError if the file isn't XML or is truncated
 */
export async function* readRows(path: string): AsyncGenerator<Chunk> {
  const name = basename(path);
  const parser = new SaxesParser<{ xmlns: false; fileName: string }>({ xmlns: false, fileName: name });
  let rows: Row[] = [];
  let broken: DumpError | undefined;
  parser.on("opentag", ({ name: tag, attributes }) => {
    if (tag === "row") rows.push(attributes);
  });
  parser.on("error", (error) => {
    if (/malformed character entity|disallowed character/.test(error.message)) return;
    broken ??= new DumpError(`${name} cannot be read: ${error.message.replace(`${name}:`, "line ")}`);
  });
  const decoder = new TextDecoder("utf-8");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 17 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.byteLength;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (broken) throw broken;
    if (rows.length === 0) continue;
    yield { rows, bytes };
    rows = [];
  }
  parser.write(decoder.decode()).close();
  if (broken) throw new DumpError(`${broken.message}. Is the file complete?`);
  if (rows.length > 0) yield { rows, bytes };
}
