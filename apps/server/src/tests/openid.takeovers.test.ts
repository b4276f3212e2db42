import { createPasswordReset, freezeLinkToken } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lie, ProviderVisitor, type TestProvider } from "../testing.openid.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import {
  comeBack,
  environmentOf,
  goToLink,
  goToProvider,
  linkAccount,
  openIdCallsOf,
  proofOf,
  signInWith,
  startProviders,
} from "./openid.support.ts";
import { ageProofs } from "./second-factor.support.ts";
import { call, ok, refused, tally } from "./support.ts";

// Taking over accounts by way of OpenID Connect providers, against real ones (docs/adr/0046).

let t: TestApp;
let acme: TestProvider;
let umbrella: TestProvider;
const { newName, signUp, fresh, waysIn, link } = openIdCallsOf(() => t);
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

describe("what is too old or was used", () => {
  it("is said of what it was for: a sign-in, or a link", async () => {
    const member = await fresh();
    const later = await createTestApp({ env: environmentOf([acme]), database: t.database });
    const [signIn, linking] = [await goToProvider(t, newName()), await goToLink(t, member, newName())];
    const used = await goToLink(t, member, newName());
    const { proof } = ok(await comeBack(t, used));
    later.travel(16 * 60_000);
    const said = async (response: ReturnType<typeof call>) => refused(await response, 401, "OPENID_REFUSED").error;
    const [ofSignIn, ofLink] = ["This sign-in has expired", "This attempt to link an account has expired"];
    expect(await said(comeBack(later, signIn))).toContain(ofSignIn);
    expect(await said(comeBack(later, linking))).toContain(ofLink);
    expect(await said(comeBack(t, used))).toContain(ofLink);
    ok(await link(member, proof));
    expect(await said(link(member, proof))).toContain(ofLink);
    await later.close();
  });
});

