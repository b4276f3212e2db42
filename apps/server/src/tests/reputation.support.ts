import { UNIT } from "@bbux/contract";
import { expect } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

/** An app with a tag, and Ada, who has 1,000 BBUX. */
export async function startReputation() {
  const t = await createTestApp();
  await createTag(t.database, "money");
  const ada = await t.member("ada", { balance: 1_000n * UNIT });
  let count = 0;
  return { t, ada, someone: () => t.member(`member${count++}`, { balance: 100n * UNIT }) };
}

interface Entry {
  readonly action: string;
  readonly points: number;
}

/** The member's rows, earliest first, without those for daily visits. */
export async function historyOf(t: TestApp, member: TestMember): Promise<string[]> {
  const { entries } = ok(await call(t, "GET", "/profile/activity?limit=100", { as: member }));
  return entries
    .filter(({ action }: Entry) => action !== "DAILY_LOGIN" && action !== "WEEKLY_STREAK")
    .map(({ action, points }: Entry) => `${action} ${points > 0 ? "+" : ""}${points}`)
    .reverse();
}

/** The member's points, which must be the sum of their rows. */
export async function pointsOf(t: TestApp, member: TestMember): Promise<number> {
  const me = ok(await call(t, "GET", "/auth/me", { as: member })).user;
  const rows = await t.database.db
    .selectFrom("reputation_events")
    .select((eb) => eb.fn.sum("points").as("sum"))
    .where("user_id", "=", member.id)
    .executeTakeFirst();
  expect(me.reputationPoints, "points are the sum of the rows [C1.11]").toBe(Number(rows?.sum ?? 0));
  return me.reputationPoints;
}

export const vote = async (t: TestApp, as: TestMember, path: string, value: number) =>
  ok(await call(t, "POST", `${path}/vote`, { as, body: { value } }));
