import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HOUSES } from "./domains.ts";

it("`npm run house` prints every workspace with its domains, their purposes, and no upward arrow", () => {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, "main.ts")], { encoding: "utf8" });
  for (const { root, domains } of HOUSES) {
    expect(printed).toContain(root);
    for (const { purpose } of domains) expect(printed).toContain(purpose);
  }
  expect(printed.match(/Arrows upward: none/g)).toHaveLength(HOUSES.length);
});
