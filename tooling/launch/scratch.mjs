// Where tests put what they throw away.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const GIB = 2 ** 30;

/**
 * The directory for databases and files of tests: in memory where there is plenty, because tests create and delete
 * hundreds of databases, and ext4 searches longer for a free inode the more files were just deleted.
 * `TMPDIR` overrides it.
 */
export function scratchRoot() {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  return freeIn(MEMORY) >= 8 * GIB && freemem() >= 12 * GIB ? MEMORY : tmpdir();
}

/** A new directory in it that PostgreSQL can enter, which runs as another user for root. @param {string} prefix */
export function makeScratch(prefix) {
  const dir = mkdtempSync(join(scratchRoot(), prefix));
  chmodSync(dir, 0o711);
  return dir;
}

/** @param {string} dir of `makeScratch`, in which PostgreSQL may still be writing its last files */
export function removeScratch(dir) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

/** @param {string} path @returns {number} bytes; 0 where there is no such place */
function freeIn(path) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
