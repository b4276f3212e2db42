import { randomBytes } from "node:crypto";
import { LIMITS, RESERVED_USERNAMES } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp } from "../testing.ts";
import { call, HOST, ORIGIN, ok, refused, refusesField, sessionCookie, tally } from "./support.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const signup = (body: object) =>
  call(t, "POST", "/auth/signup", {
    body: { username: "ada_l", email: "ada@example.org", password: TEST_PASSWORD, ...body },
  });
const members = async () => (await t.database.db.selectFrom("users").select("id").execute()).length;

describe("signing up", () => {
  it("needs no session, returns the new member, and signs them in with a cookie [C1.13 C5.02 C7.13 M6.06 M7.27 C3.01 C3.03]", async () => {
    const response = await signup({});
    const { success, message, user, solanaAddress } = ok(response);
    expect({ success, message }).toEqual({ success: true, message: "Account created" });
    expect(user).toEqual({
      id: expect.stringMatching(/^\d+$/),
      username: "ada_l",
      email: "ada@example.org",
      role: "user",
      profilePicture: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      reputationPoints: 0,
      reputation: 0,
      bio: null,
      avatar: null,
      integrityScore: 5,
      totalRatings: 0,
      solanaAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      suspended: false,
      emailVerified: true,
      trustLevel: "verified",
      frozen: false,
      withdrawalFreeze: null,
      withdrawalHold: null,
      suspensionReason: null,
      bookmarks: [],
      reputationHistory: [],
      profile: expect.objectContaining({ firstName: null, bio: null, profilePicture: null }),
    });
    expect(solanaAddress).toBe(user.solanaAddress);

    const cookie = sessionCookie(response) ?? "";
    const me = await call(t, "GET", "/auth/me", { headers: { cookie, host: HOST, origin: ORIGIN } });
    expect(ok(me)).toEqual({ success: true, user });
  });

  it("gives every member their own deposit address", async () => {
    const addresses = await Promise.all(
      [1, 2, 3].map(async (n) => ok(await signup({ username: `own${n}`, email: `own${n}@x.org` })).solanaAddress),
    );
    expect(new Set(addresses).size).toBe(3);
  });

  it("ignores role, points, and balance in the body [C7.03 M6.01]", async () => {
    const wishes = { role: "admin", reputationPoints: 1e6, balance: 1e6, id: "1", suspended: true, integrityScore: 10 };
    const { user } = ok(await signup({ username: "greedy", email: "greedy@x.org", ...wishes }));
    expect(user).toMatchObject({ role: "user", reputationPoints: 0, suspended: false, integrityScore: 5 });
    expect(user.id).not.toBe("1");
  });

  const taken = { username: "ada_l", email: "ada@example.org" };
  it.each(["ada_l", "ADA_L", "Ada_L"])(
    "refuses the taken username %s, whether in upper or lower case [C5.41 M5.33]",
    async (username) => {
      const body = refused(await signup({ username, email: "other@x.org" }), 409, "USERNAME_TAKEN");
      expect(body).toMatchObject({
        error: "This username is already taken",
        details: [{ field: "username", message: "This username is already taken" }],
      });
    },
  );
  it.each(["ada@example.org", "ADA@EXAMPLE.ORG", " ada@Example.org "])(
    "refuses the taken email '%s' in any case [C5.43 M5.34]",
    async (email) => {
      const body = refused(await signup({ username: "somebody", email }), 409, "EMAIL_TAKEN");
      expect(body.details).toEqual([{ field: "email", message: "This email address is already registered" }]);
    },
  );

  const badNames = [
    "",
    "ab",
    "a".repeat(31),
    "has space",
    "dot.ted",
    "..",
    "Аda",
    "zero\u200bwidth",
    "ünï",
    "a\u0000b",
  ];
  it.each([...badNames, "\ud800abc", "a/b", "<b>x</b>", "' or 1=1--", 7, null, true, [], {}, ["abc"]])(
    "refuses the username %j with a 422 that names it [C5.41 C5.45 M5.33 M8.28]",
    async (username) => refusesField(await signup({ username, email: "n@x.org" }), "username"),
  );
  it("accepts names of 3 and of 30 characters [C5.41]", async () => {
    for (const username of ["abc", "A-z_9".repeat(6)]) {
      expect(ok(await signup({ username, email: `${username}@x.org` })).user.username).toBe(username);
    }
  });
  it("refuses every reserved word, including in upper case [C5.42 M5.33]", async () => {
    const words = RESERVED_USERNAMES.filter((word) => word.length >= LIMITS.username.min);
    expect(words).toEqual(expect.arrayContaining(["admin", "docs", "api", "wallet", "community"]));
    for (const word of words)
      refusesField(await signup({ username: word.toUpperCase(), email: "r@x.org" }), "username");
  });
  it("refuses names that sound official, also by the name that the platform was given", async () => {
    const { ownerDb } = t.database;
    const colors = { accent_light: "#0f544c", accent_dark: "#7cc4b8" };
    await ownerDb
      .insertInto("brand")
      .values({ name: "Maple 2", ...colors, changed_at: new Date() })
      .execute();
    for (const username of ["BBUX_ana", "admin1", "maple_", "Maple-Support"])
      refusesField(await signup({ username, email: "imposter@x.org" }), "username");
    ok(await signup({ username: "maple_ana", email: "maple@x.org" }));
    await ownerDb.deleteFrom("brand").execute();
  });
  it("refuses a name that could be mistaken for an id [C5.41]", async () => {
    const { user } = ok(await signup({ username: "genuine", email: "genuine@x.org" }));
    refusesField(await signup({ username: user.id, email: "impostor@x.org" }), "username");
    refusesField(await signup({ username: "0123", email: "impostor@x.org" }), "username");
  });

  it.each(["", "no-at", "a@b", "@x.org", "a b@x.org", `${"a".repeat(250)}@x.org`, "a@x.org\u0000", 3, null, {}])(
    "refuses the email %j with a 422 that names it [C5.45]",
    async (email) => refusesField(await signup({ username: "mailer", email }), "email"),
  );
  it.each([
    "",
    "1234567",
    "x".repeat(129),
    "x".repeat(1024 ** 2),
    "nul\u0000nul-nul",
    "\udc00 lone surrogate",
    12345678,
    null,
  ])("refuses the password %j with a 422 that names it [C5.44 M5.35]", async (password) =>
    refusesField(await signup({ username: "passer", email: "p@x.org", password }), "password"),
  );
  it("accepts passwords of 8 and of 128 characters, with spaces and emoji unchanged [C5.44 M5.35]", async () => {
    for (const [i, password] of [
      "n7Kp!2Qz",
      randomBytes(64).toString("hex"),
      "  quite blank  ",
      "🔑🦉🫖🪴🧭🛶🎻🪁",
    ].entries()) {
      const email = `pass${i}@x.org`;
      ok(await signup({ username: `pass${i}`, email, password }));
      ok(await call(t, "POST", "/auth/login", { body: { email, password } }));
    }
  });
  it("names every failing field at once [C5.02 C5.45 M8.19]", async () => {
    const { details } = refused(await call(t, "POST", "/auth/signup", { body: {} }), 422, "VALIDATION_ERROR");
    expect(details).toEqual([
      { field: "username", message: "Username is required" },
      { field: "email", message: "Email is required" },
      { field: "password", message: expect.any(String) },
    ]);
  });

  it("twice at once under names that differ in case creates one account [C5.41 C5.43]", async () => {
    const before = await members();
    const responses = await Promise.all(
      ["Racer", "racer", "RACER", "rAcEr"].map((username, i) => signup({ username, email: `race${i}@x.org` })),
    );
    expect(tally(responses)).toEqual({ 200: 1, 409: 3 });
    const byMail = await Promise.all(
      ["One@race.org", "one@Race.org"].map((email, i) => signup({ username: `mr${i}`.padEnd(4, "x"), email })),
    );
    expect(tally(byMail)).toEqual({ 200: 1, 409: 1 });
    expect((await members()) - before).toBe(2);
  });

  it("leaves no account and no cookie if it is refused", async () => {
    const before = await members();
    const response = await signup({ ...taken });
    expect(sessionCookie(response)).toBeNull();
    expect(await members()).toBe(before);
  });
});
