import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { mountHealth } from "../http/health.ts";
import type { TestApp } from "../testing.ts";
import { createPagesApp } from "./html.support.ts";
import { refused, tally } from "./support.ts";

const apps: TestApp[] = [];
async function limited(env: Record<string, string>): Promise<TestApp> {
  const app = await createPagesApp({ RATE_LIMITS: "on", ...env });
  apps.push(app);
  return app;
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
const get = (t: TestApp, url: string, remoteAddress = "203.0.113.7") =>
  t.app.inject({ url, remoteAddress, headers: { host: "bbux.test", accept: "text/html" } });

describe("pages", () => {
  it("are limited by address, together with feeds and sitemaps, and apart from calls", async () => {
    const t = await limited({ RATE_LIMIT_PAGE_MINUTE: "5" });
    const urls = ["/", "/feeds/community.atom", "/sitemap.xml", "/robots.txt", "/no/such/page"];
    const statuses = [];
    for (const url of urls) statuses.push((await get(t, url)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 404]);
    for (const url of urls) expect((await get(t, url)).statusCode, url).toBe(429);
    expect((await get(t, "/", "203.0.113.8")).statusCode).toBe(200);
    expect((await get(t, "/api/tags")).statusCode).toBe(200);
    expect((await get(t, "/og.png")).statusCode).toBe(200);
  });

  it("count with images of the brand that aren't in force, which are looked up, and not with those that are", async () => {
    const t = await limited({ RATE_LIMIT_PAGE_MINUTE: "3" });
    const [shown, unknown] = ["a".repeat(32), "b".repeat(32)];
    const { ownerDb } = t.database;
    const now = new Date();
    await ownerDb
      .insertInto("brand_images")
      .values({ key: shown, bytes: Buffer.from("png"), created_at: now })
      .execute();
    const brand = { name: "Ask", accent_light: "#5b21b6", accent_dark: "#c4b5fd", logo: shown, changed_at: now };
    await ownerDb.insertInto("brand").values(brand).execute();
    const statuses = [];
    for (let nth = 0; nth < 5; nth++) statuses.push((await get(t, `/brand/${unknown}.png`)).statusCode);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    for (let nth = 0; nth < 5; nth++) expect((await get(t, `/brand/${shown}.png`)).statusCode).toBe(200);
  });

  it("over the limit are a sentence for people with Retry-After, which no cache keeps", async () => {
    const t = await limited({ RATE_LIMIT_PAGE_HOUR: "1" });
    await get(t, "/");
    const page = await get(t, "/");
    expect(page.statusCode).toBe(429);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(page.body).toContain("Too many requests. Please try again later.");
    refused(await get(t, "/sitemap.xml"), 429, "RATE_LIMITED");
  });

  it("can be visited 300 times a minute by default", async () => {
    const t = await limited({});
    const responses = [];
    for (let nth = 0; nth < 302; nth++) responses.push(await get(t, "/robots.txt"));
    expect(tally(responses)).toEqual({ 200: 300, 429: 2 });
  });
});

describe("health/ready", () => {
  it("asks the database once a second, however many ask, and answers each of them", async () => {
    const t = await limited({});
    let [at, asked] = [0, 0];
    const counted = t.database.db.withPlugin({
      transformQuery({ node }) {
        asked++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const app = Fastify();
    mountHealth(app, { db: counted, now: () => new Date(at) });
    const probes = async () => tally(await Promise.all(Array.from({ length: 500 }, () => app.inject("/health/ready"))));
    expect([await probes(), asked]).toEqual([{ 200: 500 }, 1]);
    at += 999;
    expect([await probes(), asked]).toEqual([{ 200: 500 }, 1]);
    at += 1;
    expect([await probes(), asked]).toEqual([{ 200: 500 }, 2]);
    await app.close();
  });

  it("isn't limited, so that a load balancer always gets an answer", async () => {
    const t = await limited({ RATE_LIMIT_PUBLIC_MINUTE: "1", RATE_LIMIT_PAGE_MINUTE: "1" });
    const responses = [];
    for (let nth = 0; nth < 20; nth++) responses.push(await get(t, "/api/health/ready"));
    expect(tally(responses)).toEqual({ 200: 20 });
  });
});
