import { payRewards } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { waitForLocks } from "@bbux/db/testing";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { dayRow, paidOn, type StakingWorld, stakers, stakesAreSound, startStaking } from "./governance.support.ts";

let world: StakingWorld;
beforeEach(async () => {
  world = await startStaking();
});
afterEach(async () => {
  await stakesAreSound(world);
  await world.t.close();
});

/** The day most tests examine. Everyone staked on the day before. */
const DAY = "2026-03-02";
const AFTER = "2026-03-03T00:05:00Z";

describe("a rewards run", () => {
  it("pays a day once, however often it runs [M9.12]", async () => {
    await stakers(world);
    await world.collect(100n * UNIT);
    world.at(AFTER);
    await world.run();
    const paid = await paidOn(world, DAY);
    expect(await world.run()).toEqual([]);
    expect(await world.run()).toEqual([]);
    expect(await paidOn(world, DAY)).toEqual(paid);
  });

  it("pays no unfinished day, and every missed day with its own stakes [M9.12]", async () => {
    const [ada] = await stakers(world, [10, 0]);
    await world.collect(100n * UNIT);
    world.at("2026-03-01T23:59:59.999Z");
    expect(await world.run()).toEqual([]);
    world.at("2026-03-04T10:00:00Z");
    await ada?.stake(10);
    world.at("2026-03-07T00:00:00Z");
    expect((await world.run()).map(({ day, paid }) => [day, paid])).toEqual([
      ["2026-03-01", 0n],
      ["2026-03-02", 6_000_000n],
      ["2026-03-03", 6_000_000n],
      ["2026-03-04", 6_000_000n],
      ["2026-03-05", 12_000_000n],
      ["2026-03-06", 12_000_000n],
    ]);
  });

  it("writes a day even if nobody has staked, so that charts have no gaps", async () => {
    expect((await world.run()).map(({ day, members }) => [day, members])).toEqual([["2026-02-28", 0]]);
  });

  it("twice at once, including from another process's connections, pays once [M9.12]", { tags: "proof" }, async () => {
    const many = await Promise.all(Array.from({ length: 40 }, (_, n) => world.member(`member${n}`)));
    for (const [n, member] of many.entries()) await member.stake(n + 1);
    await world.collect(100n * UNIT);
    const other = await createTestApp({ database: world.t.database });
    world.at("2026-03-08T01:00:00Z");
    const needs = { ...world.services, db: other.services.db };
    const portions = { batchSize: 7 };
    const runs = [world.services, needs, world.services, needs, world.services, needs];
    await Promise.all(runs.map((one) => payRewards(one, portions)));
    for (const day of ["2026-03-02", "2026-03-07"]) {
      const { due, paid, rate, members } = (await dayRow(world, day)) ?? {};
      expect([members, paid]).toEqual([40, due]);
      const dues = many.map((one, n) => [one.id, ((BigInt(n + 1) * UNIT * BigInt(rate ?? 0)) / 1_000_000n).toString()]);
      expect(await paidOn(world, day)).toEqual(Object.fromEntries(dues));
    }
    await other.close();
  });

  it("lets members stake and unstake meanwhile, and no such change counts within a day being paid", async () => {
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => world.member(`member${n}`)));
    for (const member of many) await member.stake(20);
    await world.collect(100n * UNIT);
    world.at(AFTER);
    // By their clocks it is still the day being paid.
    const late = many.map((member) => member.byClock(`${DAY}T23:59:59Z`));
    await Promise.all([
      world.run(),
      ...late.map((member, n) => (n % 2 ? member.stake(5) : member.unstake(5))),
      world.run(),
    ]);
    await Promise.all(late.map((member) => member.unstake(1)));
    // Changes before the day began are included in the payment; nothing else is.
    const { rows } = await sql<{ member: string; lowest: string }>`
      select user_id::text as member, min(stake_after)::text as lowest from stake_changes
       where created_at < '2026-03-03T00:00:00Z' group by user_id order by user_id`.execute(world.t.database.ownerDb);
    const due = rows.map(({ member, lowest }) => [member, ((BigInt(lowest) * 600n) / 1_000_000n).toString()]);
    expect(await paidOn(world, DAY)).toEqual(Object.fromEntries(due));
    const { rows: after } = await sql<{ n: number }>`
      select count(*)::int as n from stake_changes where version = 3 and created_at < '2026-03-03T00:00:00Z'`.execute(
      world.t.database.ownerDb,
    );
    expect(after[0]?.n).toBe(0);
  });

  it("waits for a stake change in progress within the day that it begins [M9.13]", async () => {
    const [ada] = await stakers(world, [10, 0]);
    await world.collect(100n * UNIT);
    world.at(AFTER);
    const { ownerDb } = world.t.database;
    const both = await ownerDb.transaction().execute(async (trx) => {
      // It has its place in time and waits for the balance.
      await sql`select from ledger_accounts where kind = 'member' and owner = ${ada?.id} for update`.execute(trx);
      const unstaked = ada?.byClock(`${DAY}T23:59:59Z`).unstake(4);
      await waitForLocks(ownerDb, 1);
      const run = world.run();
      await waitForLocks(ownerDb, 2);
      return { unstaked, run };
    });
    await Promise.all([both.unstaked, both.run]);
    expect(await paidOn(world, DAY)).toEqual({ [ada?.id ?? ""]: "3600000" });
  });

  it("waits for an account that is being closed, and pays nothing into a closed one", async () => {
    const [ada, bob] = await stakers(world, [10, 10]);
    await world.collect(100n * UNIT);
    world.at("2026-03-03T00:01:00Z");
    await ada?.unstake(10);
    const { ownerDb } = world.t.database;
    const run = await ownerDb.transaction().execute(async (trx) => {
      await sql`select from users where id = ${ada?.id} for update`.execute(trx);
      const begun = world.run();
      await expect.poll(() => dayRow(world, DAY)).toMatchObject({ state: "OPEN" });
      await trx
        .updateTable("users")
        .set({ deleted_at: new Date() })
        .where("id", "=", ada?.id ?? "")
        .execute();
      return { begun };
    });
    await run.begun;
    expect(await paidOn(world, DAY)).toEqual({ [bob?.id ?? ""]: "6000000" });
    expect(await dayRow(world, DAY)).toMatchObject({ allotted: "12000000", paid: "6000000", members: 1 });
    expect(await balanceOf(ownerDb, "pool", "rewards")).toBe(0n);
  });
});
