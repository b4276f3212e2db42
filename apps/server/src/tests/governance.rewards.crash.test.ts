/** @module-tag proof */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { FAILPOINTS, payRewards } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { Random } from "@bbux/db/testing/form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayRow, paidOn, type Staker, type StakingWorld, stakesAreSound, startStaking } from "./governance.support.ts";

const POINTS = FAILPOINTS.filter((point) => point.startsWith("rewards."));
const random = new Random();
const MEMBERS = 7;
const script = fileURLToPath(new URL("./governance.rewards.process.ts", import.meta.url));

let world: StakingWorld;
const members: Staker[] = [];
let days = 1;

beforeAll(async () => {
  world = await startStaking();
  for (let n = 0; n < MEMBERS; n++) {
    const member = await world.member(`member${n}`);
    await member.stake(n + 1);
    members.push(member);
  }
  world.at("2026-03-02T00:05:00Z");
  await world.run();
});
afterAll(() => world.t.close());

/** Members paid in one transfer. */
const batchSize = 3;
/** Starting a process takes a while on a busy machine. */
const PATIENCE_MS = 180_000;

/** A run in a separate process that is killed at this point. @returns the signal that ended it, or its exit code */
async function killed(now: string, point: string, passBy = 0): Promise<string | number> {
  const named = {
    DATABASE_URL: world.t.database.url,
    NOW: now,
    BATCH_SIZE: String(batchSize),
    PASS_BY: String(passBy),
  };
  const env = { ...process.env, ...named, FAILPOINT: point };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code, signal] = await once(child, "exit");
  return signal ?? code;
}

/** Completes another day, for which the treasury is slightly short. @returns its name, and a time after it */
async function nextDay(): Promise<{ day: string; now: string }> {
  days += 1;
  const date = (n: number) => `2026-03-${String(n).padStart(2, "0")}`;
  await world.collect(10_000_019n);
  return { day: date(days), now: `${date(days + 1)}T00:05:00Z` };
}

/** Asserts that everyone was paid their share of the allotment once, and the rounding remainder is back in the treasury. */
async function isPaid(day: string): Promise<void> {
  const { rate = 0, allotted = "0", ...row } = (await dayRow(world, day)) ?? {};
  const dues = members.map((_, n) => (BigInt(n + 1) * UNIT * BigInt(rate)) / 1_000_000n);
  const due = dues.reduce((sum, one) => sum + one, 0n);
  const shares = dues.map((one) => (one * BigInt(allotted)) / due);
  expect(await paidOn(world, day)).toEqual(Object.fromEntries(members.map(({ id }, n) => [id, shares[n]?.toString()])));
  expect(row).toMatchObject({
    state: "DONE",
    members: MEMBERS,
    paid: shares.reduce((sum, one) => sum + one, 0n).toString(),
  });
  expect(BigInt(allotted)).toBeLessThan(due);
}

describe("a rewards run that is killed", () => {
  it.each(POINTS)(
    "at %s leaves the books correct, and the next one makes the same payments [M9.12]",
    async (point) => {
      const { day, now } = await nextDay();
      expect(await killed(now, point)).toBe("SIGKILL");
      await stakesAreSound(world);
      world.at(now);
      await payRewards(world.services, { batchSize });
      await isPaid(day);
      await stakesAreSound(world);
    },
    PATIENCE_MS,
  );

  it(
    "halfway through its portions, with others running concurrently, results in the same payments [M9.12]",
    async () => {
      const { day, now } = await nextDay();
      world.at(now);
      // A late run finds everything done and never reaches its failpoint.
      await Promise.all([
        killed(now, "rewards.unpaid", 1),
        killed(now, "rewards.paid", 1).then(() => payRewards(world.services, { batchSize })),
        payRewards({ ...world.services, failpoint: () => sleep(random.next(2_000)) }, { batchSize }),
      ]);
      await isPaid(day);
      await stakesAreSound(world);
    },
    PATIENCE_MS,
  );
});
