import { UNIT } from "@bbux/contract";
import { Random } from "@bbux/db/testing/form";
import { totals, treasuryBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

describe("a day's rewards", () => {
  it("are stake times rate, from the treasury alone, exact to the base unit [M9.12 M9.13]", async () => {
    const members = await stakers(world);
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
    const [ada, bob, cy] = await stakers(world, [10, 20, 0]);
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
    const [ada, bob] = await stakers(world, [10, 10]);
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
    const [ada, bob, cy, dee, eve] = await stakers(world, [10, 10, 10, 10, 10]);
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
    const [ada, bob, cy] = await stakers(world);
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
    const random = new Random();
    const chance = (most: number) => 1 + random.next(most);
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
    await stakers(world);
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
    const [ada, bob] = await stakers(world, [10, 10]);
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
    const [ada] = await stakers(world, [10, 0]);
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
