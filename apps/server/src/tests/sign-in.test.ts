import { HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { browser, call, HOST, ORIGIN, ok, refused, refusesField, sessionCookie } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

const login = (body: object) => call(t, "POST", "/auth/login", { body });
const refresh = (refreshToken: unknown) => call(t, "POST", "/auth/refresh", { body: { refreshToken } });
const me = (headers: Record<string, string>) => call(t, "GET", "/auth/me", { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signIn = async () => ok(await login({ email: ada.email, password: TEST_PASSWORD }));

describe("signing in", () => {
  it("returns user, token, refresh token, and a cookie, without a session [C5.01 C7.12 C7.07 M7.28 M6.06]", async () => {
    const response = await login({ email: ada.email, password: TEST_PASSWORD });
    const body = ok(response);
    expect(body).toEqual({
      success: true,
      token: expect.any(String),
      refreshToken: expect.any(String),
      user: expect.objectContaining({ id: ada.id, username: "ada", email: ada.email }),
    });
    expect(sessionCookie(response)).not.toBeNull();
    expect(ok(await me(bearer(body.token))).user).toEqual(body.user);
  });

  it("ignores the case of the address [C5.43]", async () => {
    ok(await login({ email: " ADA@Example.ORG ", password: TEST_PASSWORD }));
  });

  it("gives the same response for a wrong password and an unknown address [M8.25]", async () => {
    const wrong = await login({ email: ada.email, password: "not the password" });
    const unknown = await login({ email: "nobody@example.org", password: "not the password" });
    expect(refused(wrong, 401, "INVALID_CREDENTIALS").error).toBe("Invalid email or password");
    expect(unknown.body).toBe(wrong.body);
    expect(unknown.statusCode).toBe(wrong.statusCode);
    expect(sessionCookie(unknown)).toBeNull();
  });

  it("hashes the password for an unknown address, too, so that the response takes as long", async () => {
    const verify = vi.spyOn(t.services.passwords, "verify");
    for (const email of [ada.email, "nobody@example.org"])
      refused(await login({ email, password: "not the password" }), 401, "INVALID_CREDENTIALS");
    expect(verify.mock.calls).toEqual([
      [expect.stringContaining("$argon2id$"), "not the password"],
      [null, "not the password"],
    ]);
  });

  it("for a member without a password (imported) is refused like a wrong one", async () => {
    await t.database.ownerDb
      .insertInto("users")
      .values({ username: "imported", email: "imported@x.org", solana_address: "x" })
      .execute();
    refused(await login({ email: "imported@x.org", password: "" }), 422, "VALIDATION_ERROR");
    refused(await login({ email: "imported@x.org", password: "anything at all" }), 401, "INVALID_CREDENTIALS");
  });

  it.each([
    [{}, "email"],
    [{ email: "ada@example.org" }, "password"],
    [{ email: "not an address", password: "x" }, "email"],
    [{ email: ["ada@example.org"], password: "x" }, "email"],
    [{ email: "ada@example.org", password: { $ne: null } }, "password"],
    [{ email: "ada@example.org", password: "x".repeat(1024 ** 2) }, "password"],
  ])("requires address and password as strings within limits: %j [C5.01 C5.45]", async (body, field) => {
    refusesField(await login(body), field);
  });
});

describe("the current user", () => {
  it("is the same by bearer token and by cookie [C7.17 M6.17 M7.01 C3.01]", async () => {
    const byToken = ok(await me(ada.headers));
    expect(byToken).toEqual({ success: true, user: expect.objectContaining({ id: ada.id }) });
    expect(ok(await me(await browser(t, ada)))).toEqual(byToken);
  });

  const credentials: [string, Record<string, string>][] = [
    ["none", {}],
    ["a made-up token", bearer("a".repeat(40))],
    ["an empty token", { authorization: "Bearer " }],
    ["another scheme", { authorization: "Basic YWRhOnB3" }],
    ["SQL as a token", bearer("'or'1'='1")],
    ["an unsigned cookie", { cookie: `bbux_session=${"a".repeat(40)}` }],
    ["a cookie with another signature", { cookie: `bbux_session=${"a".repeat(40)}.${"b".repeat(43)}` }],
    ["a token of 10 KB", bearer("a".repeat(10_000))],
  ];
  it.each(credentials)("with %s returns 401 [C7.17 M8.21]", async (_, headers) => {
    refused(await me(headers), 401, "UNAUTHENTICATED");
  });

  it("can't be read with a cookie's session id as the bearer token", async () => {
    const { cookie = "" } = await browser(t, ada);
    const [id = ""] = decodeURIComponent(cookie.slice("bbux_session=".length)).split(".");
    refused(await me(bearer(id)), 401, "UNAUTHENTICATED");
  });
});

describe("signing out", () => {
  it("ends the cookie, token, and refresh token of this sign-in, and no other [C7.14]", async () => {
    const other = await signIn();
    const response = await login({ email: ada.email, password: TEST_PASSWORD });
    const { token, refreshToken } = ok(response);
    const cookie = { cookie: sessionCookie(response) ?? "", host: HOST, origin: ORIGIN };

    const out = await call(t, "POST", "/auth/logout", { headers: cookie });

    expect(ok(out)).toEqual({ success: true });
    expect(out.headers["set-cookie"]).toMatch(/^bbux_session=;.*Expires=Thu, 01 Jan 1970/);
    refused(await me(cookie), 401, "UNAUTHENTICATED");
    refused(await me(bearer(token)), 401, "UNAUTHENTICATED");
    refused(await refresh(refreshToken), 401, "UNAUTHENTICATED");
    ok(await me(bearer(other.token)));
  });

  it("succeeds even with a dead session or none [C7.14]", async () => {
    ok(await call(t, "POST", "/auth/logout"));
    ok(await call(t, "POST", "/auth/logout", { headers: bearer("dead".repeat(10)) }));
    const dead = { cookie: `bbux_session=${"a".repeat(40)}`, host: HOST, origin: ORIGIN };
    ok(await call(t, "POST", "/auth/logout", { headers: dead }));
  });
});

describe("tokens", () => {
  it("a bearer token is TOKEN_EXPIRED after an hour, whatever the call [C7.07 M8.26]", async () => {
    const { token } = await signIn();
    const [live] = await t.database.ownerDb
      .selectFrom("sessions")
      .select("expires_at")
      .where("kind", "=", "bearer")
      .orderBy("created_at", "desc")
      .limit(1)
      .execute();
    const minutes = ((live?.expires_at.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    await t.database.ownerDb
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("kind", "=", "bearer")
      .where("user_id", "=", ada.id)
      .execute();
    for (const [method, path] of [
      ["GET", "/auth/me"],
      ["POST", "/posts"],
      ["GET", "/wallet"],
    ] as const) {
      const response = await call(t, method, path, { headers: bearer(token), ...(method === "POST" && { body: {} }) });
      expect(refused(response, 401, "TOKEN_EXPIRED").error).toContain("The token has expired");
    }
    // Visitors' calls need no token, so a dead one doesn't matter.
    ok(await call(t, "GET", "/posts", { headers: bearer(token) }));
  });

  it("are exchanged for a new pair, which ends the old bearer token and refresh token [C7.08 M7.29]", async () => {
    const first = await signIn();
    const second = ok(await refresh(first.refreshToken));
    expect(second).toEqual({ success: true, token: expect.any(String), refreshToken: expect.any(String) });
    expect(second.token).not.toBe(first.token);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    ok(await me(bearer(second.token)));
    refused(await me(bearer(first.token)), 401, "UNAUTHENTICATED");
  });

  it("a used refresh token ends its whole family, and no other [C7.09 M7.29]", async () => {
    const other = await signIn();
    const response = await login({ email: ada.email, password: TEST_PASSWORD });
    const first = ok(response);
    const cookie = { cookie: sessionCookie(response) ?? "", host: HOST, origin: ORIGIN };
    const second = ok(await refresh(first.refreshToken));

    refused(await refresh(first.refreshToken), 401, "UNAUTHENTICATED");

    refused(await me(bearer(second.token)), 401, "UNAUTHENTICATED");
    refused(await refresh(second.refreshToken), 401, "UNAUTHENTICATED");
    refused(await me(cookie), 401, "UNAUTHENTICATED");
    ok(await me(bearer(other.token)));
  });

  it("a refresh token used twice at once gives at most one pair, and ends the family [C7.09]", async () => {
    for (let round = 0; round < 5; round++) {
      const { refreshToken } = await signIn();
      const responses = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
      const winners = responses.filter((r) => r.statusCode === 200);
      expect(winners).toHaveLength(1);
      for (const winner of winners) {
        refused(await me(bearer(winner.json().token)), 401, "UNAUTHENTICATED");
        refused(await refresh(winner.json().refreshToken), 401, "UNAUTHENTICATED");
      }
    }
  });

  it("a used one that is sent again while its successor is exchanged leaves nothing of the family alive [C7.09]", async () => {
    for (let round = 0; round < 10; round++) {
      const first = await signIn();
      const second = ok(await refresh(first.refreshToken));
      const [third] = await Promise.all([refresh(second.refreshToken), refresh(first.refreshToken)]);
      if (third.statusCode !== 200) continue;
      refused(await me(bearer(third.json().token)), 401, "UNAUTHENTICATED");
      refused(await refresh(third.json().refreshToken), 401, "UNAUTHENTICATED");
    }
  });

  it("a refresh token expires after 30 days [C7.08]", async () => {
    const { refreshToken } = await signIn();
    t.travel(30 * 24 * HOUR_MS - 60_000);
    const next = ok(await refresh(refreshToken));
    t.travel(30 * 24 * HOUR_MS + 1_000);
    refused(await refresh(next.refreshToken), 401, "TOKEN_EXPIRED");
    t.travel(-60 * 24 * HOUR_MS);
  });

  it.each([undefined, "", 1, null, {}, "x".repeat(201), "\u0000"])(
    "a refresh token %j returns a 422 that names it [C5.45]",
    async (token) => refusesField(await refresh(token), "refreshToken"),
  );
  it("an unknown refresh token returns 401 [M8.21]", async () => {
    refused(await refresh("unknown"), 401, "UNAUTHENTICATED");
    refused(await refresh(ada.token), 401, "UNAUTHENTICATED");
  });
});
