import { createPasswordReset } from "@bbux/api";
import { HOUR_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendEmailChange } from "../jobs/email-change-mail.ts";
import { TEST_PASSWORD, type TestApp } from "../testing.ts";
import { emailChangesOf, MAIL_ORIGIN, startEmailChanges } from "./email-change.support.ts";
import { ageProofs } from "./second-factor.support.ts";
import { call, ok, refused, tally, untilLocked } from "./support.ts";

// Changing the email address (docs/adr/0042).

let t: TestApp;
let later = 0;
const { mails, sendMail, request, fresh, address, confirm, login, me, asked, undoToken, causes } = emailChangesOf(
  () => t,
);
beforeAll(async () => {
  t = await startEmailChanges(() => later);
});
afterAll(() => t.close());
beforeEach(() => {
  later = 0;
});

describe("a change of email address", () => {
  it("happens with the link in the mail to the new one, which is then the one to sign in with; withdrawals are held", async () => {
    const ada = await fresh();
    const next = address();
    const token = await asked(ada, next);
    expect((await me(ada)).email).toBe(ada.email);
    ok(await confirm(token));
    expect(await me(ada)).toMatchObject({ email: next, emailVerified: true });
    ok(await login(next));
    refused(await login(ada.email), 401, "INVALID_CREDENTIALS");
    expect(await causes(ada)).toEqual(["email_changed"]);
    expect(await undoToken(ada.email)).not.toBe("");
    const notice = mails.findLast(({ to }) => to === ada.email);
    expect(notice?.text).toContain(`Old address: ${ada.email}\nNew address: n…@example.org (partly hidden)\n`);
    expect(notice?.text).not.toContain(next);
    // The former address isn't kept longer than the mail needs it.
    const kept = t.database.ownerDb.selectFrom("security_events").select("id").where("mail_to", "is not", null);
    expect(await kept.execute()).toEqual([]);
  });

  it("needs a fresh proof, another address, and an account that isn't frozen", async () => {
    const ada = await fresh();
    refused(await request(ada, ada.email), 422, "VALIDATION_ERROR");
    refused(await request(ada, "no address"), 422, "VALIDATION_ERROR");
    const token = await asked(ada, address());
    await sql`insert into security_holds values (${ada.id}, 'frozen', 'infinity')`.execute(t.database.ownerDb);
    refused(await request(ada, address()), 403, "ACCOUNT_FROZEN");
    refused(await confirm(token), 403, "ACCOUNT_FROZEN");
    await ageProofs(t, ada);
    refused(await request(ada, address()), 403, "STEP_UP_REQUIRED");
  });

  it("is confirmed once, by the latest link only, within 24 hours", async () => {
    const ada = await fresh();
    const [first, second] = [await asked(ada, address()), await asked(ada, address())];
    refused(await confirm(first), 400, "EMAIL_LINK_INVALID");
    later = 25 * HOUR_MS;
    refused(await confirm(second), 400, "EMAIL_LINK_EXPIRED");
    later = 0;
    expect(tally(await Promise.all([confirm(second), confirm(second)]))).toEqual({ 200: 1, 409: 1 });
    refused(await confirm(second), 409, "EMAIL_LINK_USED");
  });

  it("doesn't say that another account has the address, except in a mail to that address", async () => {
    const [ada, bob] = [await fresh(), await fresh()];
    const [free, taken] = [await request(ada, address()), await request(ada, bob.email.toUpperCase())];
    expect(Object.keys(ok(taken))).toEqual(Object.keys(ok(free)));
    expect(await asked(ada, bob.email)).toBe("");
    expect(mails.at(-1)).toMatchObject({
      to: bob.email,
      text: expect.stringContaining("already belongs to an account"),
    });
  });

  it("is refused if someone else got the address in the meantime, and changes nothing", async () => {
    const ada = await fresh();
    const token = await asked(ada, "latecomer@example.org");
    const bob = await t.member("latecomer");
    refused(await confirm(token), 409, "EMAIL_TAKEN");
    expect([(await me(ada)).email, (await me(bob)).email]).toEqual([ada.email, bob.email]);
    expect(await causes(ada)).toEqual([]);
  });

  it("that a thief asked for is void once the owner has set a new password", async () => {
    const ada = await fresh();
    const token = await asked(ada, address("thief"));
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/change-password", { as: ada, body }));
    refused(await confirm(token), 400, "EMAIL_LINK_INVALID");
  });

  it("that a thief may have asked for is void once a refresh token comes twice", async () => {
    const ada = await fresh();
    const token = await asked(ada, address("thief"));
    const refresh = () => call(t, "POST", "/auth/refresh", { body: { refreshToken: ada.refreshToken } });
    ok(await refresh());
    refused(await refresh(), 401, "UNAUTHENTICATED");
    refused(await confirm(token), 400, "EMAIL_LINK_INVALID");
  });

  it("is stored with the request, so that what voids it also voids one whose mail hasn't been sent", async () => {
    const ada = await fresh();
    const newEmail = address("thief");
    ok(await request(ada, newEmail));
    const stored = () =>
      t.database.db.selectFrom("email_changes").select("new_email").where("user_id", "=", ada.id).execute();
    expect(await stored()).toEqual([{ new_email: newEmail }]);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/change-password", { as: ada, body }));
    expect(await stored()).toEqual([]);
    mails.length = 0;
    const job = { db: t.database.db, verifiesEmail: true, sendMail, origin: MAIL_ORIGIN };
    await sendEmailChange(job, { userId: ada.id, newEmail }, t.services.now());
    expect([mails, await stored()]).toEqual([[], []]);
  });

  it("isn't stored by a request that waited while the owner ended its session", async () => {
    const member = await fresh();
    const { ownerDb, db } = t.database;
    const asked = await ownerDb.transaction().execute(async (trx) => {
      await sql`select from users where id = ${member.id} for no key update`.execute(trx);
      const made = request(member, address("waited"));
      await untilLocked(t);
      await trx.deleteFrom("sessions").where("user_id", "=", member.id).execute();
      return { made };
    });
    refused(await asked.made, 401, "UNAUTHENTICATED");
    expect(await db.selectFrom("email_changes").select("id").where("user_id", "=", member.id).execute()).toEqual([]);
  });

  it("that another request replaced before its mail was sent isn't mailed", async () => {
    const ada = await fresh();
    const [first, second] = [address(), address()];
    for (const newEmail of [first, second]) ok(await request(ada, newEmail));
    mails.length = 0;
    const job = { db: t.database.db, verifiesEmail: true, sendMail, origin: MAIL_ORIGIN };
    for (const newEmail of [first, second]) await sendEmailChange(job, { userId: ada.id, newEmail }, t.services.now());
    expect(mails.map(({ to }) => to)).toEqual([second]);
  });

  it("voids links that were mailed to the address before", async () => {
    const ada = await fresh();
    const reset = await createPasswordReset(t.database.db, ada.email, t.services.now());
    ok(await confirm(await asked(ada, address())));
    const body = { token: reset?.token, newPassword: "another good password" };
    refused(await call(t, "POST", "/auth/reset-password", { body }), 400, "RESET_LINK_INVALID");
  });

  it("of an address that was never confirmed can't be undone there, because it may be a stranger's", async () => {
    const ada = await fresh({ verified: false });
    ok(await confirm(await asked(ada, address())));
    expect((await me(ada)).emailVerified).toBe(true);
    expect(await undoToken(ada.email)).toBe("");
    expect(await causes(ada)).toEqual([]);
  });

  it("of an address that was never confirmed is a security event, too, and is mailed to the new one only", async () => {
    const ada = await fresh({ verified: false });
    const next = address();
    ok(await confirm(await asked(ada, next)));
    const { events } = ok(await call(t, "GET", "/auth/security-events", { as: ada }));
    expect(events.map(({ kind }: { kind: string }) => kind)).toContain("email_changed");
    expect(events.find(({ kind }: { kind: string }) => kind === "email_changed").message).toContain("n…@example.org");
    mails.length = 0;
    await undoToken(ada.email);
    const told = mails.filter(({ to }) => to === ada.email || to === next);
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([[next, "Your email address was changed on BBUX"]]);
    expect(told[0]?.text).not.toContain("undo-email-change");
  });
});