describe("takeovers", () => {
  it("by the same email address at a provider fail, and link nothing", async () => {
    const victim = await t.member(newName());
    const email = `${victim.username}@provider.example`;
    await t.database.ownerDb.updateTable("users").set({ email }).where("id", "=", victim.id).execute();
    // A provider can claim any address for its accounts.
    const proof = await proofOf(t, victim.username);
    refused(await signInWith(t, proof), 401, "OPENID_UNKNOWN");
    refused(await signUp(proof, newName(), email), 409, "EMAIL_TAKEN");
    expect((await waysIn(victim)).logins).toEqual([]);
  });

  it("by the same subject at another provider fail", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    refused(await signInWith(t, await proofOf(t, member.username, { provider: "umbrella" })), 401, "OPENID_UNKNOWN");
  });

  it("by mixing up what browsers set out with and come back with fail", async () => {
    const [victim, thief] = [await fresh(), await fresh()];
    await linkAccount(t, thief, thief.username);
    const [own, thieves] = [await goToProvider(t, victim.username), await goToProvider(t, thief.username)];
    // The victim's browser is sent to the address that the thief would have come back to, and the other way around.
    refused(await comeBack(t, { ...own, answer: thieves.answer }), 401, "OPENID_REFUSED");
    refused(await comeBack(t, { ...thieves, answer: own.answer }), 401, "OPENID_REFUSED");
    // The state alone doesn't help: the code belongs to the other browser's proof key.
    const [next, other] = [await goToProvider(t, victim.username), await goToProvider(t, thief.username)];
    const code = new URLSearchParams(other.answer).get("code") ?? "";
    const answer = new URLSearchParams(next.answer);
    answer.set("code", code);
    refused(await comeBack(t, { ...next, answer: `?${answer}` }), 401, "OPENID_REFUSED");
    // One provider's answer at another's.
    const [one, two] = [
      await goToProvider(t, victim.username),
      await goToProvider(t, victim.username, { provider: "umbrella" }),
    ];
    const mixed = new URLSearchParams(one.answer);
    mixed.set("iss", umbrella.settings.issuer);
    refused(await comeBack(t, { ...one, answer: `?${mixed}` }), 401, "OPENID_REFUSED");
    refused(await comeBack(t, { ...two, answer: one.answer }), 401, "OPENID_REFUSED");
    // A provider that sends the browser on to another with its own state would otherwise be given the other's code.
    const sentOn = await goToProvider(t, victim.username);
    refused(await comeBack(t, { ...sentOn, provider: "umbrella" }), 401, "OPENID_REFUSED");
  });

  it("by repeating anything fail", async () => {
    const member = await fresh();
    await linkAccount(t, member, member.username);
    const trip = await goToProvider(t, member.username);
    const { proof } = ok(await comeBack(t, trip));
    refused(await comeBack(t, trip), 401, "OPENID_REFUSED");
    ok(await signInWith(t, proof));
    refused(await signInWith(t, proof), 401, "OPENID_REFUSED");
    const again = await proofOf(t, member.username);
    expect(tally(await Promise.all([signInWith(t, again), signInWith(t, again)]))).toEqual({ 200: 1, 401: 1 });
    refused(await signInWith(t, "AAAA"), 401, "OPENID_REFUSED");
    refused(await comeBack(t, { ...(await goToProvider(t, "x")), flow: proof }), 401, "OPENID_REFUSED");
  });

  it.each<[string, Lie]>([
    ["another nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
    ["no nonce", { claims: ({ nonce: _, ...claims }) => claims }],
    ["another audience", { claims: (claims) => ({ ...claims, aud: "another" }) }],
    ["another issuer", { claims: (claims) => ({ ...claims, iss: "https://evil.example" }) }],
    ["a subject that no database takes", { claims: (claims) => ({ ...claims, sub: "a\u0000b" }) }],
    ["an end in the past", { claims: (claims) => ({ ...claims, exp: 1 }) }],
    ["a broken signature", { token: (token) => `${token.slice(0, -8)}AAAAAAAA` }],
    ["changed claims under an old signature", { token: (token) => swapSubject(token) }],
  ])("by an ID token with %s fail", async (_, lie) => {
    const trip = await goToProvider(t, newName());
    acme.lieOnce(lie);
    refused(await comeBack(t, trip), 401, "OPENID_REFUSED");
  });

  it("by using a proof for something else fail", async () => {
    const [member, other] = [await fresh(), await fresh()];
    const { proof: others } = ok(await comeBack(t, await goToLink(t, other, newName())));
    refused(await link(member, others), 401, "OPENID_REFUSED");
    refused(await link(member, await proofOf(t, newName(), { again: true })), 401, "OPENID_REFUSED");
    await linkAccount(t, member, member.username);
    const { proof: linking } = ok(await comeBack(t, await goToLink(t, member, member.username)));
    refused(await signInWith(t, linking), 401, "OPENID_REFUSED");
    refused(await signUp(linking, newName()), 401, "OPENID_REFUSED");
    refused(await link(member, linking), 409, "LOGIN_EXISTS");
    const { proof: taken } = ok(await comeBack(t, await goToLink(t, other, member.username)));
    refused(await link(other, taken), 409, "LOGIN_TAKEN");
    refused(await signUp(await proofOf(t, member.username), newName()), 409, "LOGIN_TAKEN");
  });

  it("by linking with an old session, or from a browser that is signed in at the provider as somebody else, fail", async () => {
    const member = await fresh();
    await ageProofs(t, member);
    refused(
      await call(t, "POST", "/auth/openid/links/start", { as: member, body: { provider: "acme" } }),
      403,
      "STEP_UP_REQUIRED",
    );
    refused(await link(member, "AAAA"), 403, "STEP_UP_REQUIRED");
    // The provider asks again, although the browser is signed in there.
    const visitor = new ProviderVisitor();
    await goToProvider(t, "somebody", { visitor });
    const silent = await goToProvider(t, null, { visitor });
    expect(ok(await comeBack(t, silent)).account).toBe("somebody@provider.example");
    const asked = await goToProvider(t, member.username, { visitor, again: true });
    expect(ok(await comeBack(t, asked)).account).toBe(`${member.username}@provider.example`);
  });

  it("by an account that a thief has linked end with a freeze's new password", async () => {
    const member = await fresh();
    const mine = newName();
    await linkAccount(t, member, mine);
    await sql`update linked_logins set created_at = now() - interval '31 days' where subject = ${mine}`.execute(
      t.database.ownerDb,
    );
    await linkAccount(t, member, "a-thief");
    ok(
      await call(t, "POST", "/auth/freeze-by-link", {
        body: { token: freezeLinkToken(t.services, member.id, t.services.now()) },
      }),
    );
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    ok(
      await call(t, "POST", "/auth/reset-password", {
        body: { token: made?.token, newPassword: "another good password" },
      }),
    );
    refused(await signInWith(t, await proofOf(t, "a-thief")), 401, "WAY_IN_SUSPENDED");
    ok(await signInWith(t, await proofOf(t, mine)));
  });
});

/** The same token with another subject, signed as before. */
function swapSubject(token: string): string {
  const [head, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: "somebody else" })).toString("base64url");
  return `${head}.${changed}.${signature}`;
}
