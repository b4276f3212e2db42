import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

// A stamp is a file that records which state of the sources a task last ran for.

const SKIPPED = new Set(["node_modules", "dist", ".turbo", ".git", ".data", "test-results", "playwright-report"]);

/**
 * Lists every file below a directory except dependencies, outputs and tests, in a stable order.
 * @param {string} dir @returns {string[]} absolute paths
 */
export function sourceFiles(dir) {
  return filesBelow(dir).filter((path) => !/\.test\.\w+$/.test(path));
}

/** Lists every file below a directory except dependencies and outputs, in a stable order. @param {string} dir @returns {string[]} absolute paths */
export function filesBelow(dir) {
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}

/**
 * Hashes the names and contents of files.
 * @param {string} root names are relative to it @param {string[]} files missing ones are hashed as missing
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

/** Hashes names, sizes and times of files, for outputs whose contents don't have to be read. @param {string[]} files */
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
