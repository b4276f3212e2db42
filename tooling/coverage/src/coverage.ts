import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
export const COVERAGE_FILE = "docs/SPEC_COVERAGE.md";
/** The tests of this check have ids in their samples, which don't count. */
const OWN = "tooling/coverage/src/coverage.test.ts";

/** A row of the coverage table: an implemented requirement and the file whose test proves it. */
export interface CoverageRow {
  readonly id: string;
  readonly requirement: string;
  readonly files: readonly string[];
}

/** The rows of the table `| id | requirement | test |`; several files are separated by commas. */
export function parseCoverage(markdown: string): CoverageRow[] {
  return markdown.split("\n").flatMap((line) => {
    const match = /^\|\s*([CM]\d+\.\d+)\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/.exec(line);
    if (!match) return [];
    const [, id = "", requirement = "", test = ""] = match;
    return [{ id, requirement, files: test.split(",").map((file) => file.trim().replace(/^`|`$/g, "")) }];
  });
}

export interface Title {
  readonly title: string;
  /** False for tests that are skipped, always or sometimes, or are todos, and for everything inside such a group. */
  readonly runs: boolean;
}

const OPENER = /\b(?:it|test|describe)((?:\.\w+)*)\(/g;
/** The title that an opener begins with, or that follows a table of cases: `it.each([…])("…")`, whatever the table holds. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs;
const NOT_RUN = /\.(?:skip|skipIf|runIf|todo|fixme|fails|fail)\b/;

/** The titles of the tests and groups of tests in a file, as Biome formats it. */
export function titlesIn(source: string): Title[] {
  const openers = [...source.matchAll(OPENER)];
  let skippedUntil = -1;
  return Array.from(source.matchAll(TITLE), ({ index, 0: whole, 2: title = "" }) => {
    const opener = openers.findLast((each) => (whole.startsWith(")") ? each.index < index : each.index === index));
    const isNotRun = NOT_RUN.test(opener?.[1] ?? "");
    if (opener && isNotRun) skippedUntil = Math.max(skippedUntil, endOfBlock(source, opener.index));
    return { title, runs: !isNotRun && index > skippedUntil };
  });
}

/** Where a call ends that is formatted: what it holds stands further to the right than the line where it begins. */
function endOfBlock(source: string, from: number): number {
  const start = source.lastIndexOf("\n", from) + 1;
  const indent = /^ */.exec(source.slice(start))?.[0].length ?? 0;
  const next = new RegExp(`\n {0,${indent}}[^ \n]`).exec(source.slice(from));
  return next ? from + next.index : source.length;
}

/** How often each id stands in the titles of a test file's tests that run: `it("… [C5.09 C5.40]")`. */
export function idsInTitles(source: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { title, runs } of titlesIn(source)) {
    if (!runs) continue;
    for (const [id] of title.matchAll(/\b[CM]\d+\.\d+\b/g)) found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}

/** Every test file in the repository. */
export async function testFiles(): Promise<{ file: string; source: string }[]> {
  const found: { file: string; source: string }[] = [];
  const patterns = [
    "apps/*/{src,build}/**/*.test.{ts,tsx}",
    "packages/*/src/**/*.test.{ts,tsx}",
    "tooling/*/{src/,}**/*.{test,spec}.{ts,tsx}",
  ];
  for await (const file of glob(patterns, {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  })) {
    if (file === OWN) continue;
    found.push({ file, source: readFileSync(join(ROOT, file), "utf8") });
  }
  return found;
}

/** Which test files have which ids, and in how many titles of tests that run. */
export async function idsByFile(): Promise<Map<string, Map<string, number>>> {
  const files = (await testFiles()).map(({ file, source }) => [file, idsInTitles(source)] as const);
  return new Map(files.filter(([, ids]) => ids.size > 0));
}
