import { createPasswordReset } from "@bbux/api";
import { DAY_MS, SESSION } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sendPasswordReset } from "../../jobs/password-reset-mail.ts";
import type { Mail } from "../../mail.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { ageProofs, enroll } from "../second-factor.support.ts";
import { browser, call, ok, refused, sessionCookie, tally, untilLocked } from "../support.ts";
import { linkWallet } from "../wallets.support.ts";

// A stolen cookie, token, password, or address stops working once it should.

const NEXT = "the owner's next password";
let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const fresh = () => t.member(`signs_in${count++}`);
const post = (path: string, body: object, as?: TestMember) => call(t, "POST", path, { body, ...(as && { as }) });
const me = (headers: Record<string, string>) => call(t, "GET", "/auth/me", { headers });
const exchange = (refreshToken: string) => post("/auth/refresh", { refreshToken });
const kindsOf = async (as: TestMember) =>
  (ok(await call(t, "GET", "/auth/security-events", { as })).events as { kind: string }[]).map(({ kind }) => kind);
/** So that a sign-in with an unknown device is told. */
const pastFirstHour = ({ id }: TestMember) =>
  sql`update users set created_at = now() - interval '2 hours' where id = ${id}`.execute(t.database.ownerDb);
const setEmail = ({ id }: TestMember, email: string) =>
  t.database.ownerDb.updateTable("users").set({ email }).where("id", "=", id).execute();
const reset = async ({ email }: TestMember, newPassword: string) => {
  const made = await createPasswordReset(t.database.db, email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword }));
};

describe("a browser of an address's former owner", () => {
  it("is unknown to the account that has the address now, and stays known to its own", async () => {
    const [former, owner] = [await fresh(), await fresh()];
    for (const member of [former, owner]) await pastFirstHour(member);
    const known = await t.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: former.email, password: TEST_PASSWORD },
    });
    const value = known.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    const signIn = async (email: string) => {
      const headers = { cookie: `bbux_device=${encodeURIComponent(value)}`, "user-agent": `browser ${count++}` };
      ok(await call(t, "POST", "/auth/login", { headers, body: { email, password: TEST_PASSWORD } }));
    };
    await setEmail(former, `moved-${former.email}`);
    await setEmail(owner, former.email);
    await signIn(former.email);
    await signIn(`moved-${former.email}`);
    expect([await kindsOf(owner), await kindsOf(former)]).toEqual([["signed_in"], []]);
  });
});

describe("a browser that signed in before the owner ended every sign-in", () => {
  it("is unknown then, so that the owner hears of it; the one that went on is known", async () => {
    const owner = await fresh();
    await pastFirstHour(owner);
    const signIn = async (device: string, password: string) => {
      const cookie = `bbux_device=${encodeURIComponent(device)}`;
      const headers = { cookie, host: "bbux.test", "user-agent": `browser ${count++}` };
      const entered = await call(t, "POST", "/auth/login", { headers, body: { email: owner.email, password } });
      ok(entered);
      return entered;
    };
    const deviceIn = (response: Awaited<ReturnType<typeof call>>) =>
      response.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    const entered = await signIn("", TEST_PASSWORD);
    const thief = deviceIn(entered);
    await signIn(thief, TEST_PASSWORD);
    const headers = {
      cookie: `${sessionCookie(entered)}; bbux_device=${encodeURIComponent(thief)}`,
      host: "bbux.test",
    };
    const changed = await call(t, "POST", "/auth/change-password", {
      headers: { ...headers, origin: "https://bbux.test" },
      body: { currentPassword: TEST_PASSWORD, newPassword: NEXT },
    });
    ok(changed);
    const told = async () => {
      const { rows } = await sql`
        select from security_events where user_id = ${owner.id} and kind = 'signed_in'`.execute(t.database.ownerDb);
      return rows.length;
    };
    await signIn(deviceIn(changed), NEXT);
    expect(await told()).toBe(1);
    await signIn(thief, NEXT);
    expect(await told()).toBe(2);
  });
});

