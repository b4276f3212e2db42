import { createPasswordReset, recordOlderPasswordChange, removeOldSecurityEvents } from "@bbux/api";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendSecurityMails } from "../jobs/security-mails.ts";
import type { Mail } from "../mail.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { addPasskey, optionsToUse } from "./passkeys.support.ts";
import { enroll } from "./second-factor.support.ts";
import { call, HOST, ORIGIN, ok } from "./support.ts";
import { linkWallet, toSignIn } from "./wallets.support.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 https://evil.example";
const NEXT_PASSWORD = "another good password";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** A member whose first hour is over. */
async function member(name: string): Promise<TestMember> {
  const made = await t.member(name);
  await sql`update users set created_at = created_at - interval '2 hours' where id = ${made.id}`.execute(
    t.database.ownerDb,
  );
  return made;
}

const eventsOf = async ({ headers }: Pick<TestMember, "headers">) =>
  ok(await call(t, "GET", "/auth/security-events", { headers })).events as { kind: string; message: string }[];
const kindsOf = async (of: Pick<TestMember, "headers">) => (await eventsOf(of)).map(({ kind }) => kind);

const mails: Mail[] = [];
/** Sends what is due. @param refused an address whose mails can't be sent */
async function sendMails(refused?: string): Promise<void> {
  await sendSecurityMails({
    db: t.database.db,
    verifiesEmail: true,
    vault: t.services.vault,
    origin: "https://bbux.example",
    log: { warn: () => undefined },
    sendMail: async (mail) => {
      if (mail.to === refused) throw new Error("refused");
      mails.push(mail);
    },
  });
}
const mailsTo = (email: string) => mails.filter(({ to }) => to === email);

const signIn = ({ email }: TestMember, cookie = "", password = TEST_PASSWORD) =>
  call(t, "POST", "/auth/login", { headers: { "user-agent": FIREFOX, cookie }, body: { email, password } });

