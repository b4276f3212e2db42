import { LIMITS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ageProofs, codeOf, enroll } from "./second-factor.support.ts";
import { call, ok, refused, tally } from "./support.ts";
import { linkWallet, toLink, toSignIn, Wallet } from "./wallets.support.ts";
import { waysInOf, withToken } from "./ways-in.support.ts";

// Wallets that sign in (docs/adr/0044).

let t: TestApp;
const { newName, fresh, signIn, link, waysIn, login, kindsOf } = waysInOf(() => t);
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("a linked wallet", () => {
  it("signs in without a password, also browsers, and its session may do what needs a fresh proof", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const body = ok(await signIn(wallet));
    expect(Object.keys(body).sort()).toEqual(["refreshToken", "success", "token", "user"]);
    expect(body.user.username).toBe(member.username);
    await toLink(t, withToken(member, body.token));
    expect(await waysIn(member)).toEqual({
      hasPassword: true,
      passkeys: 0,
      logins: [
        {
          id: expect.any(String),
          kind: "wallet",
          name: "Phantom",
          subject: wallet.address,
          available: true,
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
          suspendedAt: null,
        },
      ],
    });
    expect(await kindsOf(member)).toContain("login_added");
    const exported = await call(t, "GET", "/profile/export", { as: member });
    expect(exported.json().linkedLogins).toMatchObject([{ subject: wallet.address }]);
  });

  it("needs the code, too, of a member who has a second factor, and takes the same signature with it", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const { secret, recoveryCodes } = await enroll(t, member);
    const signed = wallet.sign(await toSignIn(t));
    const enter = (more: object) => call(t, "POST", "/auth/wallet/login", { body: { wallet: signed, ...more } });
    const { details } = refused(await enter({}), 401, "SECOND_FACTOR_REQUIRED");
    expect(details).toEqual({ proofs: ["totp", "recovery_code"] });
    refused(await enter({ code: "000000" }), 401, "SECOND_FACTOR_WRONG");
    ok(await enter({ code: codeOf(secret) }));
    refused(await enter({ code: recoveryCodes[0] }), 401, "WALLET_REFUSED");
  });

  it("proves again who its member is, and nobody else, and no member with a second factor", async () => {
    const [member, other] = [await fresh(), await fresh()];
    const [wallet, others] = [await linkWallet(t, member), await linkWallet(t, other)];
    const stepUp = async (which: Wallet) =>
      call(t, "POST", "/auth/step-up", { as: member, body: { wallet: which.sign(await toSignIn(t)) } });
    await ageProofs(t, member);
    const begin = () => call(t, "POST", "/auth/wallets/options", { as: member });
    expect(refused(await begin(), 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["password", "wallet"] });
    refused(await stepUp(others), 401, "WALLET_UNKNOWN");
    refused(await begin(), 403, "STEP_UP_REQUIRED");
    ok(await stepUp(wallet));
    ok(await begin());
    await enroll(t, member);
    refused(await stepUp(wallet), 401, "SECOND_FACTOR_REQUIRED");
    // As of a session that was signed in to before the second factor was set up.
    await sql`update sessions set proof = 'wallet', proved_at = now() where user_id = ${member.id}`.execute(
      t.database.ownerDb,
    );
    expect(refused(await begin(), 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["totp", "recovery_code"] });
  });

  it("that was unlinked no longer signs in, and one that never was says so", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const { logins } = await waysIn(member);
    const unlink = (who: TestMember) => call(t, "DELETE", `/auth/ways-in/${logins[0].id}`, { as: who });
    refused(await unlink(await fresh()), 404, "NOT_FOUND");
    const thief = withToken(member, ok(await signIn(wallet)).token);
    ok(await unlink(member));
    expect((await call(t, "GET", "/auth/me", { as: thief })).statusCode).toBe(401);
    refused(await signIn(wallet), 401, "WALLET_UNKNOWN");
    refused(await signIn(new Wallet()), 401, "WALLET_UNKNOWN");
    refused(await unlink(member), 404, "NOT_FOUND");
    expect((await kindsOf(member)).slice(0, 2)).toEqual(["login_removed", "login_added"]);
  });

  it("belongs to one account, also when two link it at the same time", async () => {
    const [member, other] = [await fresh(), await fresh()];
    const wallet = await linkWallet(t, member);
    refused(await link(other, wallet.sign(await toLink(t, other))), 409, "LOGIN_TAKEN");
    refused(await link(member, wallet.sign(await toLink(t, member))), 409, "LOGIN_EXISTS");
    const body = { username: newName(), email: "late@example.org", name: "Phantom" };
    const late = { ...body, wallet: wallet.sign(await toSignIn(t)) };
    refused(await call(t, "POST", "/auth/wallet/signup", { body: late }), 409, "LOGIN_TAKEN");
    refused(await login("late@example.org"), 401, "INVALID_CREDENTIALS");
    const next = new Wallet();
    const both = await Promise.all([
      link(member, next.sign(await toLink(t, member))),
      link(other, next.sign(await toLink(t, other))),
    ]);
    expect(tally(both)).toEqual({ 200: 1, 409: 1 });
  });

  it("is one of ten at most", async () => {
    const member = await fresh();
    for (let n = 0; n < LIMITS.logins; n++) await linkWallet(t, member);
    refused(await link(member, new Wallet().sign(await toLink(t, member))), 409, "TOO_MANY_LOGINS");
  });
});
