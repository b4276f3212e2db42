import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./imports.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const TABLES = /\bledger_(accounts|entries|transfers|balances|pending|snapshots)\b/;

it("leaves the ledger's tables to the ledger, whose reads are parts of others' statements (reads.sql.ts)", () => {
  const roots = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/src`),
  );
  const others = roots.filter((root) => root !== "packages/ledger/src" && root !== "packages/db/src");
  const readers = others.flatMap((root) =>
    sourcesOf(join(ROOT, root)).filter((file) =>
      TABLES.test(withoutComments(readFileSync(join(ROOT, root, file), "utf8"))),
    ),
  );
  expect(readers).toEqual([]);
  expect(TABLES.test(readFileSync(join(ROOT, "packages/ledger/src/reads.sql.ts"), "utf8"))).toBe(true);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}
