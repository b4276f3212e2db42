import { auditReserves, type ReserveFinding } from "@bbux/api/operator";
import { UNIT } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StakingWorld, startStaking } from "./governance.support.ts";

let world: StakingWorld;

beforeAll(async () => {
  world = await startStaking();
  const ada = await world.member("ada");
  await ada.stake(10);
  await ada.unstake(2);
  await world.collect(1n * UNIT);
  world.at("2026-03-03T00:05:00Z");
  await world.run();
  // On another chain, only the books are audited.
  await world.t.database.ownerDb.updateTable("chain_state").set({ genesis_hash: "ours" }).execute();
});
afterAll(() => world.t.close());

/** The subjects that the audit reports for this finding after a manual change, which is then undone. */
async function found(finding: ReserveFinding, change: string, now = world.services.now()): Promise<string[]> {
  const { chain } = world.services;
  return world.t.database.ownerDb.connection().execute(async (db) => {
    await sql`begin`.execute(db);
    // Without the triggers that refuse it.
    await sql`set local session_replication_role = replica`.execute(db);
    await sql.raw(change).execute(db);
    const services = {
      ...world.services,
      chain: { ...chain, genesisHash: async () => "another" },
      db,
      databaseNow: async () => now,
    };
    const { problems } = await auditReserves(services, { pauseMs: 0 });
    await sql`rollback`.execute(db);
    return problems.filter((one) => one.finding === finding).map(({ subject }) => subject.replace(/\d{4,}$/, "…"));
  });
}

describe("the audit of the books", () => {
  it("finds nothing if stakes and rewards are correct", async () => {
    for (const finding of ["STAKE", "REWARDS", "OVERDUE"] as const)
      expect(await found(finding, "select 1")).toEqual([]);
  });

  it.each([
    [
      "a stake that its account doesn't hold",
      "update stakes set amount = amount + 1",
      ["changes of member …", "stake of member …"],
    ],
    ["a stake without its change", "update stakes set version = 1", ["changes of member …"]],
    [
      "a change that was posted differently",
      "update stake_changes set stake_after = 1 where version = 1",
      ["change 1 of member …"],
    ],
  ])("finds %s", async (_, change, subjects) => {
    expect(await found("STAKE", change)).toEqual(subjects);
  });

  const day = "rewards of 2026-03-02";
  it.each([
    ["a day that claims it paid a different amount", "update reward_days set paid = 1 where paid > 0", [day, day]],
    ["a day that claims it paid other members", "update reward_days set paid_members = 2 where paid > 0", [day]],
    ["payments that were made differently", "update reward_payments set amount = 1", [day]],
    ["a day that was paid but isn't recorded", "delete from reward_days where paid > 0", [day]],
  ])("finds %s", async (_, change, subjects) => {
    expect(await found("REWARDS", change)).toEqual(subjects);
  });

  it("finds a day that was begun hours ago and isn't done", async () => {
    const later = new Date("2026-03-03T04:00:00Z");
    expect(await found("OVERDUE", "update reward_days set state = 'OPEN' where paid > 0", later)).toEqual([day]);
    expect(await found("OVERDUE", "update reward_days set state = 'OPEN' where paid > 0")).toEqual([]);
  });
});