describe("a chain of refresh tokens", () => {
  it("ends 90 days after the sign-in, however often it is exchanged, and says since when it lasts", async () => {
    const member = await fresh();
    let { refreshToken } = member;
    let token = "";
    const started = Date.now();
    for (const days of [29, 29, 29]) {
      t.travel(days * DAY_MS);
      ({ token, refreshToken } = ok(await exchange(refreshToken)));
    }
    const { sessions } = ok(await call(t, "GET", "/auth/sessions", { headers: { authorization: `Bearer ${token}` } }));
    const { createdAt, expiresAt } = sessions.find(({ current }: { current: boolean }) => current);
    expect(Date.parse(createdAt) - started).toBeLessThan(60_000);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeLessThanOrEqual(SESSION.absoluteDays * DAY_MS);
    t.travel(4 * DAY_MS);
    refused(await exchange(refreshToken), 401, "TOKEN_EXPIRED");
    t.travel(-91 * DAY_MS);
  });

  it("may be very long: ending it touches only what opens something, and a token of it that comes again later ends nothing", async () => {
    const owner = await fresh();
    const { token } = ok(await exchange(owner.refreshToken));
    await sql`
      insert into refresh_tokens (token_hash, user_id, family_id, expires_at, spent_at)
      select sha256((user_id || ' ' || n)::bytea), user_id, family_id, expires_at, spent_at
        from refresh_tokens, generate_series(1, 1000) n where user_id = ${owner.id} and spent_at is not null`.execute(
      t.database.ownerDb,
    );
    const others = await call(t, "POST", "/auth/sessions/end-others", {
      headers: { authorization: `Bearer ${token}` },
    });
    const { rows } = await sql`select from refresh_tokens where user_id = ${owner.id}`.execute(t.database.ownerDb);
    expect(rows).toHaveLength(1002);
    refused(await exchange(owner.refreshToken), 401, "UNAUTHENTICATED");
    ok(await me({ authorization: `Bearer ${ok(others).token}` }));
  });

  it("isn't exchanged while something else ends it: the exchange waits, and finds its token gone", async () => {
    const owner = await fresh();
    const { ownerDb } = t.database;
    const late = await ownerDb.transaction().execute(async (trx) => {
      await trx.selectFrom("users").where("id", "=", owner.id).forNoKeyUpdate().execute();
      const exchanged = exchange(owner.refreshToken);
      const first = await Promise.race([exchanged.then(() => "exchanged"), untilLocked(t).then(() => "waits")]);
      expect(first).toBe("waits");
      await trx.deleteFrom("refresh_tokens").where("user_id", "=", owner.id).execute();
      return { exchanged };
    });
    refused(await late.exchanged, 401, "UNAUTHENTICATED");
  });

  it("ends when 100 of the member's programs were used since, and no browser does", async () => {
    const owner = await fresh();
    const { ownerDb } = t.database;
    const hour = sql`interval '1 hour'`;
    await sql`update sessions set used_at = now() - ${hour} where user_id = ${owner.id}`.execute(ownerDb);
    await sql`
      update refresh_tokens set began_at = began_at - ${hour}, expires_at = expires_at - ${hour} where user_id = ${owner.id}`.execute(
      ownerDb,
    );
    const add = (kind: string, count: number, used: string) =>
      sql`
        insert into sessions (id_hash, user_id, family_id, kind, expires_at, used_at)
        select sha256(concat_ws(' ', ${owner.id}::text, ${kind}::text, n)::bytea), ${owner.id}, gen_random_uuid(), ${kind}, now() + ${hour}, ${used}
          from generate_series(1, ${count}) n`.execute(ownerDb);
    await add("bearer", 100, "now");
    await add("cookie", 1, "yesterday");
    ok(await post("/auth/login", { email: owner.email, password: TEST_PASSWORD }));
    refused(await me(owner.headers), 401, "UNAUTHENTICATED");
    const { rows } = await sql`
      select from sessions where user_id = ${owner.id} and used_at < now() - 2 * ${hour}`.execute(ownerDb);
    expect(rows).toHaveLength(1);
    // Listed, once a day, because a script may reach the limit on every run.
    ok(await post("/auth/login", { email: owner.email, password: TEST_PASSWORD }));
    const { rows: listed } = await sql`
      select mail_due_at from security_events where user_id = ${owner.id} and kind = 'session_limit_reached'`.execute(
      ownerDb,
    );
    expect(listed).toEqual([{ mail_due_at: null }]);
  });

  it("that has ended is refused without a lock, so that sending a token of it holds up nothing", async () => {
    const owner = await fresh();
    ok(await exchange(owner.refreshToken));
    refused(await exchange(owner.refreshToken), 401, "UNAUTHENTICATED");
    await t.database.ownerDb.transaction().execute(async (trx) => {
      await trx.selectFrom("users").where("id", "=", owner.id).forUpdate().execute();
      refused(await exchange(owner.refreshToken), 401, "UNAUTHENTICATED");
    });
  });
});
describe("a copy of the secret with which the owner is signed in", () => {
  const ENDS: readonly {
    call: string;
    prepare?: (owner: TestMember) => Promise<unknown>;
    end: (headers: Record<string, string>, owner: TestMember) => ReturnType<typeof call>;
  }[] = [
    {
      call: "a new password",
      end: (headers) => {
        const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT };
        return call(t, "POST", "/auth/change-password", { headers, body });
      },
    },
    { call: "ending the other sessions", end: (headers) => call(t, "POST", "/auth/sessions/end-others", { headers }) },
    {
      call: "removing the password",
      prepare: (owner) => linkWallet(t, owner),
      end: (headers) => call(t, "POST", "/auth/password/remove", { headers, body: { currentPassword: TEST_PASSWORD } }),
    },
    {
      call: "unlinking a wallet",
      prepare: (owner) => linkWallet(t, owner),
      end: async (headers) => {
        const { logins } = ok(await call(t, "GET", "/auth/ways-in", { headers }));
        return call(t, "DELETE", `/auth/ways-in/${logins[0].id}`, { headers });
      },
    },
  ];

  it.each(ENDS)(
    "is dead after $call: a bearer token, its refresh token, and the cookie of the same sign-in",
    async ({ prepare, end }) => {
      const owner = await fresh();
      const login = await post("/auth/login", { email: owner.email, password: TEST_PASSWORD });
      const { token, refreshToken } = ok(login);
      const bearer = { authorization: `Bearer ${token}` };
      const cookie = { cookie: sessionCookie(login) ?? "", host: "bbux.test" };
      ok(await me(cookie));
      await prepare?.(owner);
      const ended = await end(bearer, owner);
      const next = ok(ended);
      for (const copy of [bearer, cookie, owner.headers]) refused(await me(copy), 401, "UNAUTHENTICATED");
      refused(await exchange(refreshToken), 401, "UNAUTHENTICATED");
      ok(await me({ authorization: `Bearer ${next.token}` }));
      ok(await exchange(next.refreshToken));
    },
  );

  it.each(ENDS)(
    "is dead after $call by a browser, which goes on with the next cookie, as unknown as before, and reads no token",
    async ({ prepare, end }) => {
      const owner = await fresh();
      await prepare?.(owner);
      const headers = await browser(t, owner);
      const ended = await end(headers, owner);
      expect(ok(ended)).not.toHaveProperty("token");
      // A browser that was unknown, as one with a copied cookie, stays unknown.
      expect(ended.cookies.map(({ name }) => name)).toEqual(["bbux_session"]);
      refused(await me(headers), 401, "UNAUTHENTICATED");
      ok(await me({ ...headers, cookie: sessionCookie(ended) ?? "" }));
    },
  );

  it("is dead after removing a second factor, like every other sign-in", async () => {
    const owner = await fresh();
    const other = ok(await post("/auth/login", { email: owner.email, password: TEST_PASSWORD }));
    await enroll(t, owner);
    const { factors } = ok(await call(t, "GET", "/auth/factors", { as: owner }));
    const copies = [other, owner].map(({ token, refreshToken }) => ({ token, refreshToken }));
    const next = ok(await call(t, "DELETE", `/auth/factors/${factors[0].id}`, { as: owner }));
    for (const { token, refreshToken } of copies) {
      refused(await me({ authorization: `Bearer ${token}` }), 401, "UNAUTHENTICATED");
      refused(await exchange(refreshToken), 401, "UNAUTHENTICATED");
    }
    ok(await me({ authorization: `Bearer ${next.token}` }));
  });

  it.each([
    { call: "a reset by mail", end: (owner: TestMember) => reset(owner, NEXT) },
    { call: "a freeze", end: async (owner: TestMember) => ok(await post("/auth/freeze", {}, owner)) },
  ])("is dead after $call, like the owner's own", async ({ end }) => {
    const owner = await fresh();
    await end(owner);
    refused(await me(owner.headers), 401, "UNAUTHENTICATED");
    refused(await exchange(owner.refreshToken), 401, "UNAUTHENTICATED");
  });

  it("brings no later end and no fresher proof with the next one, and none at all once the session has ended", async () => {
    const owner = await fresh();
    await t.database.ownerDb
      .updateTable("sessions")
      .set({ created_at: new Date(Date.now() - 80 * DAY_MS) })
      .where("user_id", "=", owner.id)
      .execute();
    await ageProofs(t, owner);
    ok(await post("/auth/sessions/end-others", {}, owner));
    refused(await post("/auth/recovery-codes", {}, owner), 403, "STEP_UP_REQUIRED");
    const { expires_at } = await t.database.db
      .selectFrom("refresh_tokens")
      .select("expires_at")
      .where("user_id", "=", owner.id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime()).toBeLessThan(Date.now() + 10 * DAY_MS);
    const both = await Promise.all([
      call(t, "POST", "/auth/sessions/end-others", { headers: owner.headers }),
      call(t, "POST", "/auth/freeze", { headers: owner.headers }),
    ]);
    const { rows } = await sql`select from sessions where user_id = ${owner.id}`.execute(t.database.ownerDb);
    // Whichever came first: after a freeze nobody is signed in.
    if (both[1].statusCode === 200) expect(rows).toHaveLength(0);
    else expect(tally(both)).toEqual({ 200: 1, 401: 1 });
  });
});

