import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a directory that only this user can enter. Those above it stay open: the database's user passes through them. */
export function privateFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
}
