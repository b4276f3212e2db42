import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COVERAGE_FILE, idsByFile, idsInTitles, parseCoverage, ROOT } from "./coverage.ts";

describe("the table of what is built", () => {
  it("names, for every requirement, a file with a test whose title carries its id", async () => {
    const rows = parseCoverage(readFileSync(join(ROOT, COVERAGE_FILE), "utf8"));
    const ids = await idsByFile();
    const missing = rows.flatMap((row) =>
      row.files.filter((file) => !ids.get(file)?.has(row.id)).map((file) => `${row.id}: no such test in ${file}`),
    );
    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map((row) => row.id)).size, "an id stands twice").toBe(rows.length);
  });

  it("is read as it is written", () => {
    expect(
      parseCoverage("| id | requirement | test |\n|---|---|---|\n| C1.01 | Post freely | `a.test.ts`, b.spec.ts |"),
    ).toEqual([{ id: "C1.01", requirement: "Post freely", files: ["a.test.ts", "b.spec.ts"] }]);
  });

  it("looks for ids in the titles of tests and nowhere else", () => {
    const source = [
      'it("pays [C1.05 M1.05]", () => 1); // C9.99',
      'test.each([1, "(x)".repeat(2)])("each [C2.02]", f); const x = "C3.03";',
      'describe("pays \\"well\\" [C1.05]", f); it.skipIf(no)(`in shell [C4.04]`, f); call("C5.05");',
    ].join("\n");
    expect([...idsInTitles(source)]).toEqual([
      ["C1.05", 2],
      ["M1.05", 1],
      ["C2.02", 1],
      ["C4.04", 1],
    ]);
  });
});
