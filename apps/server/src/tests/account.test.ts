import { finishClosings } from "@bbux/api";
import { SESSION, UNIT } from "@bbux/contract";
import { audit, balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { endDays } from "./closing.support.ts";
import { answer, ask, browser, call, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
});
afterAll(() => t.close());

let count = 0;
const someone = (balance = 0n) => t.member(`leaver${count++}`, { balance });

describe("a member's sign-ins", () => {
  const list = async (as: TestMember) => ok(await call(t, "GET", "/auth/sessions", { as })).sessions;
  const login = async (member: TestMember, userAgent: string): Promise<TestMember> => {
    const body = { email: member.email, password: TEST_PASSWORD };
    const { token } = ok(await call(t, "POST", "/auth/login", { body, headers: { "user-agent": userAgent } }));
    return { ...member, token, headers: { authorization: `Bearer ${token}` } };
  };

  it("are listed with their device, the current one marked, and can be ended one at a time", async () => {
    const bob = await someone();
    const phone = await login(bob, "Phone/1.0");
    const sessions = await list(phone);
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      current: true,
      kind: "cookie",
      userAgent: "Phone/1.0",
      network: "127.0.0.0/24",
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(sessions)).not.toContain(phone.token);
    ok(await call(t, "DELETE", `/auth/sessions/${sessions[0].id}`, { as: bob }));
    refused(await call(t, "GET", "/auth/me", { as: phone }), 401, "UNAUTHENTICATED");
    expect(await list(bob)).toHaveLength(2);
  });

  it("begin with the current one, then the last used, whose time is written at most every few minutes", async () => {
    const bob = await someone();
    const [phone, laptop] = [await login(bob, "Phone"), await login(bob, "Laptop")];
    const agents = async () => (await list(bob)).map(({ userAgent }: { userAgent: string }) => userAgent);
    const usedAgo = (minutes: number, agent: string) =>
      t.database.ownerDb
        .updateTable("sessions")
        .set({ used_at: sql`clock_timestamp() - make_interval(mins => ${minutes})` })
        .where("user_id", "=", bob.id)
        .where("user_agent", "=", agent)
        .execute();
    await usedAgo(60, "Phone");
    await usedAgo(30, "Laptop");
    expect((await list(bob))[0].current).toBe(true);
    expect((await agents()).filter((agent: string) => agent === "Phone" || agent === "Laptop")).toEqual([
      "Laptop",
      "Phone",
    ]);
    ok(await call(t, "GET", "/auth/me", { as: phone }));
    expect((await agents()).filter((agent: string) => agent === "Phone" || agent === "Laptop")).toEqual([
      "Phone",
      "Laptop",
    ]);
    const usedAt = async () =>
      (await list(bob)).find(({ userAgent }: { userAgent: string }) => userAgent === "Laptop").lastUsedAt;
    await usedAgo(SESSION.useMinutes - 1, "Laptop");
    const before = await usedAt();
    ok(await call(t, "GET", "/auth/me", { as: laptop }));
    expect(await usedAt()).toBe(before);
    await usedAgo(SESSION.useMinutes + 1, "Laptop");
    ok(await call(t, "GET", "/auth/me", { as: laptop }));
    expect(Date.parse(await usedAt())).toBeGreaterThan(Date.parse(before));
  });

  it("of before that was recorded show neither until they are used", async () => {
    const bob = await someone();
    const phone = await login(bob, "Phone");
    await t.database.ownerDb
      .updateTable("sessions")
      .set({ network: null, used_at: null })
      .where("user_id", "=", bob.id)
      .execute();
    const of = async (agent: string) =>
      (await list(bob)).find(({ userAgent }: { userAgent: string }) => userAgent === agent);
    expect(await of("Phone")).toMatchObject({ network: null, lastUsedAt: null });
    ok(await call(t, "GET", "/auth/me", { as: phone }));
    expect(await of("Phone")).toMatchObject({ network: null, lastUsedAt: expect.stringMatching(/Z$/) });
  });

  it("include a client that has only its refresh token left", async () => {
    const bob = await someone();
    await t.database.ownerDb.deleteFrom("sessions").where("user_id", "=", bob.id).execute();
    const phone = await login(bob, "Phone");
    const left = (await list(phone)).filter(({ current }: { current: boolean }) => !current);
    expect(left).toEqual([expect.objectContaining({ kind: "bearer", userAgent: null })]);
    ok(await call(t, "DELETE", `/auth/sessions/${left[0].id}`, { as: phone }));
    refused(
      await call(t, "POST", "/auth/refresh", { body: { refreshToken: bob.refreshToken } }),
      401,
      "UNAUTHENTICATED",
    );
  });

  it("of another member, and invalid ones, return not found", async () => {
    const [bob, eve] = [await someone(), await someone()];
    const [first] = await list(bob);
    for (const id of [first.id, "00000000-0000-4000-8000-000000000000", "x", "'; --"]) {
      refused(await call(t, "DELETE", `/auth/sessions/${encodeURIComponent(id)}`, { as: eve }), 404, "NOT_FOUND");
    }
    ok(await call(t, "GET", "/auth/me", { as: bob }));
    refused(await call(t, "GET", "/auth/sessions"), 401, "UNAUTHENTICATED");
  });

  it("other than the current one can be ended together", async () => {
    const bob = await someone();
    const [phone, laptop] = [await login(bob, "Phone"), await login(bob, "Laptop")];
    expect(ok(await call(t, "POST", "/auth/sessions/end-others", { as: phone }))).toMatchObject({
      success: true,
      ended: 3,
    });
    refused(await call(t, "GET", "/auth/me", { as: laptop }), 401, "UNAUTHENTICATED");
    refused(
      await call(t, "POST", "/auth/refresh", { body: { refreshToken: bob.refreshToken } }),
      401,
      "UNAUTHENTICATED",
    );
    expect(await list(phone)).toHaveLength(1);
  });

  it("don't pile up when a browser signs in again", async () => {
    const bob = await someone();
    const first = await browser(t, bob);
    const before = (await list(bob)).length;
    const body = { email: bob.email, password: TEST_PASSWORD };
    ok(await call(t, "POST", "/auth/login", { body, headers: first }));
    expect(await list(bob)).toHaveLength(before);
    refused(await call(t, "GET", "/auth/me", { headers: first }), 401, "UNAUTHENTICATED");
  });
});

