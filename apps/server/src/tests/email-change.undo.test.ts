import { createPasswordReset, removeOldEmailChanges } from "@bbux/api";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendPasswordReset } from "../jobs/password-reset-mail.ts";
import { TEST_PASSWORD, type TestApp } from "../testing.ts";
import { emailChangesOf, MAIL_ORIGIN, startEmailChanges, tokenIn } from "./email-change.support.ts";
import { enroll } from "./second-factor.support.ts";
import { call, ok, refused } from "./support.ts";
import { stranger } from "./wallet.support.ts";

// Undoing a change of the email address from the address before (docs/adr/0042).

let t: TestApp;
let later = 0;
const { mails, sendMail, fresh, address, confirm, undo, login, me, asked, undoToken } = emailChangesOf(() => t);
beforeAll(async () => {
  t = await startEmailChanges(() => later);
});
afterAll(() => t.close());
beforeEach(() => {
  later = 0;
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
    refused(await login(ada.email), 403, "ACCOUNT_FROZEN");
    refused(await undo(latest), 409, "EMAIL_LINK_USED");
    refused(await undo(token), 409, "EMAIL_LINK_USED");
    refused(await confirm(pending), 400, "EMAIL_LINK_INVALID");
    const made = await createPasswordReset(t.database.db, ada.email, t.services.now());
    const body = { token: made?.token, newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/reset-password", { body }));
    const owner = {
      ...ada,
      headers: { authorization: `Bearer ${ok(await login(ada.email, body.newPassword)).token}` },
    };
    expect(await me(owner)).toMatchObject({ frozen: false });
  });

  it("is offered again to who asks for a new password at the former address, but not by a password link there", async () => {
    const ada = await fresh();
    ok(await confirm(await asked(ada, address("thief"))));
    const forgotten = async (email: string) => {
      mails.length = 0;
      const deps = { db: t.database.db, sendMail, origin: MAIL_ORIGIN, vault: t.services.vault };
      await sendPasswordReset(deps, { email }, t.services.now());
      return mails.map(({ to, text }) => [to, /\/([a-z-]+)\?token=/.exec(text)?.[1]]);
    };
    expect(await forgotten(ada.email.toUpperCase())).toEqual([[ada.email, "undo-email-change"]]);
    ok(await undo(tokenIn(mails[0], "undo-email-change")));
    expect(await forgotten(ada.email)).toEqual([[ada.email, "reset-password"]]);
    expect(await forgotten("nobody@example.org")).toEqual([]);
  });

  it("keeps the allow-list on, without what was added to it since", async () => {
    const ada = await fresh();
    const allow = (path: string, body: object) => call(t, "POST", `/wallet/allow-list/${path}`, { as: ada, body });
    const [own, theirs] = [stranger(), stranger()];
    ok(await allow("add", { address: own }));
    const passed = sql`now() - interval '3 days'`;
    await sql`update allowed_addresses set added_at = ${passed}, usable_at = now() where user_id = ${ada.id}`.execute(
      t.database.ownerDb,
    );
    ok(await allow("set", { on: true }));
    ok(await confirm(await asked(ada, address("thief"))));
    ok(await allow("set", { on: false }));
    ok(await allow("add", { address: theirs }));
    // Days later, both are in effect.
    await sql`update allowed_addresses set usable_at = now() where user_id = ${ada.id}`.execute(t.database.ownerDb);
    ok(await undo(await undoToken(ada.email)));
    await sql`delete from security_holds where user_id = ${ada.id}`.execute(t.database.ownerDb);
    const back = { ...ada, headers: { authorization: `Bearer ${ok(await login(ada.email)).token}` } };
    const list = ok(await call(t, "GET", "/wallet/allow-list", { as: back }));
    expect(list).toMatchObject({ isOn: true, offAt: null, addresses: [{ address: own }] });
    expect(list.addresses).toHaveLength(1);
  });

  it("works although someone has gone back to the former address, which the one in between can't take back", async () => {
    const ada = await fresh();
    const thief = address("thief");
    ok(await confirm(await asked(ada, thief)));
    const first = await undoToken(ada.email);
    await enroll(t, ada);
    ok(await confirm(await asked(ada, ada.email)));
    expect(await undoToken(thief)).toBe("");
    expect((await me(ada)).email).toBe(ada.email);
    ok(await undo(first));
    refused(await call(t, "GET", "/auth/me", { as: ada }), 401, "UNAUTHENTICATED");
    refused(await login(ada.email), 403, "ACCOUNT_FROZEN");
    refused(await undo(first), 409, "EMAIL_LINK_USED");
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
    refused(await call(t, "POST", "/auth/delete-account", { as: ada, body }), 403, "EMAIL_CHANGED_LATELY");
  });

  it("works for 7 days, and nobody else can have the address until then", async () => {
    const ada = await fresh();
    ok(await confirm(await asked(ada, address())));
    const token = await undoToken(ada.email);
    const account = { username: "squatter", email: ada.email.toUpperCase(), password: TEST_PASSWORD };
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