it("tells a member of a sign-in with an unknown browser, and not with one that has signed in before", async () => {
  const ada = await member("ada_new");
  const inBrowser = (cookie: string) =>
    t.app.inject({
      method: "POST",
      url: "/api/trpc/auth.loginBrowser",
      headers: { host: HOST, origin: ORIGIN, "user-agent": FIREFOX, cookie },
      payload: { email: ada.email, password: TEST_PASSWORD },
    });
  const first = await inBrowser("");
  const cookies = [first.headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";")[0]);
  ok(first);
  ok(await inBrowser(cookies.filter((cookie) => cookie?.startsWith("bbux_device")).join("; ")));
  const told = expect.objectContaining({ kind: "signed_in", device: "Firefox on Linux", network: "127.0.0.0/24" });
  expect(await eventsOf(ada)).toEqual([told]);
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications where user_id = ${ada.id} and kind = 'security'`.execute(t.database.ownerDb);
  expect(rows).toHaveLength(1);
  // The same user agent in the same network is another browser, as it may be a neighbor's.
  ok(await inBrowser(""));
  expect(await eventsOf(ada)).toEqual([told, told]);
});

it.each([
  {
    by: "a passkey",
    add: async (owner: TestMember) => {
      const { passkey } = await addPasskey(t, owner);
      return async () => ({ path: "passkey", body: { passkey: passkey.use(await optionsToUse(t)) } });
    },
  },
  {
    by: "a wallet",
    add: async (owner: TestMember) => {
      const wallet = await linkWallet(t, owner);
      return async () => ({ path: "wallet", body: { wallet: wallet.sign(await toSignIn(t)) } });
    },
  },
])("tells a member of a sign-in by $by with an unknown program, and not with a known one", async ({ by, add }) => {
  const owner = await member(by.replaceAll(" ", "_"));
  const proof = await add(owner);
  const signInFrom = async (agent: string) => {
    const { path, body } = await proof();
    ok(await call(t, "POST", `/auth/${path}/login`, { body, headers: { "user-agent": agent } }));
  };
  const before = await kindsOf(owner);
  for (const agent of [FIREFOX, FIREFOX]) await signInFrom(agent);
  expect(await kindsOf(owner)).toEqual(["signed_in", ...before]);
  await sendMails();
  const subjects = mailsTo(owner.email).map(({ subject }) => subject);
  expect(subjects).toContain("New sign-in to your account on BBUX");
});

it("tells a member once of a program without cookies, and again if it comes from elsewhere or names itself otherwise", async () => {
  const leo = await member("leo_api");
  const ofProgram = (agent: string, remoteAddress: string) =>
    t.app.inject({
      method: "POST",
      url: "/api/auth/login",
      remoteAddress,
      headers: { "user-agent": agent },
      payload: { email: leo.email, password: TEST_PASSWORD },
    });
  const both = await Promise.all([ofProgram("curl/8.5.0", "192.0.2.1"), ofProgram("curl/8.5.0", "192.0.2.2")]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await kindsOf(leo)).toHaveLength(1);
  await ofProgram("curl/8.5.0", "198.51.100.1");
  expect(await kindsOf(leo)).toHaveLength(2);
  await ofProgram("python-requests/2.32", "192.0.2.1");
  expect(await kindsOf(leo)).toHaveLength(3);
  await ofProgram("curl/8.5.0", "192.0.2.9");
  expect(await kindsOf(leo)).toHaveLength(3);
});

it("tells nobody of sign-ins in an account's first hour", async () => {
  const mia = await t.member("mia_hour");
  ok(await signIn(mia));
  expect(await kindsOf(mia)).toEqual([]);
});

it("mails nothing to an address that nobody has confirmed", async () => {
  const ned = await t.member("ned_unconfirmed", { verified: false });
  const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT_PASSWORD };
  ok(await call(t, "POST", "/auth/change-password", { as: ned, body }));
  expect(await kindsOf(ned)).toEqual(["password_changed"]);
  await sendMails();
  expect(mailsTo(ned.email)).toEqual([]);
});

it("tells a member of an authenticator app added or removed, new recovery codes, and a used one", async () => {
  const pia = await member("pia_factor");
  const { recoveryCodes } = await enroll(t, pia);
  ok(await call(t, "POST", "/auth/step-up", { as: pia, body: { code: recoveryCodes[0] } }));
  const signedIn = { email: pia.email, password: TEST_PASSWORD, code: recoveryCodes[1] };
  ok(await call(t, "POST", "/auth/login", { body: signedIn }));
  const { recoveryCodes: renewed } = ok(await call(t, "POST", "/auth/recovery-codes", { as: pia }));
  expect(renewed).toHaveLength(10);
  const [factor] = ok(await call(t, "GET", "/auth/factors", { as: pia })).factors;
  ok(await call(t, "DELETE", `/auth/factors/${factor.id}`, { as: pia }));
  const told = ["factor_added", "recovery_code_used", "recovery_code_used", "recovery_codes_made"];
  expect((await kindsOf(pia)).reverse()).toEqual([...told, "factor_removed"]);
  await sendMails();
  const texts = mailsTo(pia.email).map(({ text }) => text);
  expect(texts).toHaveLength(5);
  for (const code of [...recoveryCodes, ...renewed]) expect(texts.join()).not.toContain(code);
});

it("records once what an older version queued about a password, and mails it", async () => {
  const ona = await member("ona_older");
  const change = { userId: ona.id, at: t.services.now(), device: FIREFOX };
  for (const again of [change, change]) await recordOlderPasswordChange(t.database.db, again);
  await recordOlderPasswordChange(t.database.db, { ...change, userId: "1" });
  expect(await kindsOf(ona)).toEqual(["password_changed"]);
  await sendMails();
  expect(mailsTo(ona.email)).toHaveLength(1);
});

it("mails a changed password with when, from where and what to do, and nothing that the user agent made up", async () => {
  const bob = await member("bob_pw");
  const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT_PASSWORD };
  const headers = { ...bob.headers, "user-agent": FIREFOX };
  ok(await call(t, "POST", "/auth/change-password", { headers, body }));
  expect(t.jobs.at(-1)).toMatchObject({ name: "security-mails" });
  await sendMails();
  const [mail, ...more] = mailsTo(bob.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Your password was changed on BBUX");
  expect(mail?.text).toMatch(
    /\nWhen: [A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M UTC\nBrowser: Firefox on Linux\nIP address: 127\.0\.0\.x\n/,
  );
  expect(mail?.text).toContain("https://bbux.example/forgot-password");
  expect(mail?.text).not.toContain("evil");
  await sendMails();
  expect(mailsTo(bob.email)).toHaveLength(1);
});

it("tells a member of a reset password, and that a wallet, which may be a stranger's, still signs in", async () => {
  const cyd = await member("cyd_reset");
  const made = await createPasswordReset(t.database.db, cyd.email, t.services.now());
  ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: NEXT_PASSWORD } }));
  const { token } = ok(await signIn(cyd, "", NEXT_PASSWORD));
  expect(await kindsOf({ headers: { authorization: `Bearer ${token}` } })).toEqual(["signed_in", "password_reset"]);
  await sendMails();
  expect(mailsTo(cyd.email).some(({ text }) => text.includes("still sign you in"))).toBe(false);

  const login = {
    user_id: cyd.id,
    kind: "wallet",
    name: "Theirs",
    created_at: new Date(),
    subject: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp",
  };
  await t.database.ownerDb.insertInto("linked_logins").values(login).execute();
  const again = await createPasswordReset(t.database.db, cyd.email, t.services.now());
  ok(
    await call(t, "POST", "/auth/reset-password", { body: { token: again?.token, newPassword: `${NEXT_PASSWORD}!` } }),
  );
  await sendMails();
  expect(mailsTo(cyd.email).some(({ text }) => text.includes("still sign you in"))).toBe(true);
});

it("tells a member of sessions that were ended, and whose they were", async () => {
  const dee = await member("dee_sessions");
  const eve = await member("eve_other");
  ok(await signIn(dee));
  ok(await call(t, "POST", "/auth/sessions/end-others", { as: dee }));
  expect(await kindsOf(dee)).toEqual(["sessions_ended", "signed_in"]);
  expect(await kindsOf(eve)).toEqual([]);
});

it("tries a mail that can't be sent again, and sends the others meanwhile", async () => {
  const [fay, gus] = [await member("fay_mail"), await member("gus_mail")];
  for (const each of [fay, gus]) ok(await signIn(each));
  await sendMails(fay.email);
  expect([mailsTo(fay.email).length, mailsTo(gus.email).length]).toEqual([0, 1]);
  const due = sql`update security_events set mail_due_at = clock_timestamp() where user_id = ${fay.id} and mail_due_at is not null`;
  await due.execute(t.database.ownerDb);
  await sendMails();
  await due.execute(t.database.ownerDb);
  await sendMails();
  expect([mailsTo(fay.email).length, mailsTo(gus.email).length]).toEqual([1, 1]);
});

it("mails five sign-ins in a day, a sixth that says that others are only listed, and no other before the day is over", async () => {
  const kim = await member("kim_capped");
  const first = t.services.now().getTime();
  const happened = (kind: string, count: number, afterMs = 0, details = "{}") =>
    t.database.ownerDb
      .insertInto("security_events")
      .values(
        Array.from({ length: count }, (_, nth) => ({
          ...{ user_id: kim.id, kind, details },
          created_at: new Date(first + afterMs + nth),
        })),
      )
      .execute();
  const mailed = async () => {
    // A run sends a limited number, and two can overlap.
    for (let runs = 0; runs < 2; runs++) await Promise.all([sendMails(), sendMails()]);
    return mailsTo(kim.email).length;
  };
  await happened("signed_in", 60);
  expect(await mailed()).toBe(6);
  const last = mailsTo(kim.email).filter(({ text }) => text.includes("only list them in your security settings"));
  expect(last).toHaveLength(1);
  expect(last[0]?.text).toContain("https://bbux.example/settings?tab=security");
  expect(await kindsOf(kim)).toHaveLength(60);
  // Changes to the account are mailed each time, and so are staff actions.
  await happened("password_changed", 7);
  expect(await mailed()).toBe(13);
  await happened("sessions_ended", 7, 0, '{"reason": "A stolen phone"}');
  expect(await mailed()).toBe(20);
  await happened("signed_in", 1, DAY_MS - 1_000);
  expect(await mailed()).toBe(20);
  await happened("signed_in", 1, DAY_MS + 1_000);
  expect(await mailed()).toBe(21);
});

it("changes a password while nothing can be queued, and mails it with the minute's run", async () => {
  const other = await createTestApp({ database: t.database });
  const hal = await member("hal_queue");
  const enqueue = other.services.enqueue;
  Object.assign(other.services, { enqueue: () => Promise.reject(new Error("no queue")) });
  const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT_PASSWORD };
  ok(await call(other, "POST", "/auth/change-password", { as: hal, body }));
  Object.assign(other.services, { enqueue });
  await other.close();
  await sendMails();
  expect(mailsTo(hal.email)).toHaveLength(1);
});

it("removes events after 90 days and not before, and all when the account is closed", async () => {
  const ivy = await member("ivy_gone");
  ok(await signIn(ivy));
  const { db } = t.database;
  const at = (days: number) => new Date(t.services.now().getTime() + days * DAY_MS);
  await removeOldSecurityEvents(db, at(89));
  expect(await kindsOf(ivy)).toEqual(["signed_in"]);
  ok(await call(t, "POST", "/auth/delete-account", { headers: ivy.headers, body: { password: TEST_PASSWORD } }));
  const left = () => db.selectFrom("security_events").select("kind").where("user_id", "=", ivy.id).execute();
  expect(await left()).toEqual([{ kind: "account_closed" }]);
  await sendMails();
  expect(await left()).toEqual([]);
  const jon = await member("jon_kept");
  ok(await signIn(jon));
  expect(await removeOldSecurityEvents(db, at(91))).toBeGreaterThan(0);
  expect(await kindsOf(jon)).toEqual([]);
});

it("can be read to the oldest of 90 days, in pages that neither repeat nor leave out, even of events at the same time", async () => {
  const [gus, eve] = [await member("gus_events"), await member("eve_events")];
  const at = new Date(t.services.now().getTime() - DAY_MS);
  const rows = Array.from({ length: 120 }, (_, nth) => ({
    user_id: gus.id,
    kind: "signed_in",
    details: JSON.stringify({}),
    // Three at a time.
    created_at: new Date(at.getTime() - Math.floor(nth / 3) * 60_000),
  }));
  const tooOld = {
    ...rows[0],
    user_id: gus.id,
    kind: "email_changed",
    created_at: new Date(at.getTime() - 90 * DAY_MS),
  };
  await t.database.ownerDb
    .insertInto("security_events")
    .values([...rows, tooOld])
    .execute();
  const pageOf = async (query: string, as = gus) => ok(await call(t, "GET", `/auth/security-events${query}`, { as }));
  const first = await pageOf("");
  expect(first.events).toHaveLength(100);
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { events: { id: string }[]; nextCursor: string | null } = await pageOf(
      `?limit=7${cursor && `&cursor=${cursor}`}`,
    );
    ids.push(...page.events.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(ids).size).toBe(120);
  expect(ids).toHaveLength(120);
  expect(ids.slice(0, 100)).toEqual(first.events.map(({ id }: { id: string }) => id));
  // Another member's event is no place to read on from.
  expect(await pageOf(`?cursor=${ids[3]}`, eve)).toEqual({ events: [], nextCursor: null });
});
