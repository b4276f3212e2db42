import { createPasswordReset, removeOldEmailChanges } from "@bbux/api";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendEmailChange } from "../jobs/email-change-mail.ts";
import type { Mail } from "../mail.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ageProofs, enroll } from "./second-factor.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok, refused, tally } from "./support.ts";

// Changing the email address, and undoing it from the address before (docs/adr/0042).

let t: TestApp;
let later = 0;
beforeAll(async () => {
  const env = { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1", SECURITY_HOLD_HOURS: "24" };
  t = await createTestApp({ env, skew: () => later });
});
afterAll(() => t.close());
beforeEach(() => {
  later = 0;
});

let count = 0;
const fresh = () => t.member(`mover${++count}`);
const address = (name = "new") => `${name}${++count}@example.org`;
const mails: Mail[] = [];
const sendMail = async (mail: Mail) => void mails.push(mail);
const ORIGIN = "https://bbux.example";
const request = (as: TestMember, newEmail: string) => call(t, "POST", "/auth/email", { as, body: { newEmail } });
const confirm = (token: string) => call(t, "POST", "/auth/email/confirm", { body: { token } });
const undo = (token: string) => call(t, "POST", "/auth/email/undo", { body: { token } });
const login = (email: string, password = TEST_PASSWORD) =>
  call(t, "POST", "/auth/login", { body: { email, password } });
const me = async (as: TestMember) => ok(await call(t, "GET", "/auth/me", { as })).user;
const tokenIn = (mail: Mail | undefined, page: string) =>
  new RegExp(`https://bbux\\.example/${page}\\?token=([\\w-]+)\\n`).exec(mail?.text ?? "")?.[1] ?? "";

/** Asks for a change and does the queued job. @returns the token mailed to the new address */
async function asked(as: TestMember, newEmail: string): Promise<string> {
  ok(await request(as, newEmail));
  const { db } = t.database;
  await sendEmailChange({ db, sendMail, origin: ORIGIN }, { userId: as.id, newEmail }, t.services.now());
  return tokenIn(
    mails.findLast(({ to }) => to === newEmail),
    "confirm-email-change",
  );
}

/** Sends what is due. @returns the token of the link in the latest mail to this address that undoes a change */
async function undoToken(to: string): Promise<string> {
  mails.push(...(await dueSecurityMails(t, { verifiesEmail: true })));
  return tokenIn(
    mails.findLast((mail) => mail.to === to),
    "undo-email-change",
  );
}

const causes = async ({ id }: TestMember) => {
  const { rows } = await sql<{
    cause: string;
  }>`select cause from security_holds where user_id = ${id} order by cause`.execute(t.database.ownerDb);
  return rows.map(({ cause }) => cause);
};

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
    expect(notice?.text).toContain(`is now n…@example.org.`);
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
      text: expect.stringContaining("belongs to an account already"),
    });
  });

  it("is refused if someone else got the address in the meantime, and changes nothing", async () => {
    const ada = await fresh();
    const token = await asked(ada, `mover${count + 1}@example.org`);
    const bob = await fresh();
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

  it("voids links that were mailed to the address before", async () => {
    const ada = await fresh();
    const reset = await createPasswordReset(t.database.db, ada.email, t.services.now());
    ok(await confirm(await asked(ada, address())));
    const body = { token: reset?.token, newPassword: "another good password" };
    refused(await call(t, "POST", "/auth/reset-password", { body }), 400, "RESET_LINK_INVALID");
  });

  it("of an address that was never confirmed can't be undone there, because it may be a stranger's", async () => {
    const ada = await t.member(`mover${++count}`, { verified: false });
    ok(await confirm(await asked(ada, address())));
    expect((await me(ada)).emailVerified).toBe(true);
    expect(await undoToken(ada.email)).toBe("");
    expect(await causes(ada)).toEqual([]);
  });
});

