import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { browser, call, HOST, ORIGIN, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let cookie: string;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  cookie = (await browser(t, ada)).cookie ?? "";
});
afterAll(() => t.close());

const foreign: [string, Record<string, string>][] = [
  ["a foreign origin", { origin: "https://evil.example" }],
  ["no origin", {}],
  ["origin null", { origin: "null" }],
  ["an invalid origin", { origin: "evil" }],
  ["our host as a subdomain", { origin: `http://${HOST}.evil.example` }],
  ["our host as the user name", { origin: `http://${HOST}@evil.example` }],
  ["another port", { origin: `http://${HOST}:8080` }],
  ["a referer only", { referer: `${ORIGIN}/posts` }],
];

describe("a changing request with the cookie", () => {
  it.each(foreign)(
    "with %s is refused at every REST path, whether or not the route exists [C7.06 M8.22]",
    async (_, headers) => {
      const calls = [
        ["POST", "/auth/logout"],
        ["POST", "/auth/change-password"],
        ["POST", "/posts"],
        ["PUT", "/posts/1"],
        ["DELETE", "/posts/1"],
        ["POST", "/posts/1/answers/2/accept"],
        ["POST", "/auth/login"],
        ["POST", "/v1/posts"],
        ["POST", "/nope"],
        ["PATCH", "/posts"],
      ] as const;
      for (const [method, path] of calls) {
        const response = await call(t, method, path, { headers: { ...headers, cookie, host: HOST } });
        refused(response, 403, "CSRF_REJECTED");
      }
      ok(await call(t, "GET", "/auth/me", { headers: { cookie, host: HOST } }));
    },
  );

  it.each(foreign)("with %s is refused by tRPC, single and in batches [C7.06]", async (_, headers) => {
    for (const url of ["/api/trpc/auth.logout", "/api/trpc/auth.logout,auth.logout?batch=1"]) {
      const response = await t.app.inject({ method: "POST", url, headers: { ...headers, cookie, host: HOST } });
      expect(response.statusCode).toBe(403);
      const body = response.json();
      expect((Array.isArray(body) ? body[0] : body).error.data.code).toBe("CSRF_REJECTED");
    }
    ok(await call(t, "GET", "/auth/me", { headers: { cookie, host: HOST } }));
  });

  it("as a form that a foreign page can send does nothing, through REST and tRPC [C7.06]", async () => {
    const forms = ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"];
    for (const type of forms) {
      for (const url of ["/api/auth/logout", "/api/trpc/auth.logout"]) {
        const headers = { cookie, host: HOST, origin: "https://evil.example", "content-type": type };
        for (const payload of ["", "--x--\r\n"]) {
          expect((await t.app.inject({ method: "POST", url, headers, payload })).statusCode, type).toBe(403);
        }
      }
    }
    ok(await call(t, "GET", "/auth/me", { headers: { cookie, host: HOST } }));
  });

  it("from our own pages is served [C7.06]", async () => {
    const own = await browser(t, ada);
    ok(await call(t, "POST", "/auth/logout", { headers: own }));
    const again = await browser(t, ada);
    const response = await t.app.inject({ method: "POST", url: "/api/trpc/auth.logout", headers: again });
    expect(response.statusCode).toBe(200);
  });
});

describe("the origin doesn't matter", () => {
  it("for reading with the cookie [C7.06]", async () => {
    ok(await call(t, "GET", "/auth/me", { headers: { cookie, host: HOST, origin: "https://evil.example" } }));
  });
  it("for a bearer token without the cookie [C7.06 C7.07]", async () => {
    const { headers } = await t.member("bob");
    ok(await call(t, "POST", "/auth/logout", { headers: { ...headers, origin: "https://evil.example" } }));
  });
  it("for signing in without a cookie", async () => {
    const body = { email: ada.email, password: TEST_PASSWORD };
    ok(await call(t, "POST", "/auth/login", { body, headers: { origin: "https://other.example" } }));
  });
});

describe("with a public origin configured", () => {
  it("only that origin is ours, whatever the Host header says [C7.06]", async () => {
    const site = await createTestApp({ env: { PUBLIC_ORIGIN: "https://bbux.example" } });
    try {
      const bob = await site.member("bob");
      const headers = await browser(site, bob);
      const from = (origin: string, host = HOST) =>
        call(site, "POST", "/auth/logout", { headers: { cookie: headers.cookie ?? "", origin, host } });
      refused(await from(ORIGIN), 403, "CSRF_REJECTED");
      refused(await from("http://bbux.example", "bbux.example"), 403, "CSRF_REJECTED");
      refused(await from("https://bbux.example.evil.example"), 403, "CSRF_REJECTED");
      refused(await from("https://bbux.example:8443"), 403, "CSRF_REJECTED");
      ok(await from("https://bbux.example", "inside:3000"));
    } finally {
      await site.close();
    }
  });
});
