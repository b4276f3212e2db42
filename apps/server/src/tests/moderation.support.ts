import { type CounterMismatch, checkCounters } from "@bbux/api/operator";
import { UNIT } from "@bbux/contract";
import { audit } from "@bbux/ledger";
import { expect } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, type Response } from "./support.ts";

export const REASON = "Not what this place is for";

/** An app with two moderators, an admin, an asker with 1,000 BBUX, a helper, and a reader. */
export interface Court {
  readonly t: TestApp;
  readonly mona: TestMember;
  readonly milo: TestMember;
  readonly root: TestMember;
  readonly asker: TestMember;
  readonly helper: TestMember;
  readonly reader: TestMember;
  stop(): Promise<void>;
}

export async function createCourt(env?: Record<string, string>): Promise<Court> {
  const t = await createTestApp(env ? { env } : {});
  await createTag(t.database, "money");
  await createTag(t.database, "news");
  const { mona, milo, root } = await staff(t);
  const asker = await t.member("asker", { balance: 1_000n * UNIT });
  return {
    t,
    mona,
    milo,
    root,
    asker,
    helper: await t.member("helper"),
    reader: await t.member("reader"),
    stop: () => t.close(),
  };
}

/** Signs up two moderators and an admin. */
export async function staff(t: TestApp): Promise<Pick<Court, "mona" | "milo" | "root">> {
  return {
    mona: await judge(t, "mona", "moderator"),
    milo: await judge(t, "milo", "moderator"),
    root: await judge(t, "root_admin", "admin"),
  };
}

/** Members confirm who they are, which they did too long ago when time has passed. */
export async function prove(t: TestApp, ...members: readonly TestMember[]): Promise<void> {
  for (const as of members) ok(await call(t, "POST", "/auth/step-up", { as, body: { password: TEST_PASSWORD } }));
}

/** Signs up a member with a role. */
export async function judge(t: TestApp, name: string, role: "moderator" | "admin"): Promise<TestMember> {
  const member = await t.member(name);
  await t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", member.id).execute();
  return member;
}

export type Kind = "post" | "answer" | "comment" | "user" | "message";
/** A target of moderation, as the calls identify it. */
export interface Thing {
  readonly targetType: Kind;
  readonly targetId: string;
}
export const thing = (targetType: Kind, targetId: string): Thing => ({ targetType, targetId });

export const flag = (t: TestApp, as: TestMember, on: Thing, reason = "SPAM") =>
  call(t, "POST", "/flags", { as, body: { ...on, reason } });
export const moderate = (
  t: TestApp,
  as: TestMember,
  act: "hide" | "restore" | "dismiss" | "uphold",
  on: Thing,
  more: object = {},
) => call(t, "POST", `/moderation/${act}`, { as, body: { ...on, reason: REASON, ...more } });
export const close = (t: TestApp, as: TestMember, id: string) =>
  call(t, "POST", `/posts/${id}/close`, { as, body: { reason: REASON } });
export const suspend = (t: TestApp, as: TestMember, id: string, votingFraud = false) =>
  call(t, "POST", `/moderation/users/${id}/suspend`, { as, body: { reason: REASON, votingFraud } });
export const freeze = (t: TestApp, as: TestMember, id: string) =>
  call(t, "POST", `/moderation/users/${id}/freeze-withdrawals`, { as, body: { reason: REASON, days: 1 } });
export const unfreeze = (t: TestApp, as: TestMember, id: string) =>
  call(t, "POST", `/moderation/users/${id}/unfreeze-withdrawals`, { as, body: { reason: REASON } });
export const unsuspend = (t: TestApp, as: TestMember, id: string, overturned = false) =>
  call(t, "POST", `/moderation/users/${id}/unsuspend`, { as, body: { reason: REASON, overturned } });
export const appeal = (t: TestApp, as: TestMember, id: string) =>
  call(t, "POST", `/moderation/hidden/${id}/appeal`, { as, body: { reason: "It is about money" } });
export const decide = (t: TestApp, as: TestMember, id: string, decision: "grant" | "deny") =>
  call(t, "POST", `/moderation/appeals/${id}/decision`, { as, body: { decision, note: "Seen again" } });
export const accept = (t: TestApp, as: TestMember, postId: string, answerId: string) =>
  call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as });
export const vote = (t: TestApp, as: TestMember, path: string, value: number) =>
  call(t, "POST", `${path}/vote`, { as, body: { value } });

export async function comment(t: TestApp, as: TestMember, postId: string, content = "Hm"): Promise<string> {
  return ok(await call(t, "POST", `/posts/${postId}/comments`, { as, body: { content } })).comment.id;
}

/** Hides a target. @returns the id of the hiding */
export async function hidden(t: TestApp, as: TestMember, on: Thing, more?: object): Promise<string> {
  ok(await moderate(t, as, "hide", on, more));
  const row = await t.database.db
    .selectFrom("hidden_content")
    .select("id")
    .where("target_id", "=", on.targetId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** One of the asker's posts, hidden by a moderator and appealed by the asker. */
export async function appealed({ t, mona, asker }: Court): Promise<{ postId: string; id: string }> {
  const postId = await ask(t, asker);
  const id = await hidden(t, mona, thing("post", postId));
  ok(await appeal(t, asker, id));
  return { postId, id };
}

/** A member's reputation rows caused by moderators. */
export async function penalties(t: TestApp, member: TestMember): Promise<[string, number][]> {
  const rows = await t.database.db
    .selectFrom("reputation_events")
    .select(["action", "points"])
    .where("user_id", "=", member.id)
    .where("action", "in", ["CONTENT_FLAGGED", "SPAM_OR_ABUSE", "SUSPENDED"])
    .orderBy("id")
    .execute();
  return rows.map(({ action, points }) => [action, points]);
}

/** Audit log entries about a member or target, oldest first. */
export async function acts(t: TestApp, targetId: string): Promise<(string | null)[][]> {
  const rows = await t.database.db
    .selectFrom("audit_log as l")
    .leftJoin("users as u", "u.id", "l.actor_id")
    .select(["u.username", "l.action", "l.reason"])
    .where("l.target_id", "=", targetId)
    .orderBy("l.id")
    .execute();
  return rows.map(({ username, action, reason }) => [username, action, reason]);
}

/** Asserts that every counter matches its count, and that the books are right. */
export async function sound(t: TestApp): Promise<void> {
  const none: CounterMismatch[] = [];
  expect((await checkCounters(t.database.db)).mismatches).toEqual(none);
  await soundBooks(t);
}

/** Same for tests that have set counters themselves. */
export async function soundBooks(t: TestApp): Promise<void> {
  expect((await audit(t.database.ownerDb)).problems).toEqual([]);
}

export const statuses = (responses: readonly Response[]) => responses.map(({ statusCode }) => statusCode).sort();

/** A page of the queue, as a moderator sees it. */
export const queueOf = async ({ t, mona }: Court, query = "") =>
  ok(await call(t, "GET", `/moderation/flags${query}`, { as: mona }));

/** The case about this target, if the queue has one. */
export const caseOf = async (court: Court, targetId: string, query = "") =>
  (await queueOf(court, `?limit=100${query}`)).cases.find(
    (one: { target: { id: string } }) => one.target.id === targetId,
  );
