import { createPasswordReset } from "@bbux/api";
import { DAY_MS, ERRORS, HOUR_MS, SESSION } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { browser, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const NEXT = "another good password";
let count = 0;
const member = () => t.member(`member${++count}`);
const login = (who: TestMember, password: string) =>
  call(t, "POST", "/auth/login", { body: { email: who.email, password } });
const change = (who: TestMember, body: object) => call(t, "POST", "/auth/change-password", { as: who, body });
const reset = (token: unknown, newPassword: unknown = NEXT) =>
  call(t, "POST", "/auth/reset-password", { body: { token, newPassword } });
const forgot = (email: unknown) => call(t, "POST", "/auth/forgot-password", { body: { email } });
const me = (headers: Record<string, string>) => call(t, "GET", "/auth/me", { headers });

/** What the job does with the mail. */
async function linkFor(who: TestMember): Promise<string> {
  const made = await createPasswordReset(t.database.db, who.email, t.services.now());
  if (!made) throw new Error("No such account");
  return made.token;
}

it("a password stays good for years: nobody is asked for another one", async () => {
  const ada = await member();
  t.travel(5 * 365 * DAY_MS);
  ok(await login(ada, TEST_PASSWORD));
  t.travel(-5 * 365 * DAY_MS);
});

describe("changing the password", () => {
  it("requires the current one, and the new one works for sign-in from then on [C7.15]", async () => {
    const ada = await member();
    const response = await change(ada, { currentPassword: TEST_PASSWORD, newPassword: NEXT });
    expect(ok(response)).toMatchObject({ success: true, message: "Password changed" });
    refused(await login(ada, TEST_PASSWORD), 401, "INVALID_CREDENTIALS");
    ok(await login(ada, NEXT));
  });

  it("ends every other session, cookie, token, and refresh token, and keeps the current one [C7.16]", async () => {
    const ada = await member();
    const cookie = await browser(t, ada);
    const other = ok(await login(ada, TEST_PASSWORD));
    const bob = await member();

    ok(await change(ada, { currentPassword: TEST_PASSWORD, newPassword: NEXT }));

    refused(await me(cookie), 401, "UNAUTHENTICATED");
    refused(await me({ authorization: `Bearer ${other.token}` }), 401, "UNAUTHENTICATED");
    const stale = await call(t, "POST", "/auth/refresh", { body: { refreshToken: other.refreshToken } });
    refused(stale, 401, "UNAUTHENTICATED");
    ok(await me(ada.headers));
    ok(await call(t, "POST", "/auth/refresh", { body: { refreshToken: ada.refreshToken } }));
    ok(await me(bob.headers));
  });

  it("leaves no session that was opened with the old one at the same time [C7.16]", async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await member();
      const logins = Array.from({ length: 4 }, () => login(ada, TEST_PASSWORD));
      const [changed, ...opened] = await Promise.all([
        change(ada, { currentPassword: TEST_PASSWORD, newPassword: NEXT }),
        ...logins,
      ]);
      ok(changed);
      for (const response of opened.filter((r) => r.statusCode === 200)) {
        refused(await me({ authorization: `Bearer ${response.json().token}` }), 401, "UNAUTHENTICATED");
      }
    }
  });

  it("with a wrong current one returns a 400 with its message, and changes nothing [C7.15 M8.20]", async () => {
    const ada = await member();
    const response = await change(ada, { currentPassword: "not the password", newPassword: NEXT });
    expect(refused(response, 400, "WRONG_PASSWORD").error).toBe("Current password is incorrect");
    ok(await login(ada, TEST_PASSWORD));
  });

  it.each([
    [{ newPassword: NEXT }, "currentPassword"],
    [{ currentPassword: TEST_PASSWORD }, "newPassword"],
    [{ currentPassword: TEST_PASSWORD, newPassword: "1234567" }, "newPassword"],
    [{ currentPassword: TEST_PASSWORD, newPassword: "x".repeat(129) }, "newPassword"],
    [{ currentPassword: TEST_PASSWORD, newPassword: "nul\u0000nul-nul" }, "newPassword"],
    [{ currentPassword: 1, newPassword: NEXT }, "currentPassword"],
  ])("refuses %j with 422 [C5.44 M5.35]", async (body, field) => {
    const ada = await member();
    refusesField(await change(ada, body), field);
    ok(await login(ada, TEST_PASSWORD));
  });

  it("refuses the one that was given as the current one, right or not, with a code of its own", async () => {
    const ada = await member();
    const again = await change(ada, { currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD });
    const { error, details } = refused(again, 422, "PASSWORD_UNCHANGED");
    expect(error).toBe("The new password must differ from the current one");
    expect(details).toEqual([{ field: "newPassword", message: error }]);
    // Says nothing about a guess.
    refused(await change(ada, { currentPassword: NEXT, newPassword: NEXT }), 422, "PASSWORD_UNCHANGED");
    ok(await login(ada, TEST_PASSWORD));
  });

  it("requires a session [M8.21]", async () => {
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT };
    refused(await call(t, "POST", "/auth/change-password", { body }), 401, "UNAUTHENTICATED");
  });

  it("twice at once ends with one of the two", async () => {
    const ada = await member();
    const responses = await Promise.all(
      ["first new password", "second new password"].map((newPassword) =>
        change(ada, { currentPassword: TEST_PASSWORD, newPassword }),
      ),
    );
    expect(Object.keys(tally(responses))).not.toContain("500");
    const works = await Promise.all([login(ada, "first new password"), login(ada, "second new password")]);
    expect(tally(works)).toEqual({ 200: 1, 401: 1 });
    // The second may find its session ended, or its password wrong.
    expect([
      { 200: 1, 400: 1 },
      { 200: 1, 401: 1 },
    ]).toContainEqual(tally(responses));
  });

  it("with the old one doesn't undo a reset that happened during hashing [C2.013]", async () => {
    const ada = await member();
    const token = await linkFor(ada);
    const { hash } = t.services.passwords;
    const held = vi.spyOn(t.services.passwords, "hash").mockImplementationOnce(async (password) => {
      ok(await reset(token, "the owner's new password"));
      return hash(password);
    });
    const changed = await change(ada, { currentPassword: TEST_PASSWORD, newPassword: NEXT });
    held.mockRestore();
    refused(changed, 400, "WRONG_PASSWORD");
    ok(await login(ada, "the owner's new password"));
    refused(await login(ada, NEXT), 401, "INVALID_CREDENTIALS");
  });
});