describe("closing the account", () => {
  const close = (as: TestMember, more: object = {}) =>
    call(t, "POST", "/auth/delete-account", { as, body: { password: TEST_PASSWORD, ...more } });

  it("removes the member's identity and keeps what they wrote", async () => {
    const bob = await someone();
    ok(await call(t, "POST", "/profile", { as: bob, body: { firstName: "Bob", bio: "Secret" } }));
    const postId = await ask(t, bob, { title: "Stays" });
    ok(await call(t, "POST", "/bookmarks/toggle", { as: bob, body: { postId } }));
    await answer(t, ada, postId);
    ok(await close(bob));
    refused(await call(t, "GET", "/auth/me", { as: bob }), 401, "UNAUTHENTICATED");
    for (const name of [bob.username, bob.id, `deleted-${bob.id}`]) {
      refused(await call(t, "GET", `/users/${name}`), 404, "NOT_FOUND");
    }
    const { post } = ok(await call(t, "GET", `/posts/${postId}`));
    expect(post).toMatchObject({ title: "Stays", author: { username: `deleted-${bob.id}`, profilePicture: null } });
    const login = { email: bob.email, password: TEST_PASSWORD };
    refused(await call(t, "POST", "/auth/login", { body: login }), 401, "INVALID_CREDENTIALS");
    const row = await t.database.db.selectFrom("users").selectAll().where("id", "=", bob.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email: null, password_hash: null, profile: {}, profile_picture: null, settings: {} });
    const signup = { email: "new@example.org", password: TEST_PASSWORD, username: `deleted-${bob.id}` };
    refused(await call(t, "POST", "/auth/signup", { body: signup }), 422, "VALIDATION_ERROR");
    // The email address can be used again.
    ok(await call(t, "POST", "/auth/signup", { body: { ...login, username: `again${bob.id}` } }));
  });

  it("requires the password", async () => {
    const bob = await someone();
    refused(await close(bob, { password: "wrong" }), 400, "WRONG_PASSWORD");
    refused(await call(t, "POST", "/auth/delete-account", { body: { password: "x" } }), 401, "UNAUTHENTICATED");
    ok(await call(t, "GET", "/auth/me", { as: bob }));
  });

  it("is refused while the account holds BBUX, unless it goes to the treasury, and the books balance", async () => {
    const bob = await someone(3n * UNIT);
    const { details } = refused(await close(bob), 409, "ACCOUNT_HAS_FUNDS");
    expect(details).toEqual({ balance: "3" });
    const before = await balanceOf(t.database.db, "treasury", "platform");
    ok(await close(bob, { forfeitBalance: true }));
    await endDays(t, bob);
    expect(await finishClosings(t.services)).toBe(1);
    expect(await balanceOf(t.database.db, "treasury", "platform")).toBe(before + 3n * UNIT);
    expect(await balanceOf(t.database.db, "member", bob.id)).toBe(0n);
    expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  });

  it("is refused while one of the member's bounties is unsettled", async () => {
    const bob = await someone(2n * UNIT);
    const postId = await ask(t, bob, { bountyAmount: 1 });
    const { details } = refused(await close(bob, { forfeitBalance: true }), 409, "ACCOUNT_HAS_BOUNTIES");
    expect(details).toEqual({ postId });
  });

  it("is refused while a withdrawal isn't final, because its money may come back", async () => {
    const bob = await someone(2n * UNIT);
    const destinationAddress = "9cApTLsf4sWqkW6YydNiqWnJFRdgMdxyLwJYVd7UYf24";
    const asked = await call(t, "POST", "/wallet/withdraw", { as: bob, body: { amount: 2, destinationAddress } });
    const { transactionId } = ok(asked);
    const { details } = refused(await close(bob), 409, "ACCOUNT_HAS_WITHDRAWALS");
    expect(details).toEqual({ transactionId });
  });

  it("is refused for the last admin", async () => {
    const boss = await someone();
    await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", boss.id).execute();
    refused(await close(boss), 409, "LAST_ADMIN");
    const other = await someone();
    await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", other.id).execute();
    ok(await close(boss));
    refused(await close(other), 409, "LAST_ADMIN");
  });

  it("keeps a bounty from being paid to a former member and lets the asker choose another answer", async () => {
    const bob = await someone();
    const postId = await ask(t, ada, { bountyAmount: 1 });
    const answerId = await answer(t, bob, postId);
    ok(await close(bob));
    await endDays(t, bob);
    expect(await finishClosings(t.services)).toBe(1);
    refused(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }), 409, "CONFLICT");
    const cleo = await someone();
    const other = await answer(t, cleo, postId);
    ok(await call(t, "POST", `/posts/${postId}/answers/${other}/accept`, { as: ada }));
    expect(await balanceOf(t.database.db, "member", cleo.id)).toBe(UNIT);
  });

  it("while a bounty is being paid pays or refuses it, and never loses it", { tags: "proof" }, async () => {
    for (let round = 0; round < 8; round++) {
      const bob = await someone();
      const postId = await ask(t, ada, { bountyAmount: 0.5 });
      const answerId = await answer(t, bob, postId);
      ok(await close(bob));
      await endDays(t, bob);
      const before = await balanceOf(t.database.db, "treasury", "platform");
      const [accepted, closed] = await Promise.all([
        call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }),
        finishClosings(t.services),
      ]);
      const given = (await balanceOf(t.database.db, "treasury", "platform")) - before;
      expect(closed).toBe(1);
      expect([accepted.statusCode, given]).toEqual(accepted.statusCode === 200 ? [200, UNIT / 2n] : [409, 0n]);
    }
    expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  });
});

