import { user } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call, HOST, ORIGIN, ok, sessionCookie } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

const OURS = { host: HOST, origin: ORIGIN };
const signIn = (password = TEST_PASSWORD, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: "POST",
    url: "/api/trpc/auth.loginBrowser",
    headers: { ...OURS, ...headers },
    payload: { email: ada.email, password },
  });

/** What the database has of the sign-ins since the member was made. */
async function stored() {
  const sessions = await t.database.db
    .selectFrom("sessions")
    .select(["kind", "family_id"])
    .where("user_id", "=", ada.id)
    .execute();
  const tokens = t.database.db.selectFrom("refresh_tokens").select("family_id").where("user_id", "=", ada.id);
  return { sessions, families: (await tokens.execute()).map(({ family_id }) => family_id) };
}

describe("a browser's sign-in", () => {
  it("leaves a cookie session and no bearer or refresh token, in the answer or in the database", async () => {
    const before = await stored();
    const response = await signIn();
    const { data } = ok(response).result;
    expect(Object.keys(data).sort()).toEqual(["success", "user"]);
    expect(Object.keys(data.user).sort()).toEqual(Object.keys(user.shape).sort());
    const after = await stored();
    const known = new Set(before.sessions.map(({ family_id }) => family_id));
    const opened = after.sessions.filter(({ family_id }) => !known.has(family_id));
    expect(opened.map(({ kind }) => kind)).toEqual(["cookie"]);
    expect(after.families).toEqual(before.families);
    const cookie = sessionCookie(response) ?? "";
    expect(response.body).not.toContain(decodeURIComponent(cookie).split(/[=.]/)[1]);
    ok(await call(t, "GET", "/auth/me", { headers: { ...OURS, cookie } }));
  });

  it("ends the one that the browser had before", async () => {
    const first = sessionCookie(await signIn()) ?? "";
    const second = sessionCookie(await signIn(TEST_PASSWORD, { cookie: first })) ?? "";
    expect((await call(t, "GET", "/auth/me", { headers: { ...OURS, cookie: first } })).statusCode).toBe(401);
    ok(await call(t, "GET", "/auth/me", { headers: { ...OURS, cookie: second } }));
  });

  it("is refused with a wrong password as it is over REST", async () => {
    const response = await signIn("not the password");
    expect([response.statusCode, response.json().error.data.code]).toEqual([401, "INVALID_CREDENTIALS"]);
    expect(response.cookies).toEqual([]);
  });

  it("isn't a call of the REST API, whose documented sign-in gives tokens [M7.28]", async () => {
    expect((await call(t, "POST", "/auth/loginBrowser", { body: {} })).statusCode).toBe(404);
    const answer = ok(await call(t, "POST", "/auth/login", { body: { email: ada.email, password: TEST_PASSWORD } }));
    expect(Object.keys(answer).sort()).toEqual(["refreshToken", "success", "token", "user"]);
  });
});