describe("what is queued while the owner acts", () => {
  const mails: Mail[] = [];
  const work = async () => {
    mails.length = 0;
    const deps = { db: t.database.db, origin: "https://bbux.example", vault: t.services.vault };
    const asked = z.object({ email: z.string(), askedAt: z.string() });
    for (const { name, payload } of t.jobs.splice(0)) {
      if (name !== "password-reset-mail") continue;
      const sendMail = async (mail: Mail) => void mails.push(mail);
      await sendPasswordReset({ ...deps, sendMail }, asked.parse(payload), t.services.now());
    }
    return mails.length;
  };

  it("a link for a new password isn't mailed any more after the password has changed, and is when asked for again", async () => {
    const owner = await fresh();
    const forgot = () => post("/auth/forgot-password", { email: owner.email });
    ok(await forgot());
    ok(await post("/auth/change-password", { currentPassword: TEST_PASSWORD, newPassword: NEXT }, owner));
    expect(await work()).toBe(0);
    ok(await forgot());
    expect(await work()).toBe(1);
  });

  it("a link for a new password isn't made for an address that the account loses while the job waits for its lock", async () => {
    const owner = await fresh();
    const { ownerDb, db } = t.database;
    const back = `${owner.username}-back@example.org`;
    const undone = await ownerDb.transaction().execute(async (trx) => {
      await trx.updateTable("users").set({ email: back }).where("id", "=", owner.id).execute();
      const made = createPasswordReset(db, owner.email, t.services.now());
      await untilLocked(t);
      return { made };
    });
    expect(await undone.made).toBeNull();
  });
});
