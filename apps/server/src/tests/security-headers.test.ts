import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp } from "../testing.ts";
import { createPagesApp } from "./html.support.ts";
import { call, ok, type Response, refused } from "./support.ts";

const PRODUCTION = {
  NODE_ENV: "production",
  SESSION_SECRET: "x".repeat(32),
  PLATFORM_WALLET_SECRET: "x",
  PUBLIC_ORIGIN: "https://bbux.example",
  RATE_LIMITS: "on",
};
const OURS = { host: "bbux.example", origin: PRODUCTION.PUBLIC_ORIGIN };
const DATA = "default-src 'none'; frame-ancestors 'none'";

let t: TestApp;
beforeAll(async () => {
  t = await createPagesApp(PRODUCTION);
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}, app = t) =>
  app.app.inject({ url, headers: { host: "bbux.example", ...headers } });

describe("over https, every response", () => {
  it.each([
    ["the API", "/api/tags"],
    ["a refusal of the API", "/api/nope"],
    ["tRPC", "/api/trpc/tags.list?input=%7B%7D"],
    ["health", "/api/health/live"],
    ["refused metrics", "/api/metrics"],
    ["an upload that isn't there", `/uploads/${"a".repeat(22)}.png`],
    ["a page", "/community"],
    ["a file", "/og.png"],
  ])("asks browsers to use https only: %s", async (_, url) => {
    expect((await get(url)).headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  it("doesn't where browsers use http", async () => {
    const local = await createTestApp({ env: { ...PRODUCTION, PUBLIC_ORIGIN: "http://localhost:3000" } });
    try {
      expect((await get("/api/tags", {}, local)).headers["strict-transport-security"]).toBeUndefined();
    } finally {
      await local.close();
    }
  });
});

describe("a response of the API", () => {
  it.each(["/api/tags", "/api/v1/nope", "/api/trpc/nope", "/api/health/live", "/api/openapi.json", "/api/metrics"])(
    "may load nothing, can't be framed, and tells no one where it was: %s",
    async (url) => {
      const { headers } = await get(url);
      expect([headers["content-security-policy"], headers["referrer-policy"]]).toEqual([DATA, "no-referrer"]);
    },
  );

  it("has a policy of its own if it is a page: the reference", async () => {
    const { headers } = await get("/api/reference/");
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-.*frame-ancestors 'none'/);
  });
});

it("an upload that isn't there is as restricted as one that is", async () => {
  const response = await get(`/uploads/${"a".repeat(22)}.png`);
  refused(response, 404, "NOT_FOUND");
  expect(response.headers["content-security-policy"]).toBe(`${DATA}; sandbox`);
  expect(response.headers["x-content-type-options"]).toBe("nosniff");
});

describe("the session cookie over https", () => {
  const OURS_ALONE = "__Host-bbux_session";
  const ANYBODYS = "bbux_session";
  const cookieOf = (response: Response, name: string) => response.cookies.find((cookie) => cookie.name === name);
  const header = (name: string, value = "") => ({ ...OURS, cookie: `${name}=${encodeURIComponent(value)}` });
  const me = (headers: Record<string, string>) => call(t, "GET", "/auth/me", { headers });

  async function signUp(username: string): Promise<string> {
    const body = { username, email: `${username}@x.org`, password: TEST_PASSWORD };
    const response = await call(t, "POST", "/auth/signup", { body, headers: OURS });
    ok(response);
    const cookie = cookieOf(response, OURS_ALONE);
    expect(cookie).toMatchObject({ path: "/", secure: true, httpOnly: true, sameSite: "Lax" });
    expect(cookie?.domain).toBeUndefined();
    expect(cookieOf(response, ANYBODYS)).toBeUndefined();
    expect(cookieOf(response, "__Secure-bbux_device")).toMatchObject({ path: "/api", secure: true, httpOnly: true });
    return cookie?.value ?? "";
  }

  it("has the prefix that keeps other hosts from setting it [C7.05]", async () => {
    const value = await signUp("ada");
    const response = await me(header(OURS_ALONE, value));
    expect(ok(response).user.username).toBe("ada");
    expect(response.cookies).toEqual([]);
  });

  it.each(["/api/auth/me", "/community"])(
    "without the prefix, as another host could set it for a visitor, signs nobody in: %s",
    async (url) => {
      const eve = await signUp(url === "/community" ? "eve" : "evan");
      const response = await get(url, header(ANYBODYS, eve));
      expect(response.cookies).toEqual([]);
      expect(response.statusCode).toBe(url === "/community" ? 200 : 401);
      refused(await call(t, "POST", "/auth/visit", { headers: header(ANYBODYS, eve) }), 401, "UNAUTHENTICATED");
    },
  );

  it("doesn't give way to one without the prefix", async () => {
    const [cleo, eve] = [await signUp("cleo"), await signUp("emma")];
    const cookie = `${ANYBODYS}=${encodeURIComponent(eve)}; ${OURS_ALONE}=${encodeURIComponent(cleo)}`;
    const response = await me({ ...OURS, cookie });
    expect(ok(response).user.username).toBe("cleo");
    expect(response.cookies).toEqual([]);
  });

  it("is cleared by signing out, and its session is over", async () => {
    const value = await signUp("dora");
    const response = await call(t, "POST", "/auth/logout", { headers: header(OURS_ALONE, value) });
    ok(response);
    expect(cookieOf(response, OURS_ALONE)).toMatchObject({ value: "", secure: true });
    refused(await me(header(OURS_ALONE, value)), 401, "UNAUTHENTICATED");
    const hash = createHash("sha256")
      .update(value.split(".")[0] ?? "")
      .digest();
    const left = t.database.db.selectFrom("sessions").select("kind").where("id_hash", "=", hash);
    expect(await left.execute()).toEqual([]);
  });

  it("is refused from another site", async () => {
    const value = await signUp("finn");
    const headers = { ...header(OURS_ALONE, value), origin: "https://evil.example" };
    refused(await call(t, "POST", "/auth/visit", { headers }), 403, "CSRF_REJECTED");
  });
});
