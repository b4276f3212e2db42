/** @module-tag proof */

import { checkCounters } from "@bbux/api/operator";
import { UNIT } from "@bbux/contract";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { comment } from "./notifications.support.ts";
import { answer, ask, call, ok, type Response } from "./support.ts";

let t: TestApp;
let members: TestMember[];
beforeAll(async () => {
  t = await createTestApp();
  for (const name of ["money", "other"]) await createTag(t.database, name);
  members = [];
  for (let i = 0; i < 6; i++) members.push(await t.member(`member${i}`, { balance: 20n * UNIT }));
});
afterAll(() => t.close());

let turn = 0;
/** Cycles through a list, so every run does the same. */
function next<T>(list: readonly T[]): T {
  const item = list[turn++ % list.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
}

const deadlocks = async () => {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(t.database.ownerDb);
  return rows[0]?.n;
};

describe("a hundred concurrent actions on one post", () => {
  it("never deadlock, and leave counters, points, and books correct", async () => {
    for (let round = 0; round < 4; round++) {
      const [asker] = members as [TestMember];
      const postId = await ask(t, asker, { tags: round % 2 ? ["money", "other"] : ["other", "money"] });
      const answers: { id: string; as: TestMember }[] = [];
      const comments: { id: string; as: TestMember }[] = [];
      for (const as of members.slice(1, 5)) {
        answers.push({ as, id: await answer(t, as, postId) });
        comments.push({ as, id: await comment(t, as, postId) });
      }
      const acts: (() => Promise<Response>)[] = [];
      const act = (...args: Parameters<typeof call> extends [TestApp, ...infer Rest] ? Rest : never) =>
        acts.push(() => call(t, ...args));
      const path = `/posts/${postId}`;
      for (let i = 0; i < 20; i++) {
        const body = { value: next([1, -1, 0, 1, 1]) };
        act("POST", `${path}/comments/${next(comments).id}/vote`, { as: next(members), body });
        act("POST", `${path}/answers/${next(answers).id}/vote`, { as: next(members), body });
        act("POST", `${path}/vote`, { as: next(members), body });
        act("POST", `${path}/comments`, { as: next(members), body: { content: `@${next(members).username}, why?` } });
        if (i % 4 === 0) act("POST", `${path}/answers/${next(answers).id}/accept`, { as: asker });
        if (i % 4 === 1) act("POST", "/integrity/rate", { as: next(members), body: ratingOf(next(members)) });
        if (i % 4 === 2) act("POST", "/posts", { as: next(members), body: postOf(["money", "other"]) });
        if (i % 4 === 3) act("PUT", path, { as: asker, body: { ...postOf(["other"]) } });
      }
      for (const { id, as } of comments.slice(0, 2)) act("DELETE", `${path}/comments/${id}`, { as });
      for (const { id, as } of answers.slice(0, 2)) act("DELETE", `${path}/answers/${id}`, { as });
      const responses = await Promise.all(acts.map((run) => run()));
      expect(responses.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([]);
    }
    expect(await deadlocks()).toBe(0);
    expect((await checkCounters(t.database.ownerDb)).mismatches).toEqual([]);
    expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  });

  it("can be posts and edits with the same tags without a deadlock", async () => {
    for (let round = 0; round < 5; round++) {
      const mine = await Promise.all(
        members.map(async (as) => ({ as, postId: await ask(t, as, { tags: ["money", "other"] }) })),
      );
      const responses = await Promise.all(
        mine.flatMap(({ as, postId }, i) => [
          call(t, "PUT", `/posts/${postId}`, { as, body: postOf(["other"]) }),
          call(t, "POST", "/posts", { as, body: postOf(i % 2 ? ["money", "other"] : ["other", "money"]) }),
        ]),
      );
      for (const response of responses) ok(response);
    }
    expect(await deadlocks()).toBe(0);
    expect((await checkCounters(t.database.ownerDb)).mismatches).toEqual([]);
  });
});

describe("closing an account", () => {
  it("doesn't deadlock with the member's vote on an admin's content", async () => {
    const boss = await t.member("boss");
    await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", boss.id).execute();
    const postId = await ask(t, boss);
    const bob = await t.member("bob");
    // Both calls need the admin's row and wait here, so both are in progress when it becomes free.
    const held = await t.database.ownerDb.startTransaction().execute();
    await sql`select from users where id = ${boss.id} for no key update`.execute(held);
    const closed = call(t, "POST", "/auth/delete-account", { as: bob, body: { password: TEST_PASSWORD } });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_500))]);
    const voted = call(t, "POST", `/posts/${postId}/vote`, { as: bob, body: { value: 1 } });
    await Promise.race([voted, new Promise((resolve) => setTimeout(resolve, 500))]);
    await held.commit().execute();
    ok(await closed);
    expect([200, 401]).toContain((await voted).statusCode);
    expect(await deadlocks()).toBe(0);
  });

  it("doesn't deadlock with the exchange of a refresh token", async () => {
    const cleo = await t.member("cleo");
    const held = await t.database.ownerDb.startTransaction().execute();
    await sql`select from sessions where user_id = ${cleo.id} for update`.execute(held);
    const refreshed = call(t, "POST", "/auth/refresh", { body: { refreshToken: cleo.refreshToken } });
    await Promise.race([refreshed, new Promise((resolve) => setTimeout(resolve, 500))]);
    const closed = call(t, "POST", "/auth/delete-account", { as: cleo, body: { password: TEST_PASSWORD } });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_500))]);
    await held.commit().execute();
    // Each ends the session that the other one came with.
    const statuses = [(await refreshed).statusCode, (await closed).statusCode];
    expect([
      [200, 401],
      [401, 200],
    ]).toContainEqual(statuses);
    expect(await deadlocks()).toBe(0);
    const left = await t.database.ownerDb
      .selectFrom("sessions")
      .select("user_id")
      .where("user_id", "=", cleo.id)
      .execute();
    expect(left.length > 0).toBe(statuses[0] === 200);
  });
});

const postOf = (tags: string[]) => ({ title: "Another", content: "Tell me", tags });
const ratingOf = ({ id }: TestMember) => ({ ratedUserId: id, rating: 7, reason: "Kind" });
