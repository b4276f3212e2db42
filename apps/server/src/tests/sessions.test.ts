import { createHash } from "node:crypto";
import { DAY_MS, SESSION } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ask, browser, call, HOST, ORIGIN, ok, refused, sessionCookie } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

const login = (app = t) => call(app, "POST", "/auth/login", { body: { email: ada.email, password: TEST_PASSWORD } });
const me = (headers: Record<string, string>) => call(t, "GET", "/auth/me", { headers });

/** The id in the cookie, without its signature. */
const idOf = (cookie: string) => decodeURIComponent(cookie.replace("bbux_session=", "")).split(".")[0] ?? "";
const hashOf = (cookie: string) => createHash("sha256").update(idOf(cookie)).digest();
const days = (n: number) => new Date(Date.now() + n * DAY_MS);

async function age(cookie: string, values: { created_at?: Date; expires_at?: Date }): Promise<void> {
  const changed = await t.database.ownerDb
    .updateTable("sessions")
    .set(values)
    .where("id_hash", "=", hashOf(cookie))
    .executeTakeFirstOrThrow();
  expect(changed.numUpdatedRows).toBe(1n);
}

async function expiryOf(cookie: string): Promise<number> {
  const row = await t.database.db
    .selectFrom("sessions")
    .select("expires_at")
    .where("id_hash", "=", hashOf(cookie))
    .executeTakeFirstOrThrow();
  return (row.expires_at.getTime() - Date.now()) / DAY_MS;
}

