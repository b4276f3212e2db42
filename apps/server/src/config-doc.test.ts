import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configurationPage, PAGE } from "./config-doc.ts";
import { envSchema } from "./env.schema.ts";

it("docs/CONFIGURATION.md matches the environment schema; node tooling/launch/run.mjs apps/server/src/config-doc.ts rewrites it [M9.34]", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(configurationPage());
});

it("docs/CONFIGURATION.md has a row for each variable with its meaning, default, and allowed values [M9.34]", () => {
  const rows = configurationPage()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows.map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(Object.keys(envSchema.shape));
  for (const row of rows)
    expect(
      row.split(" | ").map((cell) => cell.length > 2),
      row,
    ).toEqual([true, true, true, true]);
});
