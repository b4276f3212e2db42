import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

// A stamp is a file that remembers for which state of the sources a piece of work was done last.

const SKIPPED = new Set([
  "node_modules",
  "dist",
  ".turbo",
  ".git",
  ".data",
  "coverage",
  "test-results",
  "playwright-report",
]);

/**
 * Every file below a directory but dependencies, outputs and tests, in a stable order.
 * @param {string} dir @returns {string[]} absolute paths
 */
export function sourceFiles(dir) {
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) found.push(...sourceFiles(path));
    else if (entry.isFile() && !/\.test\.\w+$/.test(entry.name)) found.push(path);
  }
  return found.sort();
}

/**
 * A hash of the contents of files and of their names.
 * @param {string} root names count relative to it @param {string[]} files those that are missing count as missing
 */
export function contentHash(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`);
    try {
      hash.update(readFileSync(file));
    } catch {
      hash.update("missing");
    }
    hash.update("\0");
  }
  return hash.digest("hex");
}

/** A hash of names, sizes and times of files: for outputs, whose contents need not be read. @param {string[]} files */
export function traceHash(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(`${file}\0${stat?.size ?? "missing"}\0${stat?.mtimeMs ?? ""}\0`);
  }
  return hash.digest("hex");
}

/** @param {string} file @param {string} value */
export function isStamped(file, value) {
  try {
    return readFileSync(file, "utf8") === value;
  } catch {
    return false;
  }
}

/** @param {string} file @param {string} value */
export function stamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}