describe("the session cookie", () => {
  it("is HttpOnly, SameSite=Lax, for the whole site, for 30 days, and not Secure over http [C7.05]", async () => {
    const response = await login();
    const cookie = response.cookies.find(({ name }) => name === "bbux_session");
    expect(cookie).toMatchObject({ path: "/", httpOnly: true, sameSite: "Lax" });
    expect(cookie?.secure).toBeUndefined();
    const life = (cookie?.expires?.getTime() ?? 0) - Date.now();
    expect(Math.round(life / DAY_MS)).toBe(30);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("is Secure in production [C7.05]", async () => {
    const env = {
      NODE_ENV: "production",
      SESSION_SECRET: "x".repeat(32),
      PLATFORM_WALLET_SECRET: "x",
      PUBLIC_ORIGIN: "https://bbux.example",
      RATE_LIMITS: "on",
    };
    const production = await createTestApp({ env });
    try {
      const body = { username: "bob", email: "bob@x.org", password: TEST_PASSWORD };
      const response = await call(production, "POST", "/auth/signup", { body });
      ok(response);
      const cookies = [response.headers["set-cookie"]].flat();
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    } finally {
      await production.close();
    }
  });

  it("is stored in the database only as a hash, which doesn't work as a session id [M8.21]", async () => {
    const { cookie = "" } = await browser(t, ada);
    const rows = await t.database.db.selectFrom("sessions").selectAll().execute();
    const stored = JSON.stringify(rows.map((row) => ({ ...row, id_hash: row.id_hash.toString("hex") })));
    expect(stored).toContain(hashOf(cookie).toString("hex"));
    expect(stored).not.toContain(idOf(cookie));
    expect(stored).not.toContain(ada.token);
    for (const { id_hash } of rows) {
      const id = id_hash.toString("hex");
      refused(await me({ authorization: `Bearer ${id}` }), 401, "UNAUTHENTICATED");
      refused(await me({ cookie: `bbux_session=${id}`, host: HOST }), 401, "UNAUTHENTICATED");
      const signed = encodeURIComponent(t.app.signCookie(id));
      refused(await me({ cookie: `bbux_session=${signed}`, host: HOST }), 401, "UNAUTHENTICATED");
    }
  });

  it("with a foreign signature is dead", async () => {
    const headers = await browser(t, ada);
    const forged = `${headers.cookie?.slice(0, -4)}AAAA`;
    refused(await me({ ...headers, cookie: forged }), 401, "UNAUTHENTICATED");
  });

  it("that has expired is dead, and is deleted [M8.21]", async () => {
    const headers = await browser(t, ada);
    await age(headers.cookie ?? "", { expires_at: days(-0.001) });
    refused(await me(headers), 401, "UNAUTHENTICATED");
    const left = t.database.db
      .selectFrom("sessions")
      .select("kind")
      .where("id_hash", "=", hashOf(headers.cookie ?? ""));
    expect(await left.execute()).toEqual([]);
  });

  it("is renewed and sent again once half its lifetime has passed, not before", async () => {
    const headers = await browser(t, ada);
    const cookie = headers.cookie ?? "";
    await age(cookie, { expires_at: days(SESSION.cookieDays / 2 + 1) });
    expect(sessionCookie(await me(headers))).toBeNull();

    await age(cookie, { expires_at: days(SESSION.cookieDays / 2 - 1) });
    const response = await me(headers);
    ok(response);
    expect(sessionCookie(response)).toBe(cookie);
    expect(response.headers["set-cookie"]).toMatch(/HttpOnly; SameSite=Lax/);
    expect(await expiryOf(cookie)).toBeGreaterThan(SESSION.cookieDays - 1);
  });

  it("ends 90 days after sign-in, however often it was renewed [M8.21]", async () => {
    const headers = await browser(t, ada);
    const cookie = headers.cookie ?? "";
    await age(cookie, { created_at: days(-89.9), expires_at: days(20) });
    ok(await me(headers));
    await age(cookie, { created_at: days(-90.001), expires_at: days(20) });
    refused(await me(headers), 401, "UNAUTHENTICATED");
  });
});

describe("the bearer token", () => {
  it("is never renewed [C7.07]", async () => {
    const { token } = ok(await login());
    const soon = new Date(Date.now() + 60_000);
    const hash = createHash("sha256").update(token).digest();
    await t.database.ownerDb.updateTable("sessions").set({ expires_at: soon }).where("id_hash", "=", hash).execute();
    ok(await me({ authorization: `Bearer ${token}` }));
    const row = await t.database.db
      .selectFrom("sessions")
      .select("expires_at")
      .where("id_hash", "=", hash)
      .executeTakeFirstOrThrow();
    expect(row.expires_at).toEqual(soon);
  });

  it("takes precedence over a cookie sent with it", async () => {
    const bob = await t.member("bob");
    const cookie = await browser(t, ada);
    expect(ok(await me({ ...cookie, ...bob.headers })).user.username).toBe("bob");
    refused(await me({ ...cookie, authorization: `Bearer ${"dead".repeat(10)}` }), 401, "UNAUTHENTICATED");
  });

  it("and the cookie allow the same calls [M6.17 M7.01]", async () => {
    await t.database.ownerDb.insertInto("tags").values({ name: "money" }).execute();
    const cookie = await browser(t, ada);
    const postId = await ask(t, ada);
    const calls: ["GET" | "POST" | "PUT" | "DELETE", string, object?][] = [
      ["GET", "/auth/me"],
      ["GET", "/wallet"],
      ["POST", `/posts/${postId}/answers`, { content: "x" }],
      ["POST", `/posts/${postId}/comments`, { content: "x" }],
      ["POST", "/posts", { title: "t", content: "c", tags: ["money"] }],
      ["PUT", `/posts/${postId}`, { title: "t", content: "c" }],
    ];
    for (const [method, path, body] of calls) {
      const json = body ? { body } : {};
      if (method !== "PUT") ok(await call(t, method, path, { ...json, as: ada }));
      ok(await call(t, method, path, { ...json, headers: cookie }));
    }
    const second = await ask(t, ada);
    ok(await call(t, "DELETE", `/posts/${postId}`, { headers: cookie }));
    ok(await call(t, "DELETE", `/posts/${second}`, { as: ada }));
  });
});

describe("a browser whose session its member ends in the settings", () => {
  const BROWSER = { host: HOST, origin: ORIGIN };
  const signIn = async (member: TestMember, userAgent: string, cookie = "") => {
    const headers = { ...BROWSER, cookie, "user-agent": userAgent };
    const body = { email: member.email, password: TEST_PASSWORD };
    const entered = await call(t, "POST", "/auth/login", { headers, body });
    ok(entered);
    return entered;
  };
  const deviceOf = ({ cookies }: Awaited<ReturnType<typeof call>>) =>
    `bbux_device=${encodeURIComponent(cookies.find(({ name }) => name === "bbux_device")?.value ?? "")}`;

  it("is unknown then, so that its next sign-in is told; the browser that ended it is known", async () => {
    const owner = await t.member("ends_one");
    const past = new Date(Date.now() - DAY_MS);
    await t.database.ownerDb.updateTable("users").set({ created_at: past }).where("id", "=", owner.id).execute();
    const told = async () => {
      const { events } = ok(await call(t, "GET", "/auth/security-events", { as: owner }));
      return events.filter(({ kind }: { kind: string }) => kind === "signed_in").length;
    };
    const theirs = deviceOf(await signIn(owner, "theirs"));
    const entered = await signIn(owner, "own");
    const headers = { ...BROWSER, cookie: `${sessionCookie(entered)}; ${deviceOf(entered)}` };
    const { sessions } = ok(await call(t, "GET", "/auth/sessions", { headers }));
    const { id } = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === "theirs");
    const ended = await call(t, "DELETE", `/auth/sessions/${id}`, { headers });
    ok(ended);
    expect(await told()).toBe(2);
    await signIn(owner, "own, later", deviceOf(ended));
    expect(await told()).toBe(2);
    await signIn(owner, "theirs, later", theirs);
    expect(await told()).toBe(3);
  });

  it("makes no browser known that wasn't, so that a copied cookie of a session gains nothing", async () => {
    const owner = await t.member("copied_cookie");
    const entered = await signIn(owner, "own");
    await signIn(owner, "other");
    const headers = { ...BROWSER, cookie: `${sessionCookie(entered)}` };
    const { sessions } = ok(await call(t, "GET", "/auth/sessions", { headers }));
    const { id } = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === "other");
    const ended = await call(t, "DELETE", `/auth/sessions/${id}`, { headers });
    ok(ended);
    expect(ended.cookies.map(({ name }) => name)).not.toContain("bbux_device");
  });
});

describe("a role", () => {
  it("is one of user, moderator, and admin, and applies from the next call on [M6.01 C3.02]", async () => {
    for (const role of ["moderator", "admin", "user"]) {
      await t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", ada.id).execute();
      expect(ok(await me(ada.headers)).user.role).toBe(role);
    }
    const other = t.database.ownerDb.updateTable("users").set({ role: "owner" }).where("id", "=", ada.id);
    await expect(other.execute()).rejects.toThrow(/check constraint/);
  });
});

describe("every API response", () => {
  it("is never cached, and is read only as its own type", async () => {
    for (const path of ["/auth/me", "/posts", "/nope"]) {
      const { headers } = await call(t, "GET", path, { headers: { host: HOST, origin: ORIGIN } });
      expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    }
  });
});
