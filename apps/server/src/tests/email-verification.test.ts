import { createPasswordReset } from "@bbux/api";
import { CHAT, HOUR_MS, SESSION, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendEmailVerification } from "../jobs/email-verification-mail.ts";
import type { Mail } from "../mail.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, tally } from "./support.ts";

/** Mails its links, to a server that nobody here asks. */
let t: TestApp;
/** Shows its links, as npm start does. */
let shows: TestApp;
let author: TestMember;
let postId: string;
beforeAll(async () => {
  t = await createTestApp({ env: { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1" } });
  shows = await createTestApp({ env: { EMAIL_VERIFICATION: "on" }, database: t.database });
  await createTag(t.database, "money");
  author = await t.member("author");
  postId = await ask(t, author);
});
afterAll(async () => {
  await shows.close();
  await t.close();
});

let count = 0;
const newcomer = (options: { balance?: bigint } = {}) =>
  t.member(`newcomer${++count}`, { ...options, verified: false });
const verify = (token: unknown) => call(t, "POST", "/auth/verify-email", { body: { token } });
const resend = (as: TestMember, app = t) => call(app, "POST", "/auth/resend-verification", { as });
const isVerified = async (as: TestMember): Promise<boolean> =>
  ok(await call(t, "GET", "/auth/me", { as })).user.emailVerified;
const votes = (as: TestMember) => call(t, "POST", `/posts/${postId}/vote`, { as, body: { value: 1 } });
const post = (as: TestMember, body: object = {}) =>
  call(t, "POST", "/posts", { as, body: { title: "How?", content: "Tell me", tags: ["money"], ...body } });

/** Does the queued job. @returns the mail, if it sends one, and its token */
async function mailTo(member: TestMember): Promise<{ mail: Mail | undefined; token: string }> {
  const mails: Mail[] = [];
  const sendMail = async (sent: Mail) => void mails.push(sent);
  const deps = { db: t.database.db, sendMail, origin: "https://bbux.example" };
  await sendEmailVerification(deps, member.id, t.services.now());
  const [mail] = mails;
  const [, token = ""] = /^https:\/\/bbux\.example\/verify-email\?token=([\w-]{43})$/m.exec(mail?.text ?? "") ?? [];
  return { mail, token };
}

describe("the link", () => {
  it("is mailed after the sign-up, to the address, and confirms it without a session", async () => {
    const ada = await newcomer();
    expect(t.jobs.at(-1)).toEqual({ name: "email-verification-mail", payload: { userId: ada.id } });
    expect(await isVerified(ada)).toBe(false);
    const { mail, token } = await mailTo(ada);
    expect(mail).toMatchObject({ to: ada.email, subject: "Confirm your email address for BBUX" });
    ok(await verify(token));
    expect(await isVerified(ada)).toBe(true);
    expect((await mailTo(ada)).mail).toBeUndefined();
    expect(ok(await resend(ada)).message).toBe("Your email address is confirmed.");
  });

  it("works once, and earlier ones work until one is used", async () => {
    const ada = await newcomer();
    const [first, second] = [(await mailTo(ada)).token, (await mailTo(ada)).token];
    const both = await Promise.all([verify(first), verify(first)]);
    expect(tally(both)).toEqual({ 200: 1, 409: 1 });
    refused(await verify(first), 409, "EMAIL_LINK_USED");
    refused(await verify(second), 409, "EMAIL_LINK_USED");
  });

  it("is refused when it isn't one, and after 24 hours", async () => {
    refused(await verify("a".repeat(43)), 400, "EMAIL_LINK_INVALID");
    const ada = await newcomer();
    const { token } = await mailTo(ada);
    const at = { expires_at: t.services.now() };
    await t.database.ownerDb.updateTable("email_verifications").set(at).where("user_id", "=", ada.id).execute();
    refused(await verify(token), 400, "EMAIL_LINK_EXPIRED");
    expect(await isVerified(ada)).toBe(false);
    const { token: next } = await mailTo(ada);
    const link = t.database.db.selectFrom("email_verifications").select("expires_at").where("user_id", "=", ada.id);
    const { expires_at } = await link.orderBy("expires_at", "desc").executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - Date.now()) / HOUR_MS)).toBe(SESSION.verifyHours);
    ok(await verify(next));
  });

  it("confirms only the address that it was sent to", async () => {
    const ada = await newcomer();
    const { token } = await mailTo(ada);
    const email = `other-${ada.email}`;
    await t.database.ownerDb.updateTable("users").set({ email }).where("id", "=", ada.id).execute();
    refused(await verify(token), 400, "EMAIL_LINK_INVALID");
    expect(await isVerified(ada)).toBe(false);
  });

  it("is stored only as a hash", async () => {
    const ada = await newcomer();
    const { token } = await mailTo(ada);
    const rows = await t.database.db.selectFrom("email_verifications").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { token_hash } of rows) expect(token_hash).toHaveLength(32);
  });

  it("can be sent again, five times while they are open", async () => {
    const ada = await newcomer();
    expect(ok(await resend(ada))).toEqual({ success: true, message: "We've sent you an email with a link." });
    expect(t.jobs.at(-1)).toEqual({ name: "email-verification-mail", payload: { userId: ada.id } });
    for (let sent = 0; sent < SESSION.verifyMails; sent++) expect((await mailTo(ada)).token).not.toBe("");
    expect((await mailTo(ada)).mail).toBeUndefined();
    expect(refused(await resend(ada), 429, "RATE_LIMITED").error).toContain("Use the latest one");
  });

  it("is shown only where no mail is sent and nothing is at stake", async () => {
    const body = { username: "shown", email: "shown@example.org", password: TEST_PASSWORD };
    const { verificationLink } = ok(await call(shows, "POST", "/auth/signup", { body }));
    expect(verificationLink).toMatch(/^\/verify-email\?token=[\w-]{43}$/);
    expect(shows.jobs).toEqual([]);
    ok(await verify(verificationLink.split("=")[1]));
    expect(ok(await resend(await newcomer(), shows)).verificationLink).toMatch(/^\/verify-email/);
    expect(ok(await resend(await newcomer()))).not.toHaveProperty("verificationLink");
    const production = {
      NODE_ENV: "production",
      SESSION_SECRET: "x".repeat(32),
      PUBLIC_ORIGIN: "https://bbux.example",
    };
    const real = await createTestApp({
      env: { ...production, EMAIL_VERIFICATION: "on", RATE_LIMITS: "on", PLATFORM_WALLET_SECRET_FILE: "unread" },
      database: t.database,
    });
    try {
      expect(real.services.showsMailedLinks).toBe(false);
    } finally {
      await real.close();
    }
  });
});

