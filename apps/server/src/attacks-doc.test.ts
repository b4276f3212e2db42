import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const TESTS = "apps/server/src/tests";

/** Titles of tests and blocks, which are what a call begins with. */
const titlesOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:\bit|\bdescribe|\))\(\s*"([^"]+)"/g)].map(([, title = ""]) => title);

const rows = readFileSync(join(ROOT, "docs/security/attacks.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Attack |"));

it("docs/security/attacks.md names tests that exist, by file and title", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const [, named = "", title = ""] = /^\|.*\| `([^`|]+)` › ([^|]+) \|$/.exec(row) ?? [];
    const file = join(ROOT, /^(apps|tooling)\//.test(named) ? "" : TESTS, named);
    expect(existsSync(file), row).toBe(true);
    // Titles go on with the ids of requirements, or with what a table would be too narrow for.
    expect(
      titlesOf(file).some((known) => known.startsWith(title)),
      row,
    ).toBe(true);
  }
});
