import { RATE_LIMITS } from "@bbux/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, type Response, refused, tally } from "./support.ts";

const apps: TestApp[] = [];
async function limited(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { RATE_LIMITS: "on", ...env } });
  apps.push(app);
  return app;
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const window = ({ headers }: Response) =>
  [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]].map(Number) as [number, number];
const get = (t: TestApp, path = "/tags", headers = {}) => call(t, "GET", path, { headers });

async function many(n: number, work: () => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  for (let i = 0; i < n; i++) responses.push(await work());
  return responses;
}

it("a sign-in exchanges its refresh token 10 times a minute at most, and another one isn't affected", async () => {
  const t = await limited();
  const [one, other] = [await t.member("one"), await t.member("other")];
  const exchange = async ({ refreshToken }: Pick<TestMember, "refreshToken">) =>
    call(t, "POST", "/auth/refresh", { body: { refreshToken } });
  let last = one.refreshToken;
  for (let n = 0; n < RATE_LIMITS.refresh.minute; n++) {
    ({ refreshToken: last } = ok(await exchange({ refreshToken: last })));
  }
  refused(await exchange({ refreshToken: last }), 429, "RATE_LIMITED");
  ok(await exchange(other));
});

it("refresh tokens that open nothing are counted by address, which keeps no open one there from its exchange", async () => {
  const t = await limited();
  const [member, other] = [await t.member("member"), await t.member("other")];
  const exchange = (refreshToken: string) => call(t, "POST", "/auth/refresh", { body: { refreshToken } });
  const { token } = ok(await exchange(member.refreshToken));
  expect(tally(await many(RATE_LIMITS.refresh.minute, () => exchange("unknown")))).toEqual({
    401: RATE_LIMITS.refresh.minute,
  });
  refused(await exchange("unknown"), 429, "RATE_LIMITED");
  ok(await exchange(other.refreshToken));
  // A spent one still ends its sign-in.
  refused(await exchange(member.refreshToken), 429, "RATE_LIMITED");
  refused(await call(t, "GET", "/auth/me", { headers: { authorization: `Bearer ${token}` } }), 401, "UNAUTHENTICATED");
});

describe("without a session", () => {
  it("100 requests a minute from one address are answered, and the next gets 429 with Retry-After [M9.27 M8.29]", async () => {
    const t = await limited();
    expect(tally(await many(100, () => get(t)))).toEqual({ 200: 100 });
    const response = await get(t);
    const { details } = refused(response, 429, "RATE_LIMITED");
    const retryAfter = Number(response.headers["retry-after"]);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(details).toEqual({ retryAfter });
    expect(window(response)).toEqual([100, 0]);
    const other = await t.app.inject({ url: "/api/tags", remoteAddress: "10.0.0.9" });
    expect(other.statusCode).toBe(200);
  });

  it("1,000 requests an hour are the other window; beyond that, 429 until the hour is over [M9.28]", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "5000" });
    expect(window(await get(t))).toEqual([1_000, 999]);
    const short = await limited({ RATE_LIMIT_PUBLIC_HOUR: "20" });
    expect(tally(await many(20, () => get(short, "/nope")))).toEqual({ 404: 20 });
    const response = await get(short);
    refused(response, 429, "RATE_LIMITED");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(window(response)).toEqual([20, 0]);
  });

  it("a forged X-Forwarded-For gives no extra allowance", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "5" });
    let n = 0;
    const forged = () =>
      get(t, "/tags", { "x-forwarded-for": `10.1.1.${n++}, 10.2.2.${n}`, "x-real-ip": `10.1.1.${n}` });
    expect(tally(await many(10, forged))).toEqual({ 200: 5, 429: 5 });
  });

  it("behind one proxy, only the last hop is trusted", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "5", TRUST_PROXY_HOPS: "1" });
    let n = 0;
    const from = (client: string) => () => get(t, "/tags", { "x-forwarded-for": `10.1.1.${n++}, ${client}` });
    expect(tally(await many(7, from("10.9.9.1")))).toEqual({ 200: 5, 429: 2 });
    expect(tally(await many(5, from("10.9.9.2")))).toEqual({ 200: 5 });
  });

  it("the addresses of one IPv6 network share an allowance, including for sign-ins", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "5" });
    let n = 0;
    const from = (network: string) => () => t.app.inject({ url: "/api/tags", remoteAddress: `${network}::${++n}` });
    expect(tally(await many(7, from("2001:db8:1:2")))).toEqual({ 200: 5, 429: 2 });
    expect(tally(await many(5, from("2001:db8:1:3")))).toEqual({ 200: 5 });
    const u = await limited();
    const signIn = () =>
      u.app.inject({
        method: "POST",
        url: "/api/auth/login",
        remoteAddress: `2001:db8:1:2::${++n}`,
        payload: { email: `somebody${n}@example.org`, password: "a guess" },
      });
    expect(tally(await many(RATE_LIMITS.signIn.minute + 1, signIn))).toEqual({
      401: RATE_LIMITS.signIn.minute,
      429: 1,
    });
  });

  it("invalid credentials count as none", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "3" });
    const dead = () => get(t, "/auth/me", { authorization: `Bearer ${"dead".repeat(10)}` });
    expect(tally(await many(5, dead))).toEqual({ 401: 3, 429: 2 });
  });
});

