import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COVERAGE_FILE, idsByFile, ROOT } from "./coverage.ts";

/**
 * Fills the test column of docs/SPEC_COVERAGE.md from the tests' titles, and keeps headings and text unchanged. Reports ids that
 * have a test but no row. Given an issue's name and lists of requirements (tab-separated: id, part, issue, requirement), it also
 * reports which of the issue's ids have no row or no test:
 * `node tooling/coverage/src/write.ts spine core.tsv money.tsv`.
 */

/** The maximum number of files a reader would open for one requirement. */
const FILES = 2;
const ROW = /^\|\s*([CM]\d+\.\d+)\s*\|\s*(.+?)\s*\|\s*(.*?)\s*\|$/;

type Ids = Awaited<ReturnType<typeof idsByFile>>;

const isWeb = (file: string) => file.startsWith("apps/web/") || file.startsWith("tooling/e2e/");
/** Lower is better: tests through a browser or the whole server come before tests of parts. */
const distance = (file: string) => (/^(tooling\/e2e|apps\/server\/src\/tests)\//.test(file) ? 0 : 1);

/** The files that prove an id best: the current ones if they still do, then one for each side, then any. */
function best(id: string, chosen: readonly string[], ids: Ids): string[] {
  const count = (file: string) => ids.get(file)?.get(id) ?? 0;
  const all = [...ids.keys()]
    .filter((file) => count(file) > 0)
    .sort((a, b) => distance(a) - distance(b) || count(b) - count(a) || a.localeCompare(b));
  const files = chosen.filter((file) => count(file) > 0).slice(0, FILES);
  for (const file of all) {
    if (files.length < FILES && !files.some((other) => isWeb(other) === isWeb(file))) files.push(file);
  }
  files.push(...all.filter((file) => !files.includes(file)).slice(0, FILES - files.length));
  return files.sort((a, b) => Number(isWeb(a)) - Number(isWeb(b)));
}

/** The page with its test column rewritten. */
export function refresh(markdown: string, ids: Ids): string {
  const lines = markdown.split("\n").map((line) => {
    const [, id, words, column = ""] = ROW.exec(line) ?? [];
    if (id === undefined) return line;
    const chosen = column.split(",").map((file) => file.trim().replace(/^`|`$/g, ""));
    const files = best(id, chosen, ids).map((file) => `\`${file}\``);
    return `| ${id} | ${words} | ${files.join(", ")} |`;
  });
  return lines.join("\n");
}

function required(issue: string, lists: readonly string[]): string[] {
  const rows = lists.flatMap((path) => readFileSync(path, "utf8").trim().split("\n"));
  return rows.map((row) => row.split("\t")).flatMap(([id = "", , of]) => (of === issue ? [id] : []));
}

async function main([issue = "", ...lists]: readonly string[]): Promise<void> {
  const path = join(ROOT, COVERAGE_FILE);
  const ids = await idsByFile();
  const markdown = refresh(readFileSync(path, "utf8"), ids);
  writeFileSync(path, markdown);

  const rows = new Set(markdown.split("\n").flatMap((line) => ROW.exec(line)?.[1] ?? []));
  const shown = new Set([...ids.values()].flatMap((counts) => [...counts.keys()]));
  const wanted = required(issue, lists);
  const report: [string, string[]][] = [
    ["a test and no row", [...shown].filter((id) => !rows.has(id))],
    ["a row and no test", [...rows].filter((id) => !shown.has(id))],
    [`neither, of ${issue}`, wanted.filter((id) => !rows.has(id) && !shown.has(id))],
  ];
  console.log(`${rows.size} rows.`);
  for (const [what, list] of report) if (list.length > 0) console.log(`With ${what}: ${list.join(" ")}`);
}

if (import.meta.main) await main(process.argv.slice(2));
