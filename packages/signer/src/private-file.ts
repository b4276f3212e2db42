import { closeSync, fsyncSync, openSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./private-folder.ts";

/** Replaces a file, for this user only: after a power failure there is the old content or the new. */
export function writeDurably(path: string, content: string): void {
  const fresh = `${path}.new`;
  const fd = openSync(fresh, "w", 0o600);
  try {
    // Unlike writeSync, it writes everything or throws, so a full disk leaves the old content.
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

/** Whether anyone but its owner may read or write a file. @throws Error if there is none */
export function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}
