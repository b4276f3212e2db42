import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, refused } from "./support.ts";

let t: TestApp;
beforeAll(async () => {
  // Where the test's app expects the built web app, with a secret next to it.
  const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-web-"));
  mkdirSync(join(DATA_DIR, "web/assets"), { recursive: true });
  writeFileSync(
    join(DATA_DIR, "web/index.html"),
    "<!--head--><!doctype html><title>BBUX</title><!--/head--><!--icons--><!--/icons--><body><!--root--><!--/root--><!--mark--><!--/mark--><!--content--></body>",
  );
  writeFileSync(join(DATA_DIR, "web/assets/app-1a2b3c.js"), "export {};");
  writeFileSync(join(DATA_DIR, "secrets.json"), '{"sessionSecret":"hidden treasure"}');
  t = await createTestApp({ env: { DATA_DIR, METRICS_TOKEN: "a token for metrics" } });
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

describe("the web app", () => {
  it("serves one page for every address that isn't a file", async () => {
    // Existing pages return 200, others 404, and the app comes with either.
    for (const [url, status] of [
      ["/", 200],
      ["/community", 200],
      ["/posts/123", 404],
      ["/ada_l", 404],
      ["/a/b/c?d=e", 404],
    ] as const) {
      const response = await get(url);
      expect(response.statusCode, url).toBe(status);
      expect(response.body, url).toContain('id="bbux-facts"');
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.headers["cache-control"]).toMatch(/no-cache/);
    }
  });
  it("runs only its own scripts, and can't be framed", async () => {
    const { headers } = await get("/community");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe|unsafe-eval/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
  it("has its assets cached forever, and returns 404 for missing ones", async () => {
    const asset = await get("/assets/app-1a2b3c.js");
    expect([asset.statusCode, asset.body]).toEqual([200, "export {};"]);
    expect(asset.headers["cache-control"]).toContain("immutable");
    refused(await get("/assets/gone.js"), 404, "NOT_FOUND");
    refused(await t.app.inject({ method: "POST", url: "/community" }), 404, "NOT_FOUND");
    refused(await get("/api/nope"), 404, "NOT_FOUND");
  });
  it.each([
    "/../secrets.json",
    "/..%2fsecrets.json",
    "/%2e%2e/secrets.json",
    "/assets/..%2f..%2fsecrets.json",
    "//secrets.json",
    "/..%5csecrets.json",
    "/assets/%2e%2e%2f%2e%2e%2fsecrets.json",
    "/%00",
  ])("exposes nothing next to it: %s", async (url) => {
    const response = await get(url);
    expect(response.body).not.toContain("hidden treasure");
    expect(response.statusCode).toBeLessThan(500);
  });
});

describe("health", () => {
  it("is reported without counting or authenticating the request", async () => {
    for (const path of ["/health/live", "/health/ready"]) {
      const response = await call(t, "GET", path);
      expect([response.statusCode, response.json()]).toEqual([200, { status: "ok" }]);
    }
  });
});

describe("metrics", () => {
  it("are available with the token, by route and status, without ids", async () => {
    await get("/api/posts/123456789");
    const { body, statusCode } = await get("/api/metrics", { authorization: "Bearer a token for metrics" });
    expect(statusCode).toBe(200);
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/posts/:id",status="404"} 1');
    expect(body).not.toContain("123456789");
  });
  it("are hidden from everyone else", async () => {
    for (const authorization of ["", "Bearer wrong", "Bearer a token for metricss", "a token for metrics"]) {
      refused(await get("/api/metrics", { authorization }), 404, "NOT_FOUND");
    }
  });
  it("are available without a token on this machine only, and not through a proxy", async () => {
    const open = await createTestApp();
    try {
      const from = (remoteAddress: string, headers = {}) =>
        open.app.inject({ url: "/api/metrics", remoteAddress, headers });
      expect((await from("127.0.0.1")).statusCode).toBe(200);
      refused(await from("10.0.0.1"), 404, "NOT_FOUND");
      const added = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];
      for (const name of added) refused(await from("127.0.0.1", { [name]: "10.0.0.1" }), 404, "NOT_FOUND");
      // A proxy that adds nothing asks for the host that it was asked for.
      refused(await from("127.0.0.1", { host: "bbux.example" }), 404, "NOT_FOUND");
    } finally {
      await open.close();
    }
  });
  it("are available behind a trusted proxy with the token only", async () => {
    const behind = await createTestApp({ env: { TRUST_PROXY_HOPS: "1" } });
    try {
      refused(await behind.app.inject({ url: "/api/metrics", remoteAddress: "127.0.0.1" }), 404, "NOT_FOUND");
    } finally {
      await behind.close();
    }
  });
});

describe("many concurrent sign-ins", () => {
  it("queue up, and other requests don't wait for them", async () => {
    let done = 0;
    const attempts = Array.from({ length: 60 }, (_, i) =>
      call(t, "POST", "/auth/login", { body: { email: `u${i}@x.org`, password: "not the password" } }).finally(
        () => done++,
      ),
    );
    const stats = await call(t, "GET", "/tags");
    expect(stats.statusCode).toBe(200);
    expect(done).toBeLessThan(60);
    for (const response of await Promise.all(attempts)) refused(response, 401, "INVALID_CREDENTIALS");
  });
});
