import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Edit, Fault } from "./fault.ts";

export const ROOT = join(import.meta.dirname, "../../..");

/** Folders that tools create. */
const MADE = new Set([".data", ".git", ".turbo", "dist", "node_modules", "playwright-report", "test-results"]);

/** Lists the files of a checkout, including new ones, by their paths from the top. */
export function checkoutFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (MADE.has(entry.name) || path === "coverage") return [];
    return entry.isDirectory() ? checkoutFiles(root, path) : [path];
  });
}

/** Returns the one file whose path ends like this. @throws Error when there is none, or more than one */
export function fileEnding(files: readonly string[], end: string): string {
  const found = files.filter((path) => path === end || path.endsWith(`/${end}`));
  if (found.length === 1 && found[0]) return found[0];
  throw new Error(
    found.length === 0 ? `There is no file ${end}` : `More than one file ends with ${end}: ${found.join(", ")}`,
  );
}

/** Turns code into a pattern that ignores indentation and wrapping. */
function pattern(code: string): RegExp {
  return new RegExp(code.trim().split(/\s+/).map(escaped).join("\\s+"), "g");
}

/** Escapes text as a regular expression that matches only the text itself. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Returns what a fault does to which files, one change for each. @throws Error when it doesn't apply */
export function changesOf(fault: Fault, files: readonly string[], root = ROOT): Change[] {
  const changes = new Map<string, Change>();
  const read = (file: string) => changes.get(file)?.after ?? readFileSync(join(root, file), "utf8");
  for (const edit of [fault, ...(fault.also ?? [])]) {
    const { file, text } = placeOf(fault.id, edit, files, read);
    const after = text.replace(pattern(edit.find), () => edit.replace.trim());
    if (after === text) throw new Error(`${fault.id} changes nothing`);
    changes.set(file, { file, before: changes.get(file)?.before ?? text, after });
  }
  return [...changes.values()];
}

interface Place {
  readonly file: string;
  /** All of the file, with earlier edits of the same fault. */
  readonly text: string;
}

/** @throws Error when the code to replace isn't there exactly once */
function placeOf(id: string, edit: Edit, files: readonly string[], read: (file: string) => string): Place {
  const found = occurrences(
    edit,
    files.filter((path) => path.endsWith(`/${edit.file}`)),
    read,
  );
  const [place] = found;
  if (place && found.length === 1) return place;
  throw new Error(`${id}: what it replaces stands ${found.length} times in ${edit.file}, not once`);
}

/** Returns one element per occurrence of the code in the files. */
function occurrences(edit: Edit, files: readonly string[], read: (file: string) => string): Place[] {
  const code = pattern(edit.find);
  return files.flatMap((file) => {
    const text = read(file);
    return Array.from(text.matchAll(code), () => ({ file, text }));
  });
}
