import { createPasswordReset } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { addPasskey, optionsToUse } from "./passkeys.support.ts";
import { ageProofs, enroll } from "./second-factor.support.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";
import { linkWallet, toLink, toSignIn, Wallet } from "./wallets.support.ts";
import { PASSWORD, waysInOf, withToken } from "./ways-in.support.ts";

// Accounts without a password, and the last way in (docs/adr/0044).

let t: TestApp;
const { newName, fresh, withoutPassword, signIn, link, waysIn, login, setPassword, removePassword, kindsOf } = waysInOf(
  () => t,
);
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("without a password", () => {
  it("a member signs up with a wallet, and names the fields that are taken", async () => {
    const { member, wallet } = await withoutPassword();
    expect(await waysIn(member)).toMatchObject({ hasPassword: false, logins: [{ subject: wallet.address }] });
    refused(await login(member.email, ""), 422, "VALIDATION_ERROR");
    refused(await login(member.email, "null"), 401, "INVALID_CREDENTIALS");
    const body = { username: member.username, email: member.email, name: "Phantom" };
    const signup = async (more: object) =>
      call(t, "POST", "/auth/wallet/signup", {
        body: { ...body, wallet: new Wallet().sign(await toSignIn(t)), ...more },
      });
    refused(await signup({ email: "free@example.org" }), 409, "USERNAME_TAKEN");
    refused(await signup({ username: newName() }), 409, "EMAIL_TAKEN");
    refusesField(await signup({ name: "" }), "name");
    const forged = new Wallet().sign(await toSignIn(t), { host: "evil.example" });
    refused(await signup({ username: "forged", email: "free@example.org", wallet: forged }), 401, "WALLET_REFUSED");
  });

  it("the last way in stays: a wallet, a passkey, or the password", async () => {
    const { member } = await withoutPassword();
    const { logins } = await waysIn(member);
    const unlink = () => call(t, "DELETE", `/auth/ways-in/${logins[0].id}`, { as: member });
    refused(await unlink(), 409, "LAST_WAY_IN");
    // An authenticator app alone lets nobody in.
    await enroll(t, member);
    refused(await unlink(), 409, "LAST_WAY_IN");
    const { passkey } = await addPasskey(t, member);
    ok(await unlink());
    const { factors } = ok(await call(t, "GET", "/auth/factors", { as: member }));
    const [app, key] = ["totp", "passkey"].map((kind) => factors.find((each: { kind: string }) => each.kind === kind));
    const remove = ({ id }: { id: string }) => call(t, "DELETE", `/auth/factors/${id}`, { as: member });
    refused(await remove(key), 409, "LAST_WAY_IN");
    ok(await remove(app));
    ok(await call(t, "POST", "/auth/passkey/login", { body: { passkey: passkey.use(await optionsToUse(t)) } }));
    const owner = await fresh();
    refused(await removePassword(owner), 409, "LAST_WAY_IN");
    ok(await login(owner.email));
  });

  it("of two ways in that are removed at the same time, one stays", async () => {
    const member = await fresh();
    await linkWallet(t, member);
    const { logins } = await waysIn(member);
    const unlink = call(t, "DELETE", `/auth/ways-in/${logins[0].id}`, { as: member });
    expect(tally(await Promise.all([removePassword(member), unlink]))).toEqual({ 200: 1, 401: 1 });
  });

  it("a password can be removed, which ends other sessions, and set again", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const other = withToken(member, ok(await login(member.email)).token);
    refused(await setPassword(member, PASSWORD), 409, "PASSWORD_EXISTS");
    refused(await removePassword(member, PASSWORD), 400, "WRONG_PASSWORD");
    ok(await removePassword(member));
    refused(await removePassword(member), 400, "WRONG_PASSWORD");
    expect((await call(t, "GET", "/auth/me", { as: other })).statusCode).toBe(401);
    refused(await login(member.email), 401, "INVALID_CREDENTIALS");
    ok(await signIn(wallet));
    const change = { currentPassword: TEST_PASSWORD, newPassword: PASSWORD };
    refused(await call(t, "POST", "/auth/change-password", { as: member, body: change }), 400, "WRONG_PASSWORD");
    refused(await setPassword(member, "password"), 422, "PASSWORD_COMMON");
    ok(await setPassword(member, PASSWORD));
    ok(await login(member.email, PASSWORD));
    expect((await kindsOf(member)).slice(0, 2)).toEqual(["password_set", "password_removed"]);
  });

  it("nothing about it changes without a fresh proof", async () => {
    const { member, wallet } = await withoutPassword();
    const proof = wallet.sign(await toLink(t, member));
    await ageProofs(t, member);
    const attempts = [
      await call(t, "POST", "/auth/wallets/options", { as: member }),
      await link(member, proof),
      await call(t, "DELETE", "/auth/ways-in/1", { as: member }),
      await setPassword(member, PASSWORD),
      await removePassword(member),
    ];
    for (const attempt of attempts) {
      expect(refused(attempt, 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["wallet"] });
    }
  });

  it("an account is closed with a fresh proof, and its wallet can sign up again", async () => {
    const { member, wallet } = await withoutPassword();
    await ageProofs(t, member);
    const leave = (who: TestMember, body: object = {}) => call(t, "POST", "/auth/delete-account", { as: who, body });
    refused(await leave(member), 403, "STEP_UP_REQUIRED");
    ok(await call(t, "POST", "/auth/step-up", { as: member, body: { wallet: wallet.sign(await toSignIn(t)) } }));
    ok(await leave(member));
    refused(await signIn(wallet), 401, "WALLET_UNKNOWN");
    refusesField(await leave(await fresh()), "password");
  });

  it("a link to the mailbox still recovers the account", async () => {
    const { member } = await withoutPassword();
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    const body = { token: made?.token, newPassword: PASSWORD };
    ok(await call(t, "POST", "/auth/reset-password", { body }));
    ok(await login(member.email, PASSWORD));
  });
});
