import { payRewards } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { balanceOf, totals, treasuryBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { dayRow, paidOn, type StakingWorld, stakesAreSound, startStaking } from "./governance.support.ts";

let world: StakingWorld;
beforeEach(async () => {
  world = await startStaking();
});
afterEach(async () => {
  await stakesAreSound(world);
  await world.t.close();
});

/** The day most tests examine; everyone has staked before it. */
const DAY = "2026-03-02";
const AFTER = "2026-03-03T00:05:00Z";

/** Ada, Bob, and Cy have 100 each, some of it staked the day before; others hold as much again. */
async function stakers(stakes: readonly number[] = [10, 20, 30]) {
  const members = await Promise.all(stakes.map((_, n) => world.member(["ada", "bob", "cyd"][n] ?? `member${n}`)));
  for (const [n, member] of members.entries()) if (stakes[n]) await member.stake(stakes[n]);
  return members;
}

describe("a day's rewards", () => {
  it("are stake times rate, from the treasury alone, exact to the base unit [M9.12 M9.13]", async () => {
    const members = await stakers();
    await world.collect(100n * UNIT);
    world.at(AFTER);
    const before = await totals(world.services.db);
    const days = await world.run();
    expect(days.map(({ day }) => day)).toEqual(["2026-03-01", DAY]);
    // 60 of 300 are staked, so there is no penalty. The treasury could pay for years: 0.0005 plus 0.0001.
    expect(await dayRow(world, DAY)).toMatchObject({
      state: "DONE",
      rate: 600,
      due: "36000000",
      paid: "36000000",
      members: 3,
    });
    expect(await paidOn(world, DAY)).toEqual({
      [members[0]?.id ?? ""]: "6000000",
      [members[1]?.id ?? ""]: "12000000",
      [members[2]?.id ?? ""]: "18000000",
    });
    const after = await totals(world.services.db);
    expect(after.treasury).toBe(before.treasury - 36_000_000n);
    expect(after.member).toBe(before.member + 36_000_000n);
    expect([after.pool, after.stake, after.external]).toEqual([0n, before.stake, before.external]);
  });

  it("depend on the lowest stake during the day: a member who joined at noon gets none, one who left had less [M9.13]", async () => {
    const [ada, bob, cy] = await stakers([10, 20, 0]);
    await world.collect(100n * UNIT);
    world.at(`${DAY}T12:00:00Z`);
    await cy?.stake(50);
    await bob?.unstake(15);
    world.at(`${DAY}T18:00:00Z`);
    await bob?.stake(40);
    await ada?.stake(1);
    world.at(AFTER);
    await world.run();
    expect(await paidOn(world, DAY)).toEqual({ [ada?.id ?? ""]: "6000000", [bob?.id ?? ""]: "3000000" });
    world.at("2026-03-04T00:05:00Z");
    await world.run();
    const next = await paidOn(world, "2026-03-03");
    const { rate = 0 } = (await dayRow(world, "2026-03-03")) ?? {};
    const due = (stake: bigint) => ((stake * UNIT * BigInt(rate)) / 1_000_000n).toString();
    expect(next).toEqual({ [ada?.id ?? ""]: due(11n), [bob?.id ?? ""]: due(45n), [cy?.id ?? ""]: due(50n) });
  });

  it("count a change at midnight toward the day that begins [M9.12 M9.13]", async () => {
    const [ada, bob] = await stakers([10, 10]);
    await world.collect(100n * UNIT);
    world.at("2026-03-02T23:59:59.999Z");
    await ada?.unstake(4);
    world.at("2026-03-03T00:00:00.000Z");
    await bob?.unstake(4);
    world.at("2026-03-04T00:00:00.000Z");
    await world.run();
    expect(await paidOn(world, DAY)).toEqual({ [ada?.id ?? ""]: "3600000", [bob?.id ?? ""]: "6000000" });
    expect(await paidOn(world, "2026-03-03")).toEqual({ [ada?.id ?? ""]: "3600000", [bob?.id ?? ""]: "3600000" });
  });

  it("are higher for members who voted on a proposal or refund in the 30 days before, and only for them [M9.09]", async () => {
    const [ada, bob, cy, dee, eve] = await stakers([10, 10, 10, 10, 10]);
    await world.collect(100n * UNIT);
    const { proposal } = (await ada?.call.proposals.submit({
      type: "SIGNAL",
      title: "More chess",
      proposal: "Let us have a room for chess, please.",
    })) ?? { proposal: { id: "" } };
    await ada?.call.proposals.vote({ id: proposal.id, vote: "for" });
    const { ownerDb } = world.t.database;
    for (const [member, time] of [
      [bob, "2026-01-31T23:59:59.999Z"],
      [cy, "2026-02-01T00:00:00Z"],
      [dee, "2026-03-03T00:00:00Z"],
    ] as const) {
      await member?.call.proposals.vote({ id: proposal.id, vote: "for" });
      await sql`update proposal_votes set created_at = ${time}::timestamptz where voter_id = ${member?.id}`.execute(
        ownerDb,
      );
    }
    // A vote on a refund is all that this is about, so its request and its post are left out.
    await ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into refund_votes (request_id, voter_id, approve, reason, created_at)
        values (1, ${eve?.id}::bigint, true, 'Nobody answered', '2026-02-01T00:00:00Z')`.execute(trx);
    });
    world.at(AFTER);
    await world.run();
    expect(await paidOn(world, DAY)).toEqual({
      [ada?.id ?? ""]: "8000000",
      [bob?.id ?? ""]: "6000000",
      [cy?.id ?? ""]: "8000000",
      [dee?.id ?? ""]: "6000000",
      [eve?.id ?? ""]: "8000000",
    });
  });

  it("are the same fraction for everyone if the treasury is short, and the rounding remainder goes back [M9.12]", async () => {
    const [ada, bob, cy] = await stakers();
    await world.collect(1_000_003n);
    world.at(AFTER);
    await world.run();
    // At the base rate alone, 30,000,000 are due.
    expect(await dayRow(world, DAY)).toMatchObject({ due: "30000000", allotted: "1000003", paid: "1000002" });
    expect(await paidOn(world, DAY)).toEqual({
      [ada?.id ?? ""]: "166667",
      [bob?.id ?? ""]: "333334",
      [cy?.id ?? ""]: "500001",
    });
    expect(await treasuryBalance(world.services.db)).toBe(1n);
  });

  it("never exceed the allotment, nor fall short by a base unit per member, whatever is staked and available [M9.12]", async () => {
    const members = await Promise.all(Array.from({ length: 9 }, (_, n) => world.member(`member${n}`, 10_000n * UNIT)));
    const chance = (most: number) => Math.ceil(Math.random() * most);
    for (const member of members) await member.stake(chance(1e12) / 1e9);
    for (let day = 2; day < 8; day++) {
      await world.collect(BigInt(chance(10 ** day)));
      world.at(`2026-03-0${day + 1}T00:05:00Z`);
      await world.run();
      const { allotted = "0", paid = "0" } = (await dayRow(world, `2026-03-0${day}`)) ?? {};
      const left = BigInt(allotted) - BigInt(paid);
      expect(left >= 0n && left < BigInt(members.length), `${paid} of ${allotted}`).toBe(true);
    }
  });

  it("are zero from an empty treasury, and the day counts as done [M9.12]", async () => {
    await stakers();
    world.at(AFTER);
    await world.run();
    expect(await dayRow(world, DAY)).toMatchObject({
      state: "DONE",
      due: "30000000",
      allotted: "0",
      paid: "0",
      members: 0,
    });
    await world.collect(100n * UNIT);
    expect(await world.run()).toEqual([]);
    expect(await paidOn(world, DAY)).toEqual({});
  });

  it("are zero for members who have left by then, and their share goes back", async () => {
    const [ada, bob] = await stakers([10, 10]);
    await world.collect(100n * UNIT);
    world.at(AFTER);
    await world.t.database.ownerDb
      .updateTable("users")
      .set({ deleted_at: new Date() })
      .where("id", "=", ada?.id ?? "")
      .execute();
    await world.run();
    expect(await paidOn(world, DAY)).toEqual({ [bob?.id ?? ""]: "6000000" });
    expect(await dayRow(world, DAY)).toMatchObject({ allotted: "6000000" });
  });

  it("follow the parameters in force when the day ended, not later changes", async () => {
    const [ada] = await stakers([10, 0]);
    await world.collect(100n * UNIT);
    await sql`
      insert into parameter_changes (name, value, previous, reason, created_at)
      values ('baseRate', 100, 500, 'Test', ${`${DAY}T23:59:59Z`}), ('baseRate', 900, 100, 'Test', '2026-03-03T00:00:00Z')`.execute(
      world.t.database.ownerDb,
    );
    world.at(AFTER);
    await world.run();
    expect(await paidOn(world, DAY)).toEqual({ [ada?.id ?? ""]: "2000000" });
  });
});

describe("a rewards run", () => {
  it("pays a day once, however often it runs [M9.12]", async () => {
    await stakers();
    await world.collect(100n * UNIT);
    world.at(AFTER);
    await world.run();
    const paid = await paidOn(world, DAY);
    expect(await world.run()).toEqual([]);
    expect(await world.run()).toEqual([]);
    expect(await paidOn(world, DAY)).toEqual(paid);
  });

  it("pays no unfinished day, and every missed day with its own stakes [M9.12]", async () => {
    const [ada] = await stakers([10, 0]);
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

  it("twice at once, including from another process's connections, pays once [M9.12]", async () => {
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
    const [ada] = await stakers([10, 0]);
    await world.collect(100n * UNIT);
    world.at(AFTER);
    const { ownerDb } = world.t.database;
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(ownerDb);
      return rows[0]?.n;
    };
    const both = await ownerDb.transaction().execute(async (trx) => {
      // It has its place in time and waits for the balance.
      await sql`select from ledger_accounts where kind = 'member' and owner = ${ada?.id} for update`.execute(trx);
      const unstaked = ada?.byClock(`${DAY}T23:59:59Z`).unstake(4);
      await expect.poll(waiting).toBe(1);
      const run = world.run();
      await expect.poll(waiting).toBe(2);
      return { unstaked, run };
    });
    await Promise.all([both.unstaked, both.run]);
    expect(await paidOn(world, DAY)).toEqual({ [ada?.id ?? ""]: "3600000" });
  });

  it("waits for an account that is being closed, and pays nothing into a closed one", async () => {
    const [ada, bob] = await stakers([10, 10]);
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