describe("a member who hasn't confirmed their address", () => {
  it("reads, edits the profile, bookmarks, follows tags and goes through the first steps, and can't vote until the link is opened", async () => {
    const ada = await newcomer();
    ok(await call(t, "GET", `/posts/${postId}`, { as: ada }));
    ok(await call(t, "POST", "/profile", { as: ada, body: { bio: "New here" } }));
    ok(await call(t, "POST", "/bookmarks/toggle", { as: ada, body: { postId } }));
    ok(await call(t, "PUT", "/tags/followed", { as: ada, body: { tags: [] } }));
    ok(await call(t, "POST", "/welcome/read", { as: ada, body: { postId } }));
    ok(await call(t, "PUT", "/welcome", { as: ada, body: { dismissed: true } }));
    expect(refused(await votes(ada), 403, "EMAIL_UNVERIFIED").error).toBe(
      "Confirm your email address first: open the link that we sent you, or ask for a new one.",
    );
    ok(await verify((await mailTo(ada)).token));
    ok(await votes(ada));
  });

  it("can't comment, chat, place a bounty, stake or withdraw, even with a balance", async () => {
    const ada = await newcomer({ balance: 5n * UNIT });
    const rejected = [
      await call(t, "POST", `/posts/${postId}/comments`, { as: ada, body: { content: "Why?" } }),
      await call(t, "POST", `/chat/${CHAT.room}/messages`, { as: ada, body: { content: "Hello" } }),
      await post(ada, { bountyAmount: 1 }),
      await call(t, "POST", "/governance/stake", { as: ada, body: { amount: 1 } }),
      await call(t, "POST", "/wallet/withdraw", { as: ada, body: { amount: 1, destinationAddress: "x" } }),
      await call(t, "POST", "/wallet/action", {
        as: ada,
        body: { action: "withdraw", amount: 1, destinationAddress: "x" },
      }),
    ];
    for (const response of rejected) refused(response, 403, "EMAIL_UNVERIFIED");
    ok(await call(t, "POST", "/wallet/deposit", { as: ada, body: { amount: 1 } }));
  });

  it("may ask one question and give three answers a day, also at the same time, and deleting one gives none back", async () => {
    const ada = await newcomer();
    const asked = await Promise.all([post(ada), post(ada), post(ada)]);
    expect(tally(asked)).toEqual({ 200: 1, 403: 2 });
    const { id } = asked.find(({ statusCode }) => statusCode === 200)?.json().post ?? {};
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect(refused(await post(ada), 403, "EMAIL_UNVERIFIED").error).toContain("one question a day");
    const others = await Promise.all(Array.from({ length: 5 }, () => ask(t, author)));
    const give = (to: string) => call(t, "POST", `/posts/${to}/answers`, { as: ada, body: { content: "So" } });
    expect(tally(await Promise.all(others.map(give)))).toEqual({ 200: 3, 403: 2 });
    const { rows } = await answersOf(others);
    expect(rows).toBe(3);
    ok(await verify((await mailTo(ada)).token));
    ok(await post(ada));
    await answer(t, ada, others[0] ?? "");
  });

  it("may ask again a day later", async () => {
    const ada = await newcomer();
    ok(await post(ada));
    const yesterday = { day_start: new Date(t.services.now().getTime() - 24 * HOUR_MS - 1_000) };
    await t.database.ownerDb.updateTable("trust_uses").set(yesterday).where("user_id", "=", ada.id).execute();
    ok(await post(ada));
  });

  it("has confirmed it by a password reset, whose link was in a mail", async () => {
    const ada = await newcomer();
    const { token } = await mailTo(ada);
    const made = await createPasswordReset(t.database.db, ada.email, t.services.now());
    const newPassword = "another good password";
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword } }));
    const { user } = ok(await call(t, "POST", "/auth/login", { body: { email: ada.email, password: newPassword } }));
    expect(user.emailVerified).toBe(true);
    refused(await verify(token), 409, "EMAIL_LINK_USED");
  });

  it("leaves no link behind when they close the account, and their file says whether the address was confirmed", async () => {
    const ada = await newcomer();
    await mailTo(ada);
    const file = await call(t, "GET", "/profile/export", { as: ada });
    expect(file.json().account).toMatchObject({ email: ada.email, email_verified_at: null });
    ok(await call(t, "POST", "/auth/delete-account", { as: ada, body: { password: TEST_PASSWORD } }));
    const left = t.database.db.selectFrom("email_verifications").select("email").where("user_id", "=", ada.id);
    expect(await left.execute()).toEqual([]);
  });
});

it("counts everyone as confirmed when it is off, and sends nothing", async () => {
  const off = await createTestApp({ database: t.database });
  try {
    const ada = await off.member("at_ease", { verified: false });
    expect(off.jobs).toEqual([]);
    expect(ok(await call(off, "GET", "/auth/me", { as: ada })).user.emailVerified).toBe(true);
    ok(await call(off, "POST", `/posts/${postId}/vote`, { as: ada, body: { value: 1 } }));
    refused(await votes(ada), 403, "EMAIL_UNVERIFIED");
  } finally {
    await off.close();
  }
});

async function answersOf(posts: readonly string[]): Promise<{ rows: number }> {
  const rows = await t.database.db.selectFrom("answers").select("id").where("post_id", "in", posts).execute();
  return { rows: rows.length };
}
