import { createPasswordReset } from "@bbux/api";
import { removeFactors, setMemberEmail } from "@bbux/api/operator";
import { UNIT } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { codeOf, enroll } from "./second-factor.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok, refused } from "./support.ts";

// What an operator's commands do for members who have lost their mailbox or their second factor.

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({
    env: { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1", SECURITY_HOLD_HOURS: "24" },
  });
});
afterAll(() => t.close());

const login = (email: string) => call(t, "POST", "/auth/login", { body: { email, password: TEST_PASSWORD } });
const me = (as: TestMember) => call(t, "GET", "/auth/me", { as });
const reason = "Showed the receipts of three deposits";
const acts = async ({ id }: TestMember) =>
  t.database.ownerDb
    .selectFrom("audit_log")
    .select(["action", "actor_id", "reason"])
    .where("subject_id", "=", id)
    .execute();
const holdOf = async ({ id }: TestMember) => {
  const { rows } = await sql<{ cause: string; hours: number }>`
    select cause, case when isfinite(until) then round(extract(epoch from until - clock_timestamp()) / 3600)::int end as hours
      from security_holds where user_id = ${id}`.execute(t.database.ownerDb);
  return rows;
};

describe("an operator gives a member another email address", () => {
  it("which signs in from then on; every sign-in ends, withdrawals are held, and the audit log has the reason", async () => {
    const ada = await t.member("ada");
    const done = await setMemberEmail(t.services, { member: "ADA", email: "ada.new@example.org", reason });
    expect(done).toEqual({ username: ada.username, mayUndo: true });
    refused(await me(ada), 401, "UNAUTHENTICATED");
    refused(await login(ada.email), 401, "INVALID_CREDENTIALS");
    const { user } = ok(await login("ada.new@example.org"));
    // Nobody has shown yet that mail to it arrives.
    expect(user).toMatchObject({ email: "ada.new@example.org", emailVerified: false });
    expect(await holdOf(ada)).toEqual([{ cause: "email_changed", hours: 24 }]);
    expect(await acts(ada)).toEqual([{ action: "EMAIL_SET", actor_id: null, reason }]);
  });

  it("and nobody moves it on, changes or removes the password, or closes the account with the old password before a mail to it was answered", async () => {
    const lou = await t.member("lou");
    const email = "lou.new@example.org";
    await setMemberEmail(t.services, { member: lou.id, email, reason });
    const { token } = ok(await login(email));
    const headers = { authorization: `Bearer ${token}` };
    const requests = [
      ["/auth/email", { newEmail: "thief@example.org" }],
      ["/auth/password/remove", { currentPassword: TEST_PASSWORD }],
      ["/auth/delete-account", { password: TEST_PASSWORD }],
      ["/auth/change-password", { currentPassword: TEST_PASSWORD, newPassword: "a password of their own" }],
    ] as const;
    for (const [path, body] of requests) {
      refused(await call(t, "POST", path, { headers, body }), 403, "EMAIL_UNVERIFIED");
    }
    await sql`update users set email_verified_at = now() where id = ${lou.id}`.execute(t.database.ownerDb);
    for (const [path, body] of [requests[0], requests[3]]) ok(await call(t, "POST", path, { headers, body }));
  });

  it("and the address before reads of it and can undo it, so that an impostor gains nothing", async () => {
    const bea = await t.member("bea");
    await setMemberEmail(t.services, { member: bea.id, email: "impostor@example.org", reason });
    const mails = await dueSecurityMails(t, { verifiesEmail: true });
    const notice = mails.find(({ to }) => to === bea.email);
    expect(notice?.text).toContain("New address: i…@example.org (partly hidden)\n");
    const token = /undo-email-change\?token=([\w-]+)/.exec(notice?.text ?? "")?.[1];
    ok(await call(t, "POST", "/auth/email/undo", { body: { token } }));
    refused(await login("impostor@example.org"), 401, "INVALID_CREDENTIALS");
    expect((await holdOf(bea)).map(({ cause }) => cause)).toContain("frozen");
  });

  it("and its mailbox alone opens nothing: a reset there leaves the second factor and the linked wallets", async () => {
    const ida = await t.member("ida");
    await enroll(t, ida);
    const email = "ida.new@example.org";
    await setMemberEmail(t.services, { member: ida.id, email, reason });
    const made = await createPasswordReset(t.database.db, email, t.services.now());
    const newPassword = "a password of their own";
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword } }));
    const signIn = { email, password: newPassword };
    refused(await call(t, "POST", "/auth/login", { body: signIn }), 401, "SECOND_FACTOR_REQUIRED");
  });

  it("and keeps an account that a thief is closing", async () => {
    const kai = await t.member("kai", { balance: UNIT });
    const body = { password: TEST_PASSWORD, forfeitBalance: true };
    ok(await call(t, "POST", "/auth/delete-account", { as: kai, body }));
    await setMemberEmail(t.services, { member: kai.id, email: "kai.new@example.org", reason });
    ok(await login("kai.new@example.org"));
    expect(await balanceOf(t.database.db, "member", kai.id)).toBe(UNIT);
  });

  it("but not one that another member has, or had until lately, nor the present one, and changes nothing then", async () => {
    const [cleo, dora] = [await t.member("cleo"), await t.member("dora")];
    const set = (email: string) => setMemberEmail(t.services, { member: cleo.id, email, reason });
    await expect(set(dora.email.toUpperCase())).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
    await expect(set(cleo.email)).rejects.toThrow("cleo already has this email address");
    await setMemberEmail(t.services, { member: dora.id, email: "dora.new@example.org", reason });
    await expect(set(dora.email)).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
    // Nor on an account that has none.
    const fritz = await t.member("fritz");
    await sql`update users set email = null, email_verified_at = null where id = ${fritz.id}`.execute(
      t.database.ownerDb,
    );
    await expect(setMemberEmail(t.services, { member: "fritz", email: dora.email, reason })).rejects.toMatchObject({
      code: "EMAIL_TAKEN",
    });
    expect(ok(await me(cleo)).user.email).toBe(cleo.email);
    expect(await holdOf(cleo)).toEqual([]);
    expect(await acts(cleo)).toEqual([]);
    await expect(setMemberEmail(t.services, { member: "nobody", email: "a@example.org", reason })).rejects.toThrow(
      "There is no member named nobody",
    );
  });

  it("until a mail to it was answered, nobody with the old password adds a factor to a moderator's account", async () => {
    const vera = await t.member("vera");
    await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", vera.id).execute();
    await setMemberEmail(t.services, { member: "vera", email: "vera.new@example.org", reason });
    const { token } = ok(await login("vera.new@example.org"));
    const thief: TestMember = { ...vera, headers: { authorization: `Bearer ${token}` } };
    const { secret } = ok(await call(t, "POST", "/auth/factors/totp", { as: thief }));
    const body = { code: codeOf(secret) };
    refused(await call(t, "POST", "/auth/factors/totp/confirm", { as: thief, body }), 403, "EMAIL_UNVERIFIED");
  });

  it("also to one who signed up without, by a wallet", async () => {
    const eli = await t.member("eli");
    await sql`update users set email = null, email_verified_at = null where id = ${eli.id}`.execute(t.database.ownerDb);
    expect(await setMemberEmail(t.services, { member: "eli", email: "eli.new@example.org", reason })).toEqual({
      ...{ username: "eli", mayUndo: false },
    });
    ok(await login("eli.new@example.org"));
  });
});