it("refuses one that is easy to guess as the next one; a link that it was tried with still works", async () => {
  const ada = await member();
  const weak = await change(ada, { currentPassword: TEST_PASSWORD, newPassword: "iloveyou" });
  const { message } = ERRORS.PASSWORD_COMMON;
  expect(refused(weak, 422, "PASSWORD_COMMON").details).toEqual([{ field: "newPassword", message }]);
  const token = await linkFor(ada);
  refused(await reset(token, ada.email), 422, "PASSWORD_OWN_NAME");
  ok(await login(ada, TEST_PASSWORD));
  ok(await reset(token));
});

describe("a forgotten password", () => {
  it("gets the same response for a known and an unknown address, which only the job distinguishes [C2.014]", async () => {
    const ada = await member();
    const [known, unknown] = [await forgot(ada.email), await forgot("nobody@example.org")];
    expect(ok(known)).toEqual({ success: true, message: expect.stringContaining("If this address has an account") });
    expect(unknown.body).toBe(known.body);
    const { date: _, "x-request-id": __, ...headers } = known.headers;
    expect(unknown.headers).toMatchObject(headers);
    const asked = { askedAt: expect.any(String), device: null, network: "127.0.0.0/24" };
    expect(t.jobs.slice(-2)).toEqual([
      { name: "password-reset-mail", payload: { ...asked, email: ada.email } },
      { name: "password-reset-mail", payload: { ...asked, email: "nobody@example.org" } },
    ]);
    expect(await createPasswordReset(t.database.db, "nobody@example.org", new Date())).toBeNull();
  });

  it("is sent to the address as stored in the account, however it was typed [C2.014]", async () => {
    const ada = await member();
    const made = await createPasswordReset(t.database.db, ada.email.toUpperCase(), t.services.now());
    expect(made?.email).toBe(ada.email);
  });

  it.each(["", "no address", null, 1, [], "a\u0000@x.org"])("refuses the address %j [C5.45]", async (email) => {
    refusesField(await forgot(email), "email");
  });

  it("is reset with the link, which ends every session and works once [C2.013]", async () => {
    const ada = await member();
    const cookie = await browser(t, ada);
    const token = await linkFor(ada);

    expect(ok(await reset(token))).toEqual({ success: true, message: "Password changed. You can sign in now." });

    ok(await login(ada, NEXT));
    refused(await login(ada, TEST_PASSWORD), 401, "INVALID_CREDENTIALS");
    refused(await me(cookie), 401, "UNAUTHENTICATED");
    refused(await me(ada.headers), 401, "UNAUTHENTICATED");
    const again = refused(await reset(token, "yet another password"), 400, "RESET_LINK_INVALID");
    expect(again.error).toBe("This reset link is no longer valid. Please ask for a new one.");
    ok(await login(ada, NEXT));
  });

  it("can't be reset with a link that is an hour old, but can a minute earlier [C2.013]", async () => {
    const ada = await member();
    const late = await linkFor(ada);
    t.travel(HOUR_MS + 1_000);
    refused(await reset(late), 400, "RESET_LINK_INVALID");
    const inTime = await linkFor(ada);
    t.travel(HOUR_MS - 60_000);
    ok(await reset(inTime));
    t.travel(-2 * HOUR_MS + 59_000);
  });

  it("is reset with any of its links, so no request invalidates another's, and then with no other [C2.013]", async () => {
    const [ada, bob] = [await member(), await member()];
    const [older, newer, bobs] = [await linkFor(ada), await linkFor(ada), await linkFor(bob)];
    ok(await reset(older));
    refused(await reset(newer, "yet another password"), 400, "RESET_LINK_INVALID");
    ok(await login(ada, NEXT));
    ok(await reset(bobs));
  });

  it("can't be reset with a link from before the password changed [C2.013]", async () => {
    const ada = await member();
    const token = await linkFor(ada);
    ok(await change(ada, { currentPassword: TEST_PASSWORD, newPassword: NEXT }));
    refused(await reset(token), 400, "RESET_LINK_INVALID");
  });

  it("has at most five links at a time, all of which work, however many are requested at once [C2.013]", async () => {
    const ada = await member();
    const requests = Array.from({ length: 20 }, () => createPasswordReset(t.database.db, ada.email, t.services.now()));
    const tokens = (await Promise.all(requests)).flatMap((made) => made?.token ?? []);
    expect(tokens).toHaveLength(SESSION.resetMails);
    ok(await reset(tokens[0]));
    expect(await createPasswordReset(t.database.db, ada.email, t.services.now())).not.toBeNull();
  });

  it("gets links again when those of the last hour have expired [C2.013]", async () => {
    const ada = await member();
    const made = () => createPasswordReset(t.database.db, ada.email, t.services.now());
    for (let nth = 0; nth < SESSION.resetMails; nth++) expect(await made()).not.toBeNull();
    expect(await made()).toBeNull();
    t.travel(HOUR_MS + 1_000);
    expect(await made()).not.toBeNull();
    t.travel(-HOUR_MS - 1_000);
  });

  it("is reset once if one link is used many times at once [C2.013]", async () => {
    const ada = await member();
    const token = await linkFor(ada);
    const passwords = Array.from({ length: 8 }, (_, i) => `password number ${i}`);
    const responses = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(tally(responses)).toEqual({ 200: 1, 400: 7 });
    const winner = responses.findIndex((r) => r.statusCode === 200);
    ok(await login(ada, passwords[winner] ?? ""));
  });

  it.each(["", undefined, 7, null, {}, "x".repeat(201), "\ud800"])("refuses the token %j [C5.45]", async (token) => {
    refusesField(await reset(token), "token");
  });
  it.each(["1234567", "x".repeat(129), null])("refuses the new password %j [C5.44 M5.35]", async (password) => {
    const token = await linkFor(await member());
    refusesField(await reset(token, password), "newPassword");
    ok(await reset(token));
  });
  it("can't be reset with an unknown token, nor with the hash from the database", async () => {
    await linkFor(await member());
    refused(await reset("unknown"), 400, "RESET_LINK_INVALID");
    const rows = await t.database.db.selectFrom("password_resets").select("token_hash").execute();
    for (const { token_hash } of rows) {
      refused(await reset(token_hash.toString("base64url")), 400, "RESET_LINK_INVALID");
      refused(await reset(token_hash.toString("hex")), 400, "RESET_LINK_INVALID");
    }
  });
});
