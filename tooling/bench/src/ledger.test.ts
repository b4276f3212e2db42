/** @module-tag proof */

import { createTestDatabase } from "@bbux/db/testing";
import { expect, it } from "vitest";
import { CASES } from "./ledger.cases.ts";
import { findPgbench } from "./ledger.drive.ts";
import { CONTESTANTS } from "./ledger.figures.ts";
import { rateOf } from "./ledger.report.ts";
import { benchLedger, readOptions } from "./ledger.ts";

const tiny = (only: string) => ({
  ...readOptions(["--clients", "2", "--accounts", "20", "--seconds", "1", "--rounds", "1", "--only", only]),
  warmUp: 0,
  seconds: 0.05,
});

it("`npm run bench:ledger` posts every case without pgbench, and ends with correct books", async () => {
  const { url, drop } = await createTestDatabase({ unbacked: true, max: 1 });
  const [setting] = await benchLedger(url, { ...tiny("."), pgbench: undefined }, () => undefined);
  await drop();
  expect(setting?.cases.map(({ what }) => what.name)).toEqual(CASES.map(({ name }) => name));
  for (const { what, turns } of setting?.cases ?? []) expect(rateOf(turns, "ours"), what.name).toBeGreaterThan(0);
});

it.runIf(findPgbench())("compares itself with scripts that write the same rows", async () => {
  const { url, drop } = await createTestDatabase({ unbacked: true, max: 1 });
  const said: string[] = [];
  const [setting] = await benchLedger(url, { ...tiny("fee"), seconds: 1 }, (line) => said.push(line));
  await drop();
  for (const contestant of CONTESTANTS) {
    expect(rateOf(setting?.cases[0]?.turns ?? {}, contestant), contestant).toBeGreaterThan(0);
  }
  expect(said.join("\n")).toContain("| 2 clients, 20 accounts |");
});

it("refuses an unknown option by name", () => {
  expect(() => readOptions(["--rounds", "none"])).toThrow("--rounds takes whole numbers of at least 1");
});
