import { createPasswordReset, freezeLinkToken } from "@bbux/api";
import { waitForLocks } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { addPasskey, optionsToUse, type Passkey } from "./passkeys.support.ts";
import { codeOf, enroll } from "./second-factor.support.ts";
import { call, ok, type Response, refused } from "./support.ts";
import { linkWallet, toLink, toSignIn, Wallet } from "./wallets.support.ts";
import { PASSWORD, waysInOf, withToken } from "./ways-in.support.ts";

// What ends when a password is reset: sessions, and what a thief has added (docs/adr/0044).

let t: TestApp;
const { fresh, signIn, link, login, removePassword, kindsOf } = waysInOf(() => t);
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("what had to wait for something else finds its session ended", () => {
  /** Holds the member's row until both calls wait for it, `first` before the other. */
  async function inTurn(member: TestMember, first: () => Promise<Response>, then: () => Promise<Response>) {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: locked, resolve: onLock } = Promise.withResolvers<void>();
    const hold = t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`select from users where id = ${member.id} for update`.execute(trx);
      onLock();
      await held;
    });
    await locked;
    try {
      const one = first();
      await waiting(1);
      const two = then();
      await waiting(2);
      letGo();
      return await Promise.all([one, two]);
    } finally {
      // Whatever failed, the row isn't held until the end of the tests.
      letGo();
      await hold;
    }
  }
  const waiting = (count: number) => waitForLocks(t.database.ownerDb, count);
  const reset = async (member: TestMember) => {
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    return () => call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: PASSWORD } });
  };

  it("a wallet to link, after the reset of a password or the end of the account", async () => {
    const [member, leaver] = [await fresh(), await fresh()];
    const leave = () => call(t, "POST", "/auth/delete-account", { as: leaver, body: { password: TEST_PASSWORD } });
    for (const [who, first] of [
      [member, await reset(member)],
      [leaver, leave],
    ] as const) {
      const wallet = new Wallet();
      const proof = wallet.sign(await toLink(t, who));
      const [done, linked] = await inTurn(who, first, () => link(who, proof));
      ok(done);
      refused(linked, 401, "UNAUTHENTICATED");
      refused(await signIn(wallet), 401, "WALLET_UNKNOWN");
    }
  });

  it("a password to remove, after its reset", async () => {
    const member = await fresh();
    await linkWallet(t, member);
    const [done, removed] = await inTurn(member, await reset(member), () => removePassword(member));
    ok(done);
    refused(removed, 401, "UNAUTHENTICATED");
    ok(await login(member.email, PASSWORD));
  });
});

describe("what a thief added goes when a freeze ends", () => {
  /** Freezes the account with the link in a mail, and sets a password with another: all that takes the mailbox. */
  const takeOver = async (member: TestMember) => {
    const token = freezeLinkToken(t.services, member.id, t.services.now());
    ok(await call(t, "POST", "/auth/freeze-by-link", { body: { token } }));
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: PASSWORD } }));
  };
  const signInByPasskey = async (passkey: Passkey) =>
    call(t, "POST", "/auth/passkey/login", { body: { passkey: passkey.use(await optionsToUse(t)) } });

  it("but the mailbox alone gets past no second factor, however young: it and the new password both sign in", async () => {
    const member = await fresh();
    const { passkey, recoveryCodes } = await addPasskey(t, member);
    await takeOver(member);
    refused(await login(member.email, PASSWORD), 401, "SECOND_FACTOR_REQUIRED");
    // It may be a thief's, who doesn't have the mailbox.
    refused(await signInByPasskey(passkey), 401, "PASSKEY_DISPUTED");
    const body = { email: member.email, password: PASSWORD, code: recoveryCodes[0] };
    ok(await call(t, "POST", "/auth/login", { body }));
    ok(await signInByPasskey(passkey));
  });

  it("with a new password: wallets and second factors of the day before and since, and none from before", async () => {
    const member = await fresh();
    const [own, theirs] = [await linkWallet(t, member), await linkWallet(t, member)];
    await sql`
      update linked_logins set created_at = now() - interval '3 days' where subject = ${own.address}`.execute(
      t.database.ownerDb,
    );
    const { secret } = await enroll(t, member);
    await sql`update factors set confirmed_at = now() - interval '3 days' where user_id = ${member.id}`.execute(
      t.database.ownerDb,
    );
    const { passkey } = await addPasskey(t, member);
    await takeOver(member);
    refused(await signIn(theirs), 401, "WALLET_UNKNOWN");
    refused(await signInByPasskey(passkey), 401, "PASSKEY_REFUSED");
    refused(await signIn(own), 401, "SECOND_FACTOR_REQUIRED");
    const body = { email: member.email, password: PASSWORD, code: codeOf(secret) };
    const back = withToken(member, ok(await call(t, "POST", "/auth/login", { body })).token);
    expect(await kindsOf(back)).toEqual(expect.arrayContaining(["login_removed", "factor_removed"]));
  });

  it("with their recovery codes, but the owner's second factor stays", async () => {
    const member = await fresh();
    const { secret } = await enroll(t, member);
    await sql`update factors set confirmed_at = now() - interval '3 days' where user_id = ${member.id}`.execute(
      t.database.ownerDb,
    );
    const { recoveryCodes } = ok(await call(t, "POST", "/auth/recovery-codes", { as: member }));
    await takeOver(member);
    const enter = (code: string) =>
      call(t, "POST", "/auth/login", { body: { email: member.email, password: PASSWORD, code } });
    refused(await enter(recoveryCodes[0]), 401, "SECOND_FACTOR_WRONG");
    ok(await enter(codeOf(secret)));
  });

  it("and all of it, when the owner of an address takes it over from who signed up with it", async () => {
    const site = await createTestApp({ env: { EMAIL_VERIFICATION: "on" } });
    try {
      const wallet = new Wallet();
      const email = "owner@example.org";
      const signup = { username: "owner", email, name: "Phantom", wallet: wallet.sign(await toSignIn(site)) };
      ok(await call(site, "POST", "/auth/wallet/signup", { body: signup }));
      const made = await createPasswordReset(site.database.db, email, site.services.now());
      const body = { token: made?.token, newPassword: PASSWORD };
      ok(await call(site, "POST", "/auth/reset-password", { body }));
      const again = { wallet: wallet.sign(await toSignIn(site)) };
      refused(await call(site, "POST", "/auth/wallet/login", { body: again }), 401, "WALLET_UNKNOWN");
      ok(await call(site, "POST", "/auth/login", { body: { email, password: PASSWORD } }));
    } finally {
      await site.close();
    }
  });

  it("but stays when a password is reset without one", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: PASSWORD } }));
    ok(await signIn(wallet));
  });
});
