import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lie, TestProvider } from "../testing.openid.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import {
  comeBack,
  environmentOf,
  goToProvider,
  linkAccount,
  openIdCallsOf,
  proofOf,
  signInWith,
  startProviders,
} from "./openid.support.ts";
import { ageProofs, codeOf, enroll } from "./second-factor.support.ts";
import { call, HOST, ORIGIN, ok, refused, sessionCookie } from "./support.ts";
import { withToken } from "./ways-in.support.ts";

// Accounts at OpenID Connect providers that sign in (docs/adr/0046), against real ones.

let t: TestApp;
let acme: TestProvider;
let umbrella: TestProvider;
const { newName, signUp, fresh, waysIn, unlink, eventsOf, needsProof, withoutPassword } = openIdCallsOf(() => t);
beforeAll(async () => {
  const { env, ...providers } = await startProviders();
  ({ acme, umbrella } = providers);
  t = await createTestApp({ env });
});
afterAll(async () => {
  await t.close();
  await acme.stop();
  await umbrella.stop();
});

describe("an account at a provider", () => {
  it("opens an account without a password, whose email address has to be confirmed here", async () => {
    expect(ok(await call(t, "GET", "/auth/openid/providers"))).toEqual({
      providers: [
        { id: "acme", name: "Acme" },
        { id: "umbrella", name: "Umbrella" },
      ],
    });
    const username = newName();
    const back = ok(await comeBack(t, await goToProvider(t, username)));
    const email = `${username}@provider.example`;
    expect(back).toEqual({
      proof: expect.any(String),
      provider: { id: "acme", name: "Acme" },
      account: email,
      email,
    });
    refused(await signInWith(t, back.proof), 401, "OPENID_UNKNOWN");
    const signup = await signUp(back.proof, username, email);
    expect(ok(signup).user).toMatchObject({ username, email });
    const cookie = { cookie: sessionCookie(signup) ?? "", host: HOST, origin: ORIGIN };
    expect(ok(await call(t, "GET", "/auth/ways-in", { headers: cookie }))).toMatchObject({
      hasPassword: false,
      logins: [{ kind: "openid", name: "Acme", subject: email, available: true, lastUsedAt: null }],
    });
    const { rows } = await sql`select email_verified_at from users where username = ${username}`.execute(
      t.database.ownerDb,
    );
    expect(rows).toEqual([{ email_verified_at: null }]);
  });

  it("signs in, also browsers, and says when it was used", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    const body = ok(await signInWith(t, await proofOf(t, member.username)));
    expect(Object.keys(body).sort()).toEqual(["refreshToken", "success", "token", "user"]);
    expect(body.user.username).toBe(member.username);
    ok(await needsProof(withToken(member, body.token)));
    const { logins } = await waysIn(member);
    expect(logins).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    const [{ kind, message } = { kind: "", message: "" }] = (await eventsOf(member)).filter(
      (one) => one.kind === "login_added",
    );
    expect([kind, message]).toEqual([
      "login_added",
      `The Acme account ${member.username}@provider.example can now sign in to your account.`,
    ]);
    const exported = (await call(t, "GET", "/profile/export", { as: member })).json();
    expect(exported.linkedLogins).toMatchObject([{ kind: "openid", subject: member.username, name: "Acme" }]);
  });

  it("tells its member of a sign-in with an unknown program, and not with a known one", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    await sql`update users set created_at = created_at - interval '2 hours' where id = ${member.id}`.execute(
      t.database.ownerDb,
    );
    for (const agent of ["a phone", "a phone"]) {
      const body = { proof: await proofOf(t, member.username) };
      ok(await call(t, "POST", "/auth/openid/login", { body, headers: { "user-agent": agent } }));
    }
    const kinds = (await eventsOf(member)).map(({ kind }) => kind);
    expect(kinds).toEqual(["signed_in", "login_added"]);
  });

  it("needs the code, too, of a member who has a second factor, and takes the same proof with it", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    const { secret, recoveryCodes } = await enroll(t, member);
    const proof = await proofOf(t, member.username);
    refused(await signInWith(t, proof), 401, "SECOND_FACTOR_REQUIRED");
    refused(await signInWith(t, proof, "000000"), 401, "SECOND_FACTOR_WRONG");
    ok(await signInWith(t, proof, codeOf(secret)));
    refused(await signInWith(t, proof, recoveryCodes[0]), 401, "OPENID_REFUSED");
    const confirm = { openId: await proofOf(t, member.username, { again: true }) };
    refused(await call(t, "POST", "/auth/step-up", { as: member, body: confirm }), 401, "SECOND_FACTOR_REQUIRED");
  });

  it("proves again who its member is, and nobody else, only if the provider asked again", async () => {
    const [member, other] = [await fresh(), await fresh()];
    await linkAccount(t, member, member.username);
    await linkAccount(t, other, other.username);
    await ageProofs(t, member);
    expect(refused(await needsProof(member), 403, "STEP_UP_REQUIRED").details).toEqual({
      proofs: ["password", "openid"],
      providers: ["acme"],
    });
    const stepUp = (openId: string) => call(t, "POST", "/auth/step-up", { as: member, body: { openId } });
    refused(await stepUp(await proofOf(t, other.username, { again: true })), 401, "OPENID_UNKNOWN");
    refused(await stepUp(await proofOf(t, member.username)), 401, "OPENID_STALE");
    refused(await needsProof(member), 403, "STEP_UP_REQUIRED");
    // A provider that says that it didn't ask again isn't believed.
    acme.lieOnce({ claims: (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 3_600 }) });
    refused(await comeBack(t, await goToProvider(t, member.username, { again: true })), 401, "OPENID_STALE");
    ok(await stepUp(await proofOf(t, member.username, { again: true })));
    ok(await needsProof(member));
  });

  it("that doesn't say when it was proved isn't a fresh proof, unless the operator trusts it to have asked again", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    const silent: Lie = { claims: ({ auth_time: _, ...claims }) => claims };
    acme.lieOnce(silent);
    const old = withToken(member, ok(await signInWith(t, await proofOf(t, member.username))).token);
    refused(await needsProof(old), 403, "STEP_UP_REQUIRED");
    acme.lieOnce(silent);
    refused(await comeBack(t, await goToProvider(t, member.username, { again: true })), 401, "OPENID_STALE");
    const trusting = { settings: { ...acme.settings, saysWhen: false } };
    const trusted = await createTestApp({ env: environmentOf([trusting]), database: t.database });
    acme.lieOnce(silent);
    const openId = await proofOf(trusted, member.username, { again: true });
    ok(await call(trusted, "POST", "/auth/step-up", { as: old, body: { openId } }));
    ok(await needsProof(old));
    await trusted.close();
  });

  it("makes a sign-in only as fresh as the provider's own", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    acme.lieOnce({ claims: (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 3_600 }) });
    const old = withToken(member, ok(await signInWith(t, await proofOf(t, member.username))).token);
    refused(await needsProof(old), 403, "STEP_UP_REQUIRED");
    acme.lieOnce({ claims: (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) + 86_400 }) });
    const early = withToken(member, ok(await signInWith(t, await proofOf(t, member.username))).token);
    ok(await needsProof(early));
    await ageProofs(t, member);
    refused(await needsProof(early), 403, "STEP_UP_REQUIRED");
  });

  it("can't be unlinked while it is the only way in, and doesn't sign in afterwards", async () => {
    const member = await withoutPassword();
    const [{ id }] = (await waysIn(member)).logins;
    refused(await unlink(await fresh(), id), 404, "NOT_FOUND");
    refused(await unlink(member, id), 409, "LAST_WAY_IN");
    await linkAccount(t, member, `${member.username}-second`);
    const thief = withToken(member, ok(await signInWith(t, await proofOf(t, member.username))).token);
    ok(await unlink(member, id));
    expect((await call(t, "GET", "/auth/me", { as: thief })).statusCode).toBe(401);
    refused(await signInWith(t, await proofOf(t, member.username)), 401, "OPENID_UNKNOWN");
    ok(await signInWith(t, await proofOf(t, `${member.username}-second`)));
    expect((await eventsOf(member))[0]?.message).toBe(
      `The Acme account ${member.username}@provider.example can no longer sign in to your account.`,
    );
  });

  it("of a provider that the operator has removed neither signs in nor counts as a way in", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    const proof = await proofOf(t, member.username);
    const later = await createTestApp({ env: environmentOf([umbrella]), database: t.database });
    refused(await signInWith(later, proof), 401, "OPENID_REFUSED");
    const start = { provider: "acme" };
    refused(await call(later, "POST", "/auth/openid/start", { body: start }), 404, "NOT_FOUND");
    expect(ok(await call(later, "GET", "/auth/ways-in", { as: member })).logins).toMatchObject([{ available: false }]);
    const body = { currentPassword: member.password };
    refused(await call(later, "POST", "/auth/password/remove", { as: member, body }), 409, "LAST_WAY_IN");
    ok(await call(t, "POST", "/auth/password/remove", { as: member, body }));
    await later.close();
  });

  it("of a provider that the operator has removed isn't a proof, and a member who has no other is told what to do", async () => {
    const [member, only] = [await fresh(), await withoutPassword()];
    await linkAccount(t, member, member.username);
    for (const one of [member, only]) await ageProofs(t, one);
    const later = await createTestApp({ env: environmentOf([umbrella]), database: t.database });
    const start = (who: TestMember) => call(later, "POST", "/auth/wallets/options", { as: who });
    expect(refused(await start(member), 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["password"] });
    const { details, error } = refused(await start(only), 403, "STEP_UP_REQUIRED");
    expect(details).toEqual({ proofs: [] });
    expect(error).toContain("set a password with the link");
    await later.close();
  });
});

describe("a provider", () => {
  it("that is away is said to be, and found when it is back", async () => {
    const gone = { ...umbrella.settings, id: "gone", issuer: "http://127.0.0.1:1" };
    const app = await createTestApp({ env: environmentOf([{ settings: gone }]), database: t.database });
    const { error } = refused(
      await call(app, "POST", "/auth/openid/start", { body: { provider: "gone" } }),
      503,
      "PROVIDER_UNAVAILABLE",
    );
    expect(error).toContain("Umbrella doesn't answer");
    await app.close();
    // One that fails between there and back.
    const trip = await goToProvider(t, newName(), { provider: "umbrella" });
    umbrella.lieOnce({ fails: true });
    refused(await comeBack(t, trip), 503, "PROVIDER_UNAVAILABLE");
    // The code is unused, but the flow isn't.
    refused(await comeBack(t, trip), 401, "OPENID_REFUSED");
    ok(await comeBack(t, await goToProvider(t, newName(), { provider: "umbrella" })));
  });

  it("whose member refuses is told from one that fails", async () => {
    const { error } = refused(await comeBack(t, await goToProvider(t, null)), 401, "OPENID_CANCELED");
    expect(error).toBe("You didn't sign in at Acme. Try again, or use another way to sign in.");
  });
});
