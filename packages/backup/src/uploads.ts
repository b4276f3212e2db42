import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./error.ts";
import { asDamage, type Sealing, seal, unseal } from "./seal.ts";
import { completeStreams, writePieces } from "./store/objects.ts";
import type { Store } from "./store/store.ts";

/**
 * Stores the files of the uploads' folder that the store doesn't have yet; a file never changes once it has its name.
 * @returns the streams of all that are in the folder now
 */
export async function shipUploads(store: Store, sealing: Sealing, folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const known = new Map<string, string>();
  for (const stream of completeStreams(await store.list("uploads/")).keys()) known.set(parse(stream).key, stream);
  const streams: string[] = [];
  for (const key of (await readdir(folder, { withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name)) {
    // A leading dot is a file on its way.
    if (key.startsWith(".")) continue;
    const there = known.get(key);
    if (there) streams.push(there);
    else {
      const path = join(folder, key);
      // It may have been removed meanwhile.
      const sha256 = await hashOf(path).catch(() => null);
      if (sha256 === null) continue;
      const stream = `uploads/${key}-${sha256}`;
      await writePieces(store, stream, await seal(createReadStream(path), sealing));
      streams.push(stream);
    }
  }
  return streams.sort();
}

/**
 * Fetches the uploads that a store has into a folder.
 * @param wanted streams that must be there
 * @throws BackupError if one is missing or damaged
 */
export async function fetchUploads(
  store: Store,
  sealing: Sealing,
  wanted: readonly string[],
  folder: string,
): Promise<number> {
  const there = completeStreams(await store.list("uploads/"));
  for (const stream of wanted)
    if (!there.has(stream)) throw new BackupError(`${stream} is missing: the backup isn't whole.`);
  await mkdir(folder, { recursive: true });
  for (const [stream, pieces] of there) {
    const { key, sha256 } = parse(stream);
    await fetchVerified(store, sealing, pieces, { path: join(folder, key), sha256 });
  }
  return there.size;
}

/** Fetches one stream into a file and compares the content with its hash. @throws BackupError */
export async function fetchVerified(
  store: Store,
  sealing: Sealing,
  pieces: readonly string[],
  { path, sha256 }: { readonly path: string; readonly sha256: string },
): Promise<void> {
  const what = `${pieces[0]?.replace(/\/[^/]*$/, "")}`;
  const hash = createHash("sha256");
  async function* all() {
    for (const name of pieces) for await (const chunk of await store.get(name)) yield chunk as Buffer;
  }
  try {
    const plain = await unseal(Readable.from(all(), { objectMode: false }), sealing);
    plain.on("data", (chunk: Buffer) => hash.update(chunk));
    await pipeline(plain, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    throw asDamage(error, what);
  }
  if (hash.digest("hex") !== sha256) throw new BackupError(`${what} isn't what was stored: the backup is damaged.`);
}

function parse(stream: string): { readonly key: string; readonly sha256: string } {
  const [, key = "", sha256 = ""] = /^uploads\/([^/]+)-([0-9a-f]{64})$/.exec(stream) ?? [];
  if (key === "" || basename(key) !== key || key.startsWith("."))
    throw new BackupError(`${stream} doesn't belong into a backup.`);
  return { key, sha256 };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
