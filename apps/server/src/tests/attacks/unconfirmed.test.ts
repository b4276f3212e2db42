import { createPasswordReset, needsVerifiedEmail } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allProcedures } from "../../http/rest.ts";
import type { TestApp, TestMember } from "../../testing.ts";
import { emailChangesOf, startEmailChanges } from "../email-change.support.ts";
import { addPasskey, Passkey } from "../passkeys.support.ts";
import { enroll } from "../second-factor.support.ts";
import { call, ok, refused } from "../support.ts";
import { linkWallet, toSignIn, Wallet } from "../wallets.support.ts";
import { waysInOf, withToken } from "../ways-in.support.ts";

// Someone signs up with another person's address, and waits until its owner takes the account over (docs/adr/0035).

const OWNERS = "the owner's own password";
let t: TestApp;
const { fresh, address, login, byPasskey } = emailChangesOf(() => t);
const { signIn: byWallet, waysIn } = waysInOf(() => t);
beforeAll(async () => {
  t = await startEmailChanges(() => 0);
});
afterAll(() => t.close());

const post = (path: string, body: object = {}, as?: TestMember) => call(t, "POST", path, { body, ...(as && { as }) });
const setUser = (id: string, values: { email_verified_at?: Date | null; role?: string }) =>
  t.database.ownerDb.updateTable("users").set(values).where("id", "=", id).execute();

/** The owner of the address sets a password with the link of a mail, and signs in. */
async function takeOver(account: TestMember, newPassword = OWNERS): Promise<TestMember> {
  const made = await createPasswordReset(t.database.db, account.email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword }));
  return withToken(account, ok(await login(account.email, newPassword)).token);
}

describe("a stranger who signs up with someone's address", () => {
  it.each([
    ["POST", "/auth/factors/totp", {}],
    ["POST", "/auth/factors/totp/confirm", { code: "123456" }],
    ["POST", "/auth/factors/passkeys/options", {}],
    ["POST", "/auth/wallets/options", {}],
    ["POST", "/auth/openid/links/start", { provider: "acme" }],
    ["POST", "/auth/openid/links", { proof: "AAAA" }],
    ["POST", "/wallet/allow-list/add", { address: "11111111111111111111111111111112", label: "Mine" }],
    ["POST", "/wallet/allow-list/set", { on: true }],
    ["PUT", "/profile/spending", { confirmAbove: "1000" }],
  ] as const)(
    "can't add a way in or a rule for payments before the address is confirmed: %s %s",
    async (method, path, body) => {
      const stranger = await fresh({ verified: false });
      refused(await call(t, method, path, { as: stranger, body }), 403, "EMAIL_UNVERIFIED");
    },
  );

  it("is refused all that adds one, and may only remove or replace what is there", () => {
    const open = Object.entries(allProcedures())
      .filter(([name, procedure]) => /^(factors|waysIn)\./.test(name) && procedure._def.type === "mutation")
      .map(([name]) => name)
      .filter((name) => !needsVerifiedEmail({ name, changes: true, viewer: "account" }));
    expect(open.sort()).toEqual([
      "factors.regenerateRecoveryCodes",
      "factors.remove",
      "waysIn.removePassword",
      "waysIn.setPassword",
      "waysIn.unlink",
    ]);
  });

  it("can't add a passkey or a wallet either with what was made for another account", async () => {
    const [stranger, other] = [await fresh({ verified: false }), await fresh()];
    const { options } = ok(await post("/auth/factors/passkeys/options", {}, other));
    const body = { name: "Laptop", passkey: new Passkey().make(options) };
    refused(await post("/auth/factors/passkeys", body, stranger), 403, "EMAIL_UNVERIFIED");
    const { request } = ok(await post("/auth/wallets/options", {}, other));
    refused(
      await post("/auth/wallets", { name: "Phantom", wallet: new Wallet().sign(request) }, stranger),
      403,
      "EMAIL_UNVERIFIED",
    );
  });

  it("loses everything when the owner resets the password of an account that was never confirmed", async () => {
    const stranger = await fresh();
    const { passkey } = await addPasskey(t, stranger);
    const wallet = await linkWallet(t, stranger);
    const own = new Wallet().address;
    ok(await post("/wallet/allow-list/add", { address: own, label: "Mine" }, stranger));
    ok(await post("/wallet/allow-list/set", { on: true }, stranger));
    ok(await call(t, "PUT", "/profile/spending", { as: stranger, body: { confirmAbove: "1000" } }));
    // As if it had been added before that was refused.
    await setUser(stranger.id, { email_verified_at: null });
    const owner = await takeOver(stranger);
    refused(await call(t, "GET", "/auth/me", { as: stranger }), 401, "UNAUTHENTICATED");
    refused(await post("/auth/refresh", { refreshToken: stranger.refreshToken }), 401, "UNAUTHENTICATED");
    refused(await byPasskey(passkey), 401, "PASSKEY_REFUSED");
    refused(await byWallet(wallet), 401, "WALLET_UNKNOWN");
    expect(ok(await call(t, "GET", "/auth/factors", { as: owner }))).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    });
    expect((await waysIn(owner)).logins).toEqual([]);
    const list = ok(await call(t, "GET", "/wallet/allow-list", { as: owner }));
    expect(list).toMatchObject({ isOn: false, addresses: [] });
    expect(ok(await call(t, "GET", "/profile/spending", { as: owner })).confirmAbove).toBe("10");
  });

  it("doesn't come back by the wallet that opened the account, once the owner has confirmed the address and reset the password", async () => {
    const wallet = new Wallet();
    const email = address("victim");
    const body = { username: "prehijacker", email, name: "Phantom", wallet: wallet.sign(await toSignIn(t)) };
    const { user } = ok(await post("/auth/wallet/signup", body));
    await setUser(user.id, { email_verified_at: t.services.now() });
    const account = { ...(await fresh()), id: user.id, email };
    const owner = await takeOver(account);
    refused(await byWallet(wallet), 401, "WAY_IN_SUSPENDED");
    // One that was linked later stays.
    const own = await linkWallet(t, owner);
    await sql`update linked_logins set created_at = now() + interval '1 minute' where subject = ${own.address}`.execute(
      t.database.ownerDb,
    );
    await takeOver(account, "yet another good password");
    ok(await byWallet(own));
  });

  it("may set up a second factor as a moderator, for whom someone vouches", async () => {
    const staff = await fresh({ verified: false });
    await setUser(staff.id, { role: "moderator" });
    await enroll(t, staff);
  });
});