describe("undoing it", () => {
  it("brings the address back, whatever came after, signs everyone out, and freezes the account until a new password", async () => {
    const ada = await fresh();
    const [second, third] = [address("thief"), address("thief")];
    ok(await confirm(await asked(ada, second)));
    const token = await undoToken(ada.email);
    ok(await confirm(await asked(ada, third)));
    const latest = await undoToken(second);
    const pending = await asked(ada, address("thief"));
    ok(await undo(token));
    refused(await call(t, "GET", "/auth/me", { as: ada }), 401, "UNAUTHENTICATED");
    const back = { ...ada, headers: { authorization: `Bearer ${ok(await login(ada.email)).token}` } };
    expect(await me(back)).toMatchObject({ email: ada.email, frozen: true });
    refused(await undo(latest), 409, "EMAIL_LINK_USED");
    refused(await undo(token), 409, "EMAIL_LINK_USED");
    refused(await confirm(pending), 400, "EMAIL_LINK_INVALID");
    refused(await request(back, third), 403, "ACCOUNT_FROZEN");
    const made = await createPasswordReset(t.database.db, ada.email, t.services.now());
    const body = { token: made?.token, newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/reset-password", { body }));
    refused(await call(t, "GET", "/auth/me", { as: back }), 401, "UNAUTHENTICATED");
    const owner = {
      ...ada,
      headers: { authorization: `Bearer ${ok(await login(ada.email, body.newPassword)).token}` },
    };
    expect(await me(owner)).toMatchObject({ frozen: false });
  });

  it("removes second factors that were added around the change, which would keep the owner out", async () => {
    const ada = await fresh();
    await enroll(t, ada);
    ok(await confirm(await asked(ada, address("thief"))));
    ok(await undo(await undoToken(ada.email)));
    ok(await login(ada.email));
  });

  it("is also what going back to the former address means, so that the one in between can't take it back", async () => {
    const ada = await fresh();
    const thief = address("thief");
    ok(await confirm(await asked(ada, thief)));
    const first = await undoToken(ada.email);
    ok(await confirm(await asked(ada, ada.email)));
    refused(await undo(first), 409, "EMAIL_LINK_USED");
    expect(await undoToken(thief)).toBe("");
    expect((await me(ada)).email).toBe(ada.email);
  });

  it("stays possible for the first address as long as for the ones after it", async () => {
    const ada = await fresh();
    const second = address("thief");
    ok(await confirm(await asked(ada, second)));
    const first = await undoToken(ada.email);
    later = 6 * DAY_MS;
    const back = { ...ada, headers: { authorization: `Bearer ${ok(await login(second)).token}` } };
    ok(await confirm(await asked(back, address("thief"))));
    later = 8 * DAY_MS;
    ok(await undo(first));
  });

  it("keeps the account from being closed meanwhile, and is void once a member ended the other sessions", async () => {
    const ada = await fresh();
    const pending = await asked(ada, address("thief"));
    await login(ada.email);
    ok(await call(t, "POST", "/auth/sessions/end-others", { as: ada }));
    refused(await confirm(pending), 400, "EMAIL_LINK_INVALID");
    ok(await confirm(await asked(ada, address())));
    const body = { password: TEST_PASSWORD };
    refused(await call(t, "POST", "/auth/delete-account", { as: ada, body }), 403, "ACCOUNT_FROZEN");
  });

  it("works for 7 days, and nobody else can have the address until then", async () => {
    const ada = await fresh();
    ok(await confirm(await asked(ada, address())));
    const token = await undoToken(ada.email);
    const account = { username: `squatter${count}`, email: ada.email.toUpperCase(), password: TEST_PASSWORD };
    refused(await call(t, "POST", "/auth/signup", { body: account }), 409, "EMAIL_TAKEN");
    expect(await asked(await fresh(), ada.email)).toBe("");
    later = 7 * DAY_MS - HOUR_MS;
    await removeOldEmailChanges(t.database.db, t.services.now());
    ok(await undo(token));
    const bob = await fresh();
    ok(await confirm(await asked(bob, address())));
    const second = await undoToken(bob.email);
    later += 7 * DAY_MS + HOUR_MS;
    refused(await undo(second), 400, "EMAIL_LINK_EXPIRED");
    ok(await call(t, "POST", "/auth/signup", { body: { ...account, email: bob.email } }));
    await removeOldEmailChanges(t.database.db, t.services.now());
    refused(await undo(second), 400, "EMAIL_LINK_INVALID");
  });

  it("refuses a token that isn't ours", async () => {
    refused(await undo("a".repeat(43)), 400, "EMAIL_LINK_INVALID");
    refused(await confirm("a".repeat(43)), 400, "EMAIL_LINK_INVALID");
  });
});
