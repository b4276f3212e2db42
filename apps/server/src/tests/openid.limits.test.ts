import { RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestProvider } from "../testing.openid.ts";
import { createTestApp, TEST_PASSWORD, type TestApp } from "../testing.ts";
import { goToProvider, proofOf, startProviders } from "./openid.support.ts";
import { ok, type Response, refused, tally } from "./support.ts";

// What signing in with an account at a provider does to the allowance of failed sign-ins (docs/adr/0034, 0046).

const { minute } = RATE_LIMITS.signIn;
let t: TestApp;
/** The same platform without limits, where tests get what they send to the one with them. */
let free: TestApp;
let acme: TestProvider;
let umbrella: TestProvider;
let count = 0;
beforeAll(async () => {
  const { env, ...providers } = await startProviders();
  ({ acme, umbrella } = providers);
  t = await createTestApp({ env: { ...env, RATE_LIMITS: "on" } });
  free = await createTestApp({ env, database: t.database });
});
afterAll(async () => {
  await free.close();
  await t.close();
  await acme.stop();
  await umbrella.stop();
});

const newName = () => `limited${count++}`;
let networks = 0;
/** An address in a network that no other test has used. */
const address = () => `10.7.${++networks}.7`;
const post = (path: string, payload: object, { from, cookie }: { from: string; cookie?: string }) =>
  t.app.inject({
    method: "POST",
    url: `/api/auth/${path}`,
    payload,
    remoteAddress: from,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
async function many(times: number, attempt: () => Promise<Response>): Promise<Record<string, number>> {
  const responses: Response[] = [];
  for (let nth = 0; nth < times; nth++) responses.push(await attempt());
  return tally(responses);
}
/** How many wrong passwords the address has left. */
const left = async (from: string): Promise<number | undefined> =>
  (
    await many(minute + 1, () => post("login", { email: "nobody@example.org", password: "wrong guess" }, { from }))
  )[401];

describe("a sign-in at a provider", () => {
  it("doesn't count if the provider is away or didn't ask again, nor if no account is linked yet", async () => {
    const from = address();
    const away = async () => {
      const trip = await goToProvider(free, newName());
      acme.lieOnce({ fails: true });
      return post("openid/return", trip, { from });
    };
    expect(await many(2, away)).toEqual({ 503: 2 });
    const stale = async () => {
      const trip = await goToProvider(free, newName(), { again: true });
      acme.lieOnce({ claims: (claims) => ({ ...claims, auth_time: 1 }) });
      return post("openid/return", trip, { from });
    };
    expect(refused(await stale(), 401, "OPENID_STALE").success).toBe(false);
    const proof = await proofOf(free, newName());
    expect(await many(minute + 1, () => post("openid/login", { proof }, { from }))).toEqual({ 401: minute + 1 });
    refused(await post("openid/login", { proof }, { from }), 401, "OPENID_UNKNOWN");
    expect(await left(from)).toBe(minute);
  });

  it("doesn't count if the member cancels it there, however often", async () => {
    const from = address();
    const cancel = async () => post("openid/return", await goToProvider(free, null), { from });
    refused(await cancel(), 401, "OPENID_CANCELED");
    expect(await many(minute, cancel)).toEqual({ 401: minute });
    expect(await left(from)).toBe(minute);
  });

  it("doesn't count if it succeeds", async () => {
    const from = address();
    const name = newName();
    const account = { username: name, email: `${name}@example.org`, proof: await proofOf(free, name) };
    ok(await post("openid/signup", account, { from: address() }));
    const signIn = async () => {
      const { proof } = ok(await post("openid/return", await goToProvider(free, name), { from }));
      return post("openid/login", { proof }, { from });
    };
    expect(await many(3, signIn)).toEqual({ 200: 3 });
    expect(await left(from)).toBe(minute);
  });

  it("counts by address if its answer or its proof is refused, and not for browsers that have signed in before", async () => {
    const name = newName();
    const member = { email: `${name}@example.org`, password: TEST_PASSWORD };
    ok(await post("signup", { ...member, username: name }, { from: address() }));
    const known = (await post("login", member, { from: address() })).cookies.find((one) => one.name === "bbux_device");
    const cookie = `bbux_device=${encodeURIComponent(known?.value ?? "")}`;
    const from = address();
    const forged = { provider: "acme", flow: "AAAA", answer: "?code=x" };
    expect(await many(minute - 1, () => post("openid/return", forged, { from }))).toEqual({ 401: minute - 1 });
    refused(await post("openid/login", { proof: "AAAA" }, { from }), 401, "OPENID_REFUSED");
    refused(await post("openid/login", { proof: "AAAA" }, { from }), 429, "RATE_LIMITED");
    refused(await post("openid/return", forged, { from }), 429, "RATE_LIMITED");
    refused(await post("login", member, { from }), 429, "RATE_LIMITED");
    ok(await post("login", member, { from, cookie }));
    ok(await post("login", member, { from: address() }));
  });
});
