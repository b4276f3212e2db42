import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = join(ROOT, "docs/security/asvs.md");
const STATES = ["met", "partly", "not", "n/a"];

const lines = readFileSync(PAGE, "utf8").split("\n");
/** The cells of the table's lines that begin with this. */
const cellsOf = (beginning: RegExp) =>
  lines
    .filter((line) => beginning.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
const rows = cellsOf(/^\| V/);

it("docs/security/asvs.md has each of the 70 requirements of level 1 and 183 of level 2 once, with a state and a reason", () => {
  for (const row of rows) {
    const [id = "", level = "", about, state = "", why] = row;
    expect([row.length, /^V\d+\.\d+\.\d+$/.test(id), ["1", "2"].includes(level)], id).toEqual([6, true, true]);
    expect(STATES, id).toContain(state);
    expect([about, why], id).not.toContain("");
  }
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  expect([1, 2].map((level) => rows.filter((row) => row[1] === String(level)).length)).toEqual([70, 183]);
});

it("docs/security/asvs.md shows what is met or partly met by files that exist", () => {
  for (const [id, , , state = "", why, shownBy = ""] of rows) {
    const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    if (state === "met" || state === "partly") expect(files, id).not.toEqual([]);
    if (why === "See the test") expect(files.join(), id).toMatch(/\.(test|spec)\.tsx?/);
    for (const file of files) expect(existsSync(join(ROOT, file)), `${id}: ${file}`).toBe(true);
  }
});

it("docs/security/asvs.md counts its rows", () => {
  const counted = STATES.map((state) => {
    const found = rows.filter((row) => row[3] === state);
    const first = found.filter((row) => row[1] === "1").length;
    return [state, first, found.length - first, found.length].map(String);
  });
  expect(cellsOf(/^\| (met|partly|not|n\/a) \|/)).toEqual(counted);
});
