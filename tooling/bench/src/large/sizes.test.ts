/** @module-tag proof */

import { join } from "node:path";
import { createTestDatabase } from "@bbux/db/testing";
import { createTestApp } from "@bbux/server/testing";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import type { Undo } from "../script.ts";
import { build, prepare } from "./build.ts";
import { measure, type Side } from "./measure.ts";
import { explainEverything, readPlans } from "./plans.ts";
import { plansText, printMeasured } from "./run.ts";

const undo: Undo = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function startSide(posts: number, explained: boolean): Promise<{ side: Side; home: string }> {
  const database = await createTestDatabase({ max: 4 });
  undo.push(() => database.drop());
  await build(database.url, posts, () => undefined);
  const built = await prepare(database.url, posts);
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(database.ownerDb);
  if (explained) undo.push(await explainEverything(database.url));
  const t = await createTestApp({ database });
  undo.push(() => t.close());
  return { side: { url: await t.listen(), built }, home: join(rows[0]?.data_directory ?? "", "..") };
}

it("`npm run bench -- --size` gets every page in both sizes, and the plans of the larger one", async () => {
  const small = await startSide(400, false);
  const large = await startSide(800, true);
  const asked = { warm: 0, most: 1, least: 1, budgetMs: 0 };
  const measured = await measure(small.side, large.side, /./, asked);
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter(({ failed }) => failed !== undefined)).toEqual([]);
  const lines: string[] = [];
  printMeasured(measured, 800, (line = "") => lines.push(line));
  expect(lines.filter((line) => /^\| .+ \| [\d.]+ \/ [\d.]+ \/ [\d.]+ \|/.test(line))).toHaveLength(measured.length);
  const plans = plansText(await readPlans(large.side, large.home, /^comments of a post$/), 800);
  expect(plans).toMatch(/## comments of a post\n\n```\n[\d.]+ ms\n.+ \(rows 1, buffers \d+\)/);
});
