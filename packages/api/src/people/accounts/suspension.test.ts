import type { ReputationAction } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operator } from "../../operator.ts";
import { noSignals } from "../../platform/signals/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { award, engaged, flagged } from "../reputation/index.ts";
import { suspend, unsuspend } from "./suspension.commands.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

let count = 0;
async function member(role = "user") {
  const username = `member${count++}`;
  const { id } = await base.ownerDb
    .insertInto("users")
    .values({ username, role, solana_address: username })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, username };
}

async function rows(id: string): Promise<[string, number][]> {
  const events = await base.db
    .selectFrom("reputation_events")
    .select(["action", "points"])
    .where("user_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const { reputation_points } = await base.db
    .selectFrom("users")
    .select("reputation_points")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(reputation_points).toBe(events.reduce((sum, { points }) => sum + points, 0));
  return events.map(({ action, points }) => [action, points]);
}

const act = { actor: null, reason: "Spam", votingFraud: false };

describe("a suspension", () => {
  it("costs 100 points once, even with concurrent calls, and returns them only when overturned [M9.23]", async () => {
    const { id, username } = await member();
    const at = (minute: number) => ({ ...operator(base.db), now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => suspend(at(0), { ...act, member: username.toUpperCase() })),
    );
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    await unsuspend(at(1), { ...act, member: username, overturned: false });
    expect(await rows(id)).toEqual([["SUSPENDED", -100]]);
    await suspend(at(2), { ...act, member: username });
    await unsuspend(at(3), { ...act, member: username, overturned: true });
    expect((await unsuspend(at(4), { ...act, member: username, overturned: true })).changed).toBe(false);
    expect(await rows(id)).toEqual([
      ["SUSPENDED", -100],
      ["SUSPENDED", -100],
      ["SUSPENDED", 100],
    ]);
  });

  it("can be said to be for voting fraud later, once by each who finds it, and costs nothing more", async () => {
    const { id, username } = await member();
    const { id: finder } = await member("moderator");
    const at = (minute: number) => ({ ...operator(base.db), now: () => new Date(Date.UTC(2026, 0, 2, 0, minute)) });
    const find = (minute: number, actor: { id: string; role: "moderator" } | null = null) =>
      suspend(at(minute), { ...act, actor, member: username, votingFraud: true });
    const findings = async () =>
      (await base.db.selectFrom("voting_frauds").select("found_by").where("member_id", "=", id).execute()).length;
    await suspend(at(0), { ...act, member: username });
    const results = [await find(1), await find(2), await find(3, { id: finder, role: "moderator" })];
    expect(results.map(({ changed }) => changed)).toEqual([true, false, true]);
    expect([await findings(), await rows(id)]).toEqual([2, [["SUSPENDED", -100]]]);
    await unsuspend(at(4), { ...act, member: username, overturned: true });
    expect(await findings()).toBe(0);
  });

  it("requires an existing member who isn't an admin", async () => {
    const services = operator(base.db);
    await expect(suspend(services, { ...act, member: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { username } = await member("admin");
    await expect(suspend(services, { ...act, member: username })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("decisions about a member", () => {
  const give = (id: string, entries: Parameters<typeof award>[3]): Promise<readonly ReputationAction[]> =>
    withEffects({ db: base.db, signals: noSignals }, (trx, effects) => award(trx, effects, id, entries, new Date()));

  it("cost 10 for an upheld flag and 50 more for spam or abuse, once per target [M9.21 M9.22]", async () => {
    const { id } = await member();
    await Promise.all(Array.from({ length: 5 }, () => give(id, flagged("4711", null, true))));
    await give(id, flagged("4712", null, false));
    expect(await rows(id)).toEqual([
      ["CONTENT_FLAGGED", -10],
      ["SPAM_OR_ABUSE", -50],
      ["CONTENT_FLAGGED", -10],
    ]);
  });

  it("earn 5 for a vote on a refund or a proposal, once each [C9.32]", async () => {
    const { id } = await member();
    await Promise.all(Array.from({ length: 5 }, () => give(id, engaged("4711"))));
    await give(id, engaged("4712"));
    expect(await rows(id)).toEqual([
      ["COMMUNITY_ENGAGEMENT", 5],
      ["COMMUNITY_ENGAGEMENT", 5],
    ]);
  });
});
