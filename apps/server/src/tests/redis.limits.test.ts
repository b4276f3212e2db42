import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, RATE_LIMITS } from "@bbux/contract";
import { sampled } from "@bbux/db/testing/form";
import type { Redis } from "ioredis";
import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { connectRedis } from "../redis.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { createPagesApp, visit } from "./html.support.ts";
import { HAS_REDIS, shareRedis } from "./redis.support.ts";
import { call, type Response, tally } from "./support.ts";

// Against the real redis-server; skipped by name where it isn't installed.

const WINDOWS: Readonly<Record<string, number>> = { minute: 60_000, hour: HOUR_MS, day: DAY_MS };

describe.skipIf(!HAS_REDIS)("limits of processes that share Redis", () => {
  const shared = shareRedis();

  async function startOne(more: Record<string, string> = {}): Promise<TestApp> {
    const env = { RATE_LIMITS: "on", REDIS_URL: shared.redis.url, ...more };
    return shared.keep(await createTestApp({ database: shared.database, env }));
  }
  const get = (app: TestApp, remoteAddress = "127.0.0.1") => app.app.inject({ url: "/api/tags", remoteAddress });
  const guess = (app: TestApp) => call(app, "POST", "/auth/login", { body: { email: "x@x.org", password: "wrong" } });
  const left = ({ headers }: Response) => [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]].map(Number);
  async function many(times: number, work: () => Promise<Response>): Promise<Response[]> {
    const responses: Response[] = [];
    for (let nth = 0; nth < times; nth++) responses.push(await work());
    return responses;
  }

  it("count a request once in each window, and each window has a key and an end of its own [M9.27 M9.28]", async () => {
    const app = await startOne();
    expect(left(await get(app))).toEqual([100, 99]);
    expect(left(await get(app))).toEqual([100, 98]);
    await guess(app);
    const keys = await shared.inRedis(async (client) => {
      const names = await client.keys("*");
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, [Number(await client.get(name)), await client.pttl(name)]])),
      );
    });
    const visitor = "bbux:limit:{visitor:127.0.0.1}";
    expect(
      Object.keys(keys)
        .filter((name) => name.startsWith(visitor))
        .sort(),
    ).toEqual([`${visitor}:hour`, `${visitor}:minute`]);
    expect([keys[`${visitor}:minute`][0], keys[`${visitor}:hour`][0]]).toEqual([3, 3]);
    for (const [name, [, ttl]] of Object.entries<[number, number]>(keys)) {
      const unit = name.slice(name.lastIndexOf(":") + 1);
      const most = WINDOWS[unit] ?? 0;
      const least = unit === "minute" ? 1 : most - 600_000;
      expect(ttl, name).toBeGreaterThanOrEqual(least);
      expect(ttl, name).toBeLessThanOrEqual(most);
    }
    // Of address, account and network, network, and region, each with a minute and an hour.
    expect(Object.keys(keys).filter((name) => /\{signIn/.test(name))).toHaveLength(8);
  });

  it("are counted together [M9.27]", async () => {
    const [one, two] = [
      await startOne({ RATE_LIMIT_PUBLIC_MINUTE: "6" }),
      await startOne({ RATE_LIMIT_PUBLIC_MINUTE: "6" }),
    ];
    expect(tally([...(await many(3, () => get(one))), ...(await many(3, () => get(two)))])).toEqual({ 200: 6 });
    expect(tally([await get(one), await get(two)])).toEqual({ 429: 2 });
    expect((await get(one, "10.0.0.9")).statusCode).toBe(200);
  });

  it("count the networks of a region together", async () => {
    const apps = [await startOne(), await startOne()];
    const most = RATE_LIMITS.accountRegion.minute;
    const forgot = (nth: number) =>
      apps[nth % 2]?.app.inject({
        method: "POST",
        url: "/api/auth/forgot-password",
        payload: { email: `u${nth}@x.org` },
        remoteAddress: `2001:db8:7:${(nth % 8).toString(16)}${nth.toString(16).padStart(2, "0")}::1`,
      });
    const answers = [];
    for (let nth = 0; nth < most + 2; nth++) answers.push(await forgot(nth));
    expect(tally(answers.filter((answer) => answer !== undefined))).toEqual({ 200: most, 429: 2 });
  });

  it("take back what a successful sign-in used, in every process", async () => {
    const app = await startOne();
    const ada = await app.member("ada");
    const login = () => call(app, "POST", "/auth/login", { body: { email: ada.email, password: ada.password } });
    expect(tally(await many(RATE_LIMITS.signIn.minute + 2, login))).toEqual({ 200: RATE_LIMITS.signIn.minute + 2 });
    expect(tally(await many(RATE_LIMITS.signIn.minute + 1, () => guess(app)))).toEqual({
      401: RATE_LIMITS.signIn.minute,
      429: 1,
    });
  });

  describe.each(
    sampled([
      ["is killed", () => shared.redis.kill()],
      ["doesn't answer", async () => shared.redis.freeze()],
    ]),
  )("when Redis %s", (_, lose) => {
    it("each process answers and counts for itself, sign-ins at a third [M9.27]", { tags: "proof" }, async () => {
      const [one, two] = [await startOne(), await startOne()];
      await lose();
      const third = Math.floor(RATE_LIMITS.signIn.minute / 3);
      for (const app of [one, two]) {
        expect(tally(await many(third + 2, () => guess(app)))).toEqual({ 401: third, 429: 2 });
        const before = third + 2;
        expect(left(await get(app))).toEqual([100, 100 - before - 1]);
        expect(tally(await many(100 - before, () => get(app)))).toEqual({ 200: 100 - before - 1, 429: 1 });
      }
    });

    it("what a process has counted before still counts", async () => {
      const app = await startOne();
      expect(tally(await many(5, () => guess(app)))).toEqual({ 401: 5 });
      await lose();
      expect(tally(await many(2, () => guess(app)))).toEqual({ 429: 2 });
    });

    it("sign-ups and reset mails are limited to a third, too", async () => {
      const app = await startOne();
      await lose();
      const third = Math.floor(RATE_LIMITS.account.minute / 3);
      let count = 0;
      const forgot = () => call(app, "POST", "/auth/forgot-password", { body: { email: `u${count++}@x.org` } });
      expect(tally(await many(third + 2, forgot))).toEqual({ 200: third, 429: 2 });
      const body = { username: "late", email: "late@x.org", password: "correct horse battery" };
      expect((await call(app, "POST", "/auth/signup", { body })).statusCode).toBe(429);
    });

    it("votes and money are limited to a third, too", async () => {
      const app = await startOne();
      const name = `vera${randomUUID().slice(0, 8)}`;
      const vera = await app.member(name);
      await lose();
      const vote = () => call(app, "POST", "/posts/1/vote", { as: vera, body: { value: 1 } });
      const votes = Math.floor(RATE_LIMITS.vote.minute / 3);
      expect(tally(await many(votes + 2, vote))).toEqual({ 404: votes, 429: 2 });
      const stake = () => call(app, "POST", "/governance/stake", { as: vera, body: { amount: 1 } });
      const money = Math.floor(RATE_LIMITS.money.minute / 3);
      expect(tally(await many(money + 2, stake))).toEqual({ 400: money, 429: 2 });
    });

    it("a process starts, with the same limits", async () => {
      await lose();
      const app = await startOne();
      const third = Math.floor(RATE_LIMITS.signIn.minute / 3);
      expect(tally(await many(third + 2, () => guess(app)))).toEqual({ 401: third, 429: 2 });
    });

    it("pages are shown", async () => {
      const app = shared.keep(await createPagesApp({ RATE_LIMITS: "on", REDIS_URL: shared.redis.url }));
      await lose();
      expect((await visit(app, "/community")).statusCode).toBe(200);
    });
  });

  it("of many calls to a Redis that doesn't answer, one is made", async () => {
    const redis = await connectRedis(shared.redis.url, pino({ level: "silent" }), 1_000);
    shared.keep({ close: async () => redis.close() });
    const size = vi.fn((client: Redis) => client.dbsize());
    expect(await redis.attempt(size)).toBe(0);
    shared.redis.freeze();
    for (let nth = 0; nth < 200; nth++) expect(await redis.attempt(size)).toBeNull();
    expect(size).toHaveBeenCalledTimes(2);
  });

  const counted = () =>
    shared.inRedis(async (client) => Number(await client.get("bbux:limit:{visitor:127.0.0.1}:minute")));

  it("counts together again once Redis is back", async () => {
    const [one, two] = [await startOne({ RATE_LIMIT_PUBLIC_MINUTE: "5000" }), await startOne()];
    await shared.redis.kill();
    expect((await get(one)).statusCode).toBe(200);
    await shared.redis.start();
    const before = await counted();
    expect(before).toBe(0);
    await expect.poll(async () => tallyOf(await get(one), await counted())).toBeGreaterThan(0);
    const ofOne = await counted();
    await get(two);
    await expect.poll(async () => tallyOf(await get(two), await counted())).toBeGreaterThan(ofOne);
  });

  it("counts together again once Redis answers again", { tags: "proof" }, async () => {
    const app = await startOne({ RATE_LIMIT_PUBLIC_MINUTE: "5000" });
    await get(app);
    shared.redis.freeze();
    await get(app);
    shared.redis.thaw();
    const before = await counted();
    await expect.poll(async () => tallyOf(await get(app), await counted())).toBeGreaterThan(before + 1);
  });
});

/** The count in Redis after a request. */
function tallyOf(response: Response, count: number): number {
  expect(response.statusCode).toBe(200);
  return count;
}
