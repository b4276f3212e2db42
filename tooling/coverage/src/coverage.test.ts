import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COVERAGE_FILE, idsByFile, idsInTitles, parseCoverage, ROOT } from "./coverage.ts";

describe("the coverage table", () => {
  it("names, for every requirement, a file with a test whose title has its id", async () => {
    const rows = parseCoverage(readFileSync(join(ROOT, COVERAGE_FILE), "utf8"));
    const ids = await idsByFile();
    const missing = rows.flatMap((row) =>
      row.files.filter((file) => !ids.get(file)?.has(row.id)).map((file) => `${row.id}: no such test in ${file}`),
    );
    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map((row) => row.id)).size, "an id is listed twice").toBe(rows.length);
  });

  it("is parsed in the format it is written in", () => {
    expect(
      parseCoverage("| id | requirement | test |\n|---|---|---|\n| C1.01 | Post freely | `a.test.ts`, b.spec.ts |"),
    ).toEqual([{ id: "C1.01", requirement: "Post freely", files: ["a.test.ts", "b.spec.ts"] }]);
  });

  it("finds ids only in test titles", () => {
    const source = [
      'it("pays [C1.05 M1.05]", () => 1); // C9.99',
      'test.each([1, "(x)".repeat(2)])("each [C2.02]", f); const x = "C3.03";',
      'describe("pays \\"well\\" [C1.05]", f); it.each(all)(`in shell [C4.04]`, f); call("C5.05");',
    ].join("\n");
    expect([...idsInTitles(source)]).toEqual([
      ["C1.05", 2],
      ["M1.05", 1],
      ["C2.02", 1],
      ["C4.04", 1],
    ]);
  });

  it("does not count a test that is skipped, always or sometimes, is a todo, or is in such a group", () => {
    const source = [
      'it.skip("[C1.01]", f);',
      'it("[C1.02]", f);',
      'it.todo("[C1.03]");',
      'it.skipIf(process.platform !== "linux")(',
      '  "[C1.04]",',
      "  f,",
      ");",
      'describe.skip("[C1.05]", () => {',
      '  it("[C1.06]", () => {',
      "    call();",
      "  });",
      "",
      '  it.each([1])("[C1.07]", f);',
      "});",
      'describe("[C1.08]", () => {',
      '  describe.runIf(LONG)("[C1.09]", () => {',
      '    it("[C1.10]", f);',
      "  });",
      '  it("[C1.11]", f);',
      "});",
      'test.fixme("[C1.12]", f);',
      'test.describe("[C1.13]", f);',
    ].join("\n");
    expect([...idsInTitles(source).keys()]).toEqual(["C1.02", "C1.08", "C1.11", "C1.13"]);
  });
});
