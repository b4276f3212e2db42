import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
export const COVERAGE_FILE = "docs/SPEC_COVERAGE.md";
/** The tests of this very check have ids in their samples, and show none. */
const OWN = /(^|\/)coverage\.test\.ts$/;

/** A row of the coverage table: a requirement that is built, and the file whose test shows it. */
export interface CoverageRow {
  readonly id: string;
  readonly requirement: string;
  readonly files: readonly string[];
}

/** The rows of the table `| id | requirement | test |`; several files are separated by a comma. */
export function parseCoverage(markdown: string): CoverageRow[] {
  return markdown.split("\n").flatMap((line) => {
    const match = /^\|\s*([CM]\d+\.\d+)\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/.exec(line);
    if (!match) return [];
    const [, id = "", requirement = "", test = ""] = match;
    return [{ id, requirement, files: test.split(",").map((file) => file.trim().replace(/^`|`$/g, "")) }];
  });
}

/**
 * How often each id stands in the titles of a test file's tests: `it("… [C5.09 C5.40]")`, and the title that follows a
 * table of cases, `it.each([…])("…")`, whatever the table holds.
 */
export function idsInTitles(source: string): Map<string, number> {
  const titles = source.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs);
  const found = new Map<string, number>();
  for (const [, , title = ""] of titles) {
    for (const [id] of title.matchAll(/\b[CM]\d+\.\d+\b/g)) found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}

/** Which test files show which ids, and in how many titles: every file of tests in the repository. */
export async function idsByFile(): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  const patterns = [
    "apps/*/src/**/*.test.{ts,tsx}",
    "packages/*/src/**/*.test.{ts,tsx}",
    "tooling/*/{src/,}**/*.{test,spec}.ts",
  ];
  for await (const file of glob(patterns, {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name) || OWN.test(name),
  })) {
    const ids = idsInTitles(readFileSync(join(ROOT, file), "utf8"));
    if (ids.size > 0) found.set(file, ids);
  }
  return found;
}
