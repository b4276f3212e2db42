import {
  createPasswordReset,
  finishClosings,
  freezeLinkToken,
  keepLinkToken,
  removeOldSecurityEvents,
} from "@bbux/api";
import { grantRole } from "@bbux/api/operator";
import { DAY_MS, SECURITY, UNIT } from "@bbux/contract";
import { audit, balanceOf, deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendSecurityMails } from "../../jobs/security-mails.ts";
import type { Mail } from "../../mail.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { endDays } from "../closing.support.ts";
import { ageProofs } from "../second-factor.support.ts";
import { answer, ask, call, ok, refused } from "../support.ts";
import { linkWallet } from "../wallets.support.ts";

// A thief who closes the account gets nothing if the owner reads the mail within seven days.

const NEXT_PASSWORD = "the owner's next password";
let t: TestApp;
let count = 0;
const mails: Mail[] = [];
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
});
afterAll(() => t.close());

const post = (path: string, body: object, as?: TestMember) => call(t, "POST", path, { body, ...(as && { as }) });
const rich = (balance = 3n * UNIT) => t.member(`closing${count++}`, { balance });
const close = (as: TestMember) => post("/auth/delete-account", { password: TEST_PASSWORD, forfeitBalance: true }, as);
const signIn = ({ email }: TestMember, password = TEST_PASSWORD) => post("/auth/login", { email, password });
const keep = (token: string) => post("/auth/keep-by-link", { token });
const reset = async ({ email }: TestMember) => {
  const made = await createPasswordReset(t.database.db, email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword: NEXT_PASSWORD }));
};
/** Lets what a reset holds pass, on the database's clock. */
const passDay = ({ id }: TestMember) =>
  sql`delete from security_holds where user_id = ${id}`.execute(t.database.ownerDb);
