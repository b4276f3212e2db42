import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a directory that only this user can enter. Those above it stay open: the database's user passes through them. */
export function privateFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
}

/** Makes sure that a file which was just created in a directory, or renamed there, survives a power failure. */
export function syncFolder(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