describe("with a session", () => {
  it("each member can make 500 requests a minute, from any address [M9.29]", async () => {
    const t = await limited();
    const [ada, bob] = [await t.member("ada"), await t.member("bob")];
    let n = 0;
    const from = () => t.app.inject({ url: "/api/tags", headers: ada.headers, remoteAddress: `10.0.0.${n++ % 200}` });
    expect(window(await from())).toEqual([500, 499]);
    // More than a visitor's allowance.
    expect(tally(await many(499, from))).toEqual({ 200: 499 });
    refused(await from(), 429, "RATE_LIMITED");
    ok(await call(t, "GET", "/tags", { as: bob }));
  });

  it("5,000 requests an hour are the other window; beyond that, 429 [M9.30]", async () => {
    const t = await limited({ RATE_LIMIT_MEMBER_MINUTE: "20000" });
    const ada = await t.member("ada");
    expect(window(await call(t, "GET", "/tags", { as: ada }))).toEqual([5_000, 4_999]);
    const short = await limited({ RATE_LIMIT_MEMBER_HOUR: "20" });
    const bob = await short.member("bob");
    const responses = await many(22, () => call(short, "GET", "/tags", { as: bob }));
    expect(tally(responses)).toEqual({ 200: 20, 429: 2 });
  });
});

describe("the rate limit headers", () => {
  it("come with every response and describe the window with the smaller share left [M9.31]", async () => {
    const t = await limited();
    const started = Math.floor(Date.now() / 1_000);
    for (const [i, path] of ["/posts", "/posts/1", "/nope", "/auth/me"].entries()) {
      const response = await get(t, path);
      expect(window(response), path).toEqual([100, 99 - i]);
      const reset = Number(response.headers["x-ratelimit-reset"]);
      expect(reset).toBeGreaterThanOrEqual(started + 1);
      expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 61);
    }
    const malformed = await t.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    expect(window(malformed)).toEqual([100, 95]);
    expect(window(await t.app.inject({ url: "/api/trpc/tags.list" }))).toEqual([100, 94]);
    const hourly = await limited({ RATE_LIMIT_PUBLIC_HOUR: "10" });
    expect(window(await get(hourly))).toEqual([10, 9]);
  });
});

describe("sign-in", () => {
  it("counts every attempt in a batch, and refuses a batch of 800 without running any", async () => {
    const t = await limited();
    const ada = await t.member("ada");
    const batch = (n: number, remoteAddress: string) =>
      t.app.inject({
        method: "POST",
        url: `/api/trpc/${Array(n).fill("auth.login").join(",")}?batch=1`,
        payload: Object.fromEntries(
          Array.from({ length: n }, (_, i) => [i, { email: ada.email, password: "wrong guess" }]),
        ),
        remoteAddress,
      });
    const sessions = async () => (await t.database.db.selectFrom("sessions").select("kind").execute()).length;
    const before = await sessions();
    const huge = await batch(800, "10.4.4.4");
    expect(huge.statusCode).toBe(400);
    expect(huge.json()[0].error.data).toMatchObject({
      code: "BAD_REQUEST",
      error: "A batch may have at most 10 calls",
    });
    expect(await sessions()).toBe(before);

    const [first, second] = [await batch(10, "10.5.5.5"), await batch(2, "10.5.5.6")];
    const codes = [...first.json(), ...second.json()].map(
      (part: { error: { data: { code: string } } }) => part.error.data.code,
    );
    expect(codes.filter((code: string) => code === "INVALID_CREDENTIALS")).toHaveLength(RATE_LIMITS.signIn.minute);
    expect(codes.filter((code: string) => code === "RATE_LIMITED")).toHaveLength(2);
  });
});

describe("votes and calls that move money", () => {
  it("have limits of their own for each member", { tags: "proof" }, async () => {
    const t = await limited();
    const [ada, bob] = [await t.member("ada"), await t.member("bob")];
    const vote = (as: TestMember) => () => call(t, "POST", "/posts/1/vote", { as, body: { value: 1 } });
    const { minute } = RATE_LIMITS.vote;
    expect(tally(await many(minute + 2, vote(ada)))).toEqual({ 404: minute, 429: 2 });
    const stake = (as: TestMember) => () => call(t, "POST", "/governance/stake", { as, body: { amount: 1 } });
    const { minute: most } = RATE_LIMITS.money;
    expect(tally(await many(most + 2, stake(ada)))).toEqual({ 400: most, 429: 2 });
    expect(tally([await vote(bob)(), await stake(bob)()])).toEqual({ 404: 1, 400: 1 });
  });
});

describe("a tRPC batch", () => {
  it("counts each of its procedures", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "25" });
    const batch = () =>
      t.app.inject({
        url: `/api/trpc/${Array(10).fill("tags.list").join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, {}]))))}`,
      });
    const statuses = async () =>
      (await batch())
        .json()
        .map((part: { error?: { data: { httpStatus: number } } }) => part.error?.data.httpStatus ?? 200);
    expect(await statuses()).toEqual(Array(10).fill(200));
    expect(await statuses()).toEqual(Array(10).fill(200));
    const third = await statuses();
    expect(third.filter((status: number) => status === 200)).toHaveLength(5);
    expect(third.filter((status: number) => status === 429)).toHaveLength(5);
  });
});