const held = ({ id }: TestMember) => balanceOf(t.database.db, "member", id);
const treasury = () => balanceOf(t.database.db, "treasury", "platform");
const rowOf = ({ id }: TestMember) =>
  t.database.db
    .selectFrom("users")
    .select(["closes_at", "deleted_at", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Sends what is due. @param isAway whether the mail server takes nothing */
async function sendMails(isAway = false): Promise<void> {
  await sendSecurityMails({
    ...{ db: t.database.db, verifiesEmail: true, vault: t.services.vault },
    ...{ origin: "https://bbux.example", log: { warn: () => undefined } },
    sendMail: async (mail) => {
      if (isAway) throw new Error("away");
      mails.push(mail);
    },
  });
}
async function mailsTo({ email }: TestMember): Promise<readonly Mail[]> {
  await sendMails();
  return mails.filter(({ to }) => to === email);
}
const tokenIn = (mail: Mail | undefined, page: string) =>
  new RegExp(`https://bbux\\.example/${page}\\?token=([\\w-]+)\\n`).exec(mail?.text ?? "")?.[1] ?? "";
const keepToken = async (member: TestMember) =>
  tokenIn(
    (await mailsTo(member)).findLast(({ text }) => text.includes("/keep-account?")),
    "keep-account",
  );

it("takes a fresh proof to close an account, whatever else a stolen session knows", async () => {
  const owner = await rich();
  await ageProofs(t, owner);
  refused(await close(owner), 403, "STEP_UP_REQUIRED");
  expect((await rowOf(owner)).closes_at).toBeNull();
  ok(await post("/auth/step-up", { password: TEST_PASSWORD }, owner));
  ok(await close(owner));
});

it("mails the owner at once, and keeps everyone out for seven days of the database's clock", async () => {
  const owner = await rich();
  const postId = await ask(t, owner, { title: "Still here", content: "Why?" });
  const { closesAt } = ok(await close(owner));
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from closes_at - clock_timestamp()) / 86400 as left from users where id = ${owner.id}`.execute(
    t.database.ownerDb,
  );
  expect(Number(rows[0]?.left)).toBeCloseTo(SECURITY.closingDays, 2);

  refused(await call(t, "GET", "/auth/me", { as: owner }), 401, "UNAUTHENTICATED");
  refused(await post("/auth/refresh", { refreshToken: owner.refreshToken }), 401, "UNAUTHENTICATED");
  const refusal = refused(await signIn(owner), 403, "ACCOUNT_CLOSING");
  expect(refusal.details).toEqual({ closesAt });
  expect(refusal.error).toContain(closesAt.slice(0, 10));
  // Only the owner learns of it.
  refused(await signIn(owner, "a wrong guess"), 401, "INVALID_CREDENTIALS");

  const [mail, ...more] = await mailsTo(owner);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Your account is about to be closed on BBUX");
  expect(mail?.text).toContain(`The 3 BBUX in it will then go to the treasury`);
  const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(closesAt));
  expect(mail?.text).toContain(`It closes on ${day} at `);
  expect(tokenIn(mail, "freeze")).not.toBe("");

  ok(await call(t, "GET", `/users/${owner.username}`));
  expect(ok(await call(t, "GET", `/posts/${postId}`)).post.author.username).toBe(owner.username);
  expect(await held(owner)).toBe(3n * UNIT);
});

describe("an account that is about to be closed is kept", () => {
  it("by the link in the mail, with what arrived since, and the link works once", async () => {
    const owner = await rich();
    ok(await close(owner));
    await deposit(t.database.db, { member: owner.id, amount: UNIT, cause: `meanwhile:${owner.id}` });
    const token = await keepToken(owner);
    ok(await keep(token));
    await endDays(t, owner);
    expect(await finishClosings(t.services)).toBe(0);
    await reset(owner);
    ok(await signIn(owner, NEXT_PASSWORD));
    expect(await held(owner)).toBe(4n * UNIT);
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toContain("Your account stays open on BBUX");
    refused(await keep(token), 400, "KEEP_LINK_INVALID");
  });

  it("by the link in the mail, which keeps out whoever closed it until a new password is set", async () => {
    const owner = await rich();
    ok(await close(owner));
    const { message } = ok(await keep(await keepToken(owner)));
    expect(message).toContain("set a new password");
    refused(await signIn(owner), 403, "ACCOUNT_FROZEN");
    const { rows } = await sql`select from sessions where user_id = ${owner.id}`.execute(t.database.ownerDb);
    expect(rows).toEqual([]);
    await reset(owner);
    refused(await signIn(owner), 401, "INVALID_CREDENTIALS");
    ok(await signIn(owner, NEXT_PASSWORD));
  });

  it("from this closing only, and by no link that someone made up", async () => {
    const owner = await rich();
    ok(await close(owner));
    const first = await keepToken(owner);
    ok(await keep(first));
    await reset(owner);
    const { token } = ok(await signIn(owner, NEXT_PASSWORD));
    await passDay(owner);
    const again = { ...owner, headers: { authorization: `Bearer ${token}` } };
    ok(await post("/auth/delete-account", { password: NEXT_PASSWORD, forfeitBalance: true }, again));
    for (const wrong of [first, "AAAA", freezeLinkToken(t.services, owner.id, t.services.now())]) {
      refused(await keep(wrong), 400, "KEEP_LINK_INVALID");
    }
    ok(await keep(await keepToken(owner)));
  });

  it("by a new password from the mailbox", async () => {
    const owner = await rich();
    ok(await close(owner));
    await reset(owner);
    expect((await rowOf(owner)).closes_at).toBeNull();
    ok(await signIn(owner, NEXT_PASSWORD));
  });

  it("by the link that freezes it", async () => {
    const owner = await rich();
    ok(await close(owner));
    ok(await post("/auth/freeze-by-link", { token: tokenIn((await mailsTo(owner)).at(-1), "freeze") }));
    expect((await rowOf(owner)).closes_at).toBeNull();
    refused(await signIn(owner), 403, "ACCOUNT_FROZEN");
  });

  it("by the link that takes back what was added to it", async () => {
    const owner = await rich();
    await linkWallet(t, owner);
    const token = tokenIn((await mailsTo(owner)).at(-1), "undo-added");
    ok(await close(owner));
    ok(await post("/auth/undo-added", { token }));
    expect((await rowOf(owner)).closes_at).toBeNull();
    expect(await held(owner)).toBe(3n * UNIT);
  });

  it("or closed, if both happen at the same time", async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await rich();
      ok(await close(owner));
      await endDays(t, owner);
      const closesAt = (await rowOf(owner)).closes_at?.toISOString() ?? "";
      const token = keepLinkToken(t.services, { member: owner.id, closesAt });
      const [kept] = await Promise.all([keep(token), finishClosings(t.services)]);
      const { deleted_at, closes_at } = await rowOf(owner);
      expect(closes_at).toBeNull();
      expect([kept.statusCode, await held(owner)]).toEqual(deleted_at === null ? [200, 3n * UNIT] : [400, 0n]);
    }
  });
});

it("an account that was emptied just now closes as late as a full one", async () => {
  const [owner, accomplice] = [await rich((21n * UNIT) / 10n), await rich()];
  const postId = await ask(t, owner, { bountyAmount: 2 });
  const answerId = await answer(t, accomplice, postId);
  ok(await post(`/posts/${postId}/answers/${answerId}/accept`, {}, owner));
  expect(await held(owner)).toBe(0n);
  expect(ok(await close(owner)).closesAt).toEqual(expect.any(String));
  expect((await rowOf(owner)).deleted_at).toBeNull();
});

describe("an account that isn't kept", () => {
  it("is closed once, with what arrived since, and its last mail outlives it, but nothing else does", async () => {
    const owner = await rich();
    ok(await close(owner));
    await deposit(t.database.db, { member: owner.id, amount: UNIT, cause: `meanwhile:${owner.id}` });
    await sendMails();
    mails.length = 0;
    await endDays(t, owner);
    const before = await treasury();
    const runs = await Promise.all([finishClosings(t.services), finishClosings(t.services)]);
    expect(runs.reduce((sum, closed) => sum + closed, 0)).toBe(1);
    expect(await finishClosings(t.services)).toBe(0);
    expect([await held(owner), (await treasury()) - before]).toEqual([0n, 4n * UNIT]);
    expect(await rowOf(owner)).toMatchObject({ email: null, closes_at: null, deleted_at: expect.any(Date) });
    refused(await signIn(owner), 401, "INVALID_CREDENTIALS");

    const left = () =>
      t.database.db.selectFrom("security_events").select(["kind", "mail_to"]).where("user_id", "=", owner.id).execute();
    await sendMails(true);
    expect(await left()).toEqual([{ kind: "account_closed", mail_to: owner.email }]);
    await sql`update security_events set mail_due_at = clock_timestamp() where user_id = ${owner.id}`.execute(
      t.database.ownerDb,
    );
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your account is closed on BBUX" });
    expect(mail?.text).toContain(`Hello ${owner.username},`);
    expect(mail?.text).toContain("The 4 BBUX left in it went to the treasury.");
    expect(mail?.text).not.toContain("token=");
    expect(await left()).toEqual([]);
    expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  });

  it("loses the address of its last mail, too, if that can't be sent", async () => {
    const owner = await rich();
    ok(await close(owner));
    await endDays(t, owner);
    await finishClosings(t.services);
    await sql`update security_events set mail_due_at = null where user_id = ${owner.id}`.execute(t.database.ownerDb);
    await removeOldSecurityEvents(t.database.db, t.services.now());
    const { rows } = await sql`select from security_events where user_id = ${owner.id}`.execute(t.database.ownerDb);
    expect(rows).toEqual([]);
  });

  it.each([
    {
      what: "a moderator has frozen its withdrawals",
      begin: (id: string) => sql`
        insert into security_holds (user_id, cause, until, since, reason, by_admin)
        values (${id}, 'staff_freeze', now() + interval '1 day', now(), 'Asked for', false)`,
      end: (id: string) => sql`delete from security_holds where user_id = ${id}`,
    },
    {
      what: "it is suspended",
      begin: (id: string) => sql`update users set suspended_at = now() where id = ${id}`,
      end: (id: string) => sql`update users set suspended_at = null where id = ${id}`,
    },
  ])("stays while $what", async ({ begin, end }) => {
    const owner = await rich();
    ok(await close(owner));
    await begin(owner.id).execute(t.database.ownerDb);
    await endDays(t, owner);
    expect(await finishClosings(t.services)).toBe(0);
    refused(await signIn(owner), 403, "ACCOUNT_CLOSING");
    expect(await held(owner)).toBe(3n * UNIT);
    await end(owner.id).execute(t.database.ownerDb);
    expect(await finishClosings(t.services)).toBe(1);
  });

  it("isn't closed immediately while a bounty or a deposit may still bring it something", async () => {
    const asker = await rich();
    for (const awaited of [
      async (owner: TestMember) => answer(t, owner, await ask(t, asker, { bountyAmount: 2 })),
      async (owner: TestMember) => {
        const postId = await ask(t, await rich(), { bountyAmount: 2 });
        await answer(t, owner, postId);
        const hidden = sql`update posts set hidden_at = now(), deleted_at = now() where id = ${postId}`;
        await hidden.execute(t.database.ownerDb);
      },
      async ({ id: user_id }: TestMember) => {
        const row = {
          user_id,
          address: `a${user_id}`,
          signature: `s${user_id}`,
          amount: "1",
          slot: "1",
          reason: "approval",
        };
        const at = t.services.now();
        await t.database.ownerDb
          .insertInto("waiting_deposits")
          .values({ ...row, checked_at: at, created_at: at, updated_at: at })
          .execute();
      },
    ]) {
      const owner = await rich(0n);
      await awaited(owner);
      expect(ok(await close(owner)).closesAt).not.toBeNull();
      const [mail] = await mailsTo(owner);
      expect(mail?.text).toContain("Anything that arrives before then goes to the treasury.");
      ok(await keep(tokenIn(mail, "keep-account")));
    }
  });

  it.each([
    { what: "the reputation of a known member", facts: { reputation_points: 50, role: "user" } },
    { what: "a role", facts: { reputation_points: 0, role: "moderator" } },
  ])("isn't closed immediately while it has $what, though it holds nothing", async ({ facts }) => {
    const owner = await rich(0n);
    await t.database.ownerDb.updateTable("users").set(facts).where("id", "=", owner.id).execute();
    expect(ok(await close(owner)).closesAt).not.toBeNull();
    expect((await rowOf(owner)).deleted_at).toBeNull();
  });

  it("is closed immediately if it holds nothing, and the owner gets an email", async () => {
    const owner = await rich(0n);
    await t.database.ownerDb.updateTable("users").set({ reputation_points: 49 }).where("id", "=", owner.id).execute();
    expect(ok(await close(owner)).closesAt).toBeNull();
    refused(await signIn(owner), 401, "INVALID_CREDENTIALS");
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your account is closed on BBUX");
    expect(mail?.text).not.toContain("treasury");
  });
});

it("opens no session for someone who signs in while the account starts to close", async () => {
  for (let round = 0; round < 4; round++) {
    const owner = await rich();
    const [closed, entered] = await Promise.all([close(owner), signIn(owner)]);
    ok(closed);
    expect([200, 403]).toContain(entered.statusCode);
    const left = t.database.db.selectFrom("sessions").select("kind").where("user_id", "=", owner.id);
    expect(await left.execute()).toEqual([]);
  }
});

it("doesn't count an admin who is about to leave, so that one always stays", async () => {
  const [leaving, staying] = [await rich(), await rich(0n)];
  const ids = [leaving.id, staying.id];
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "in", ids).execute();
  ok(await close(leaving));
  refused(await close(staying), 409, "LAST_ADMIN");
  await expect(grantRole({ ...t.services }, { member: staying.id, role: "user", actor: null })).rejects.toMatchObject({
    code: "LAST_ADMIN",
  });
  await endDays(t, leaving);
  expect(await finishClosings(t.services)).toBe(1);
});

it("isn't hurried by the clock of a process", async () => {
  const owner = await rich();
  ok(await close(owner));
  t.travel(8 * DAY_MS);
  expect(await finishClosings(t.services)).toBe(0);
  expect(await held(owner)).toBe(3n * UNIT);
});
