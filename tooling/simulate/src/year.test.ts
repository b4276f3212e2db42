import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowUnbacked } from "@bbux/db";
import { createTestDatabase } from "@bbux/db/testing";
import { rounds } from "@bbux/db/testing/form";
import { deposit, post, REWARDS_POOL, rewardsPaid, treasuryAllotted } from "@bbux/ledger";
import { startTestChain } from "@bbux/local-chain/testing";
import { createTestApp, type TestApp } from "@bbux/server/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planLosses, simulateOnChain } from "./chain-year.ts";
import { chart } from "./chart.ts";
import { readOptions, runOne } from "./main.ts";
import { SIMULATED } from "./members.ts";
import { createChance } from "./random.ts";
import { table } from "./report.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import { SEED, simulate } from "./year.ts";

const few: Scenario = { ...SCENARIOS[1], name: "few", members: 4, bounties: 0.3, buys: 0.1, sells: 0.1 };

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
  await allowUnbacked(t.database.ownerDb, SIMULATED);
});
afterEach(() => t.close());

it("rewards every day of a year once, and never more than had been collected by then [M9.12]", {
  tags: "proof",
}, async () => {
  const length = rounds(100, 365);
  const days = await simulate(t.services, t, few, { days: length });
  expect(new Set(days.map(({ day }) => day)).size).toBe(length);
  for (const { distributed, collected, paid, due, treasury } of days) {
    expect(distributed <= collected && paid <= due && treasury >= 0n).toBe(true);
  }
  const last = days.at(-1);
  expect(last?.distributed).toBeGreaterThan(0n);
  expect(days.some(({ paid, due }) => paid < due)).toBe(true);

  const run = { scenario: few, days };
  expect(table(run)).toContain(`of ${days.length} days the treasury was short`);
  const svg = chart([run]);
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain("Treasury (BBUX)");
});

it("fails if more was paid in rewards than the fees amounted to", { tags: "proof" }, async () => {
  const { db } = t.services;
  const onDay = async () => {
    // Money that isn't a fee gets into the treasury, and from there to a member.
    await deposit(db, { cause: "odd", member: "1", amount: 10n });
    await post(db, {
      kind: "balance_forfeited",
      cause: "odd",
      reason: "Odd",
      legs: [
        { account: "member", owner: "1", amount: -10n },
        { account: "treasury", owner: "platform", amount: 10n },
      ],
    });
    await post(db, treasuryAllotted({ cause: "odd", pool: REWARDS_POOL, amount: 10n }));
    await post(db, rewardsPaid({ cause: "odd", payments: [{ member: "1", amount: 10n }] }));
  };
  const quiet = { ...few, bounties: 0, sells: 0 };
  await expect(simulate(t.services, t, quiet, { days: 1, before: onDay })).rejects.toThrow(
    "were paid, but only 0 collected",
  );
});

it("`npm run simulate` runs a scenario on a database of its own", async () => {
  const undo: (() => unknown)[] = [];
  const own = await createTestDatabase({ unbacked: true, max: 1 });
  const dir = mkdtempSync(join(tmpdir(), "bbux-simulate-"));
  try {
    const days = await runOne({ dir, url: own.url }, few, 2, undo);
    expect(days).toHaveLength(2);
    expect(days.map(({ distributed, collected }) => distributed <= collected)).toEqual([true, true]);
  } finally {
    for (const step of undo.reverse()) await step();
    await own.drop();
    rmSync(dir, { recursive: true, force: true });
  }
});

it("a community on the chain whose books are lost and restored ends without findings, and everyone owns what chain and log say [M4.17]", {
  tags: "proof",
  timeout: 1_800_000,
}, async () => {
  const busy: Scenario = { ...few, bounties: 1, buys: 1, sells: 1 };
  const own = await createTestDatabase({ max: 1 });
  const [dir, chain] = [mkdtempSync(join(tmpdir(), "bbux-simulate-")), await startTestChain()];
  try {
    const options = { days: rounds(3, 365), restores: rounds(1, 12), seed: SEED };
    const { bought, sold, lacked, findings } = await simulateOnChain({ dir, url: own.url }, chain, busy, options);
    expect(findings).toEqual([]);
    expect(lacked).toHaveLength(options.restores);
    expect(lacked.some(({ deposits, payments }) => deposits > 0 && payments > 0)).toBe(true);
    expect([bought, sold]).toEqual([busy.members + options.days, options.days]);
  } finally {
    await chain.stop();
    await own.drop();
    rmSync(dir, { recursive: true, force: true });
  }
});

it("loses books on different days, and restores a backup from after the restore before", () => {
  const losses = planLosses(createChance(1), 365, 100);
  expect(losses).toHaveLength(100);
  for (const [nth, { day, night }] of losses.entries()) {
    expect(night).toBeGreaterThanOrEqual(losses[nth - 1]?.day ?? 0);
    expect(day).toBeGreaterThan(night);
  }
  expect(losses.at(-1)?.day).toBeLessThan(365);
});

it("refuses an unknown option by name", () => {
  expect(() => readOptions(["--days", "none"])).toThrow("--days must be a whole number");
  expect(() => readOptions(["--scenario", "none"])).toThrow("--scenario must be one of low, normal, heavy");
  expect(() => readOptions(["--restores", "365"])).toThrow("--restores must be a whole number below --days");
  expect(readOptions([])).toMatchObject({ days: 365, restores: 12 });
});