describe("an operator removes a member's second factors", () => {
  it("so that the password signs in alone; every sign-in ends, withdrawals are held, and the member is told", async () => {
    const finn = await t.member("finn");
    await enroll(t, finn);
    refused(await login(finn.email), 401, "SECOND_FACTOR_REQUIRED");
    expect(await removeFactors(t.services, { member: "finn", reason })).toEqual({ username: "finn", removed: 1 });
    refused(await me(finn), 401, "UNAUTHENTICATED");
    ok(await login(finn.email));
    expect(await holdOf(finn)).toContainEqual({ cause: "factor_removed", hours: 24 });
    expect(await acts(finn)).toEqual([{ action: "FACTORS_REMOVED", actor_id: null, reason }]);
    const mails = await dueSecurityMails(t, { verifiesEmail: true });
    expect(mails.filter(({ to }) => to === finn.email).map(({ subject }) => subject)).toContain(
      "Second factor removed on BBUX",
    );
    const { rows } = await sql`select from recovery_codes where user_id = ${finn.id}`.execute(t.database.ownerDb);
    expect(rows).toEqual([]);
  });

  it("but from nobody without one, or without an address to sign in by, and holds nothing then", async () => {
    const [gus, hana] = [await t.member("gus"), await t.member("hana")];
    await expect(removeFactors(t.services, { member: "gus", reason })).rejects.toThrow("gus has no second factor");
    await enroll(t, hana);
    await sql`update users set email = null, email_verified_at = null where id = ${hana.id}`.execute(
      t.database.ownerDb,
    );
    await expect(removeFactors(t.services, { member: "hana", reason })).rejects.toThrow("hana has no email address");
    expect(await holdOf(gus)).toEqual([]);
    // Only since she added the app.
    expect(await holdOf(hana)).toEqual([{ cause: "factor_added", hours: 24 }]);
    ok(await me(hana));
  });
});
