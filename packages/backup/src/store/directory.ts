import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import { BackupError } from "../error.ts";
import type { Store, StoredObject } from "./store.ts";

let made = 0;

/** Backups in a directory, best on another disk or machine. Only this user can read them. */
export function directoryStore(location: string): Store {
  return {
    location,
    async put(name, body) {
      const path = join(location, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.part-${process.pid}-${made++}`;
      try {
        const file = await open(part, "wx", 0o600);
        try {
          await file.writeFile(body);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(name) {
      const path = join(location, name);
      if (!existsSync(path)) throw new BackupError(`${path} is missing.`);
      const stream: Readable = createReadStream(path);
      return stream;
    },
    async list(prefix) {
      // The prefix may end within a name, so its directory is read.
      const start = join(location, prefix.slice(0, prefix.lastIndexOf("/") + 1));
      const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => []);
      const found: StoredObject[] = [];
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const name = relative(location, path).split(sep).join("/");
        if (!entry.isFile() || /\.part-\d+-\d+$/.test(name) || !name.startsWith(prefix)) continue;
        const facts = await stat(path).catch(() => null);
        if (facts) found.push({ name, bytes: facts.size, modifiedAt: facts.mtime });
      }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    remove: (name) => rm(join(location, name), { force: true }),
  };
}

/** A new name is on disk only once its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