describe("exporting a member's data", () => {
  it("returns everything stored about the member as one document, and nothing about anyone else", async () => {
    const bob = await someone(2n * UNIT);
    const cleo = await t.member(`cleo${count++}`);
    const postId = await ask(t, bob, { title: "Mine", content: "With “quotes” and\nlines", bountyAmount: 1 });
    const answerId = await answer(t, bob, await ask(t, ada));
    ok(await call(t, "POST", "/bookmarks/toggle", { as: bob, body: { postId } }));
    ok(await call(t, "POST", `/posts/${await ask(t, ada)}/vote`, { as: bob, body: { value: 1 } }));
    const rating = { ratedUserId: bob.id, rating: 3, reason: "Late" };
    ok(await call(t, "POST", "/integrity/rate", { as: cleo, body: rating }));
    const response = await call(t, "GET", "/profile/export", { as: bob });
    expect(response.headers["content-disposition"]).toMatch(new RegExp(`^attachment; filename="bbux-${bob.username}-`));
    const data = ok(response);
    expect(data.account).toMatchObject({ username: bob.username, email: bob.email, integrity_score: 3 });
    expect(data.posts).toEqual([
      expect.objectContaining({ id: postId, content: "With “quotes” and\nlines", tags: ["money"] }),
    ]);
    expect(data.answers).toEqual([expect.objectContaining({ id: answerId })]);
    expect([data.bookmarks.length, data.votes.length, data.comments.length]).toEqual([1, 1, 0]);
    expect(data.ratingsReceived).toEqual([expect.objectContaining({ rating: 3, reason: "Late" })]);
    expect(data.transactions.map((line: { amount_base_units: string }) => line.amount_base_units)).toEqual([
      "2000000000",
      "-1050000000",
    ]);
    expect(data.reputation.length).toBeGreaterThan(3);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(response.body).not.toMatch(/password_hash|argon2|token_hash|id_hash/);
    expect(response.body).not.toContain(cleo.email);
    refused(await call(t, "GET", "/profile/export"), 401, "UNAUTHENTICATED");
  });
});
