import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
export const COVERAGE_FILE = "docs/SPEC_COVERAGE.md";

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

/** The ids that stand in the titles of a test file's tests: `it("… [C5.09 C5.40]")`. */
export function idsInTitles(source: string): Set<string> {
  const titles = source.matchAll(/\b(?:it|test|describe)(?:\.\w+)?(?:\([^)]*\))?\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs);
  const ids = [...titles].flatMap(([, , title = ""]) => [...title.matchAll(/\b[CM]\d+\.\d+\b/g)].map(([id]) => id));
  return new Set(ids);
}

/** Which test files show which ids: every file of tests in the repository. */
export async function idsByFile(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const patterns = [
    "apps/*/src/**/*.test.{ts,tsx}",
    "packages/*/src/**/*.test.{ts,tsx}",
    "tooling/*/{src/,}**/*.{test,spec}.ts",
  ];
  for await (const file of glob(patterns, {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "dist",
  })) {
    const ids = idsInTitles(readFileSync(join(ROOT, file), "utf8"));
    if (ids.size > 0) found.set(file, ids);
  }
  return found;
}
