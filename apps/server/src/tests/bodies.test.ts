import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, type Response, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  await t.database.ownerDb.insertInto("tags").values({ name: "money" }).execute();
});
afterAll(() => t.close());

const JSON_TYPE = "application/json";
const send = (url: string, payload: string | Buffer, type: string | null = JSON_TYPE): Promise<Response> =>
  t.app.inject({
    method: "POST",
    url,
    payload,
    headers: { ...ada.headers, ...(type !== null && { "content-type": type }) },
  });
/** The same body through REST, through its other mount, and at an unknown path. */
const PATHS = ["/api/posts", "/api/v1/posts", "/api/auth/login"];

describe("an unknown path", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nope",
    "/api/v1",
    "/api/v1/nope",
    "/api/posts/1/nope",
    "/api/v2/posts",
    "/api/trpc",
    "/api/health",
  ])("%s returns the documented 404, whatever the method [M8.23 C7.67 M8.19]", async (url) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
      expect(refused(await t.app.inject({ method, url }), 404, "NOT_FOUND")).toEqual({
        success: false,
        error: "Not found",
        code: "NOT_FOUND",
      });
    }
  });
  it("outside the API gets the same response if there is no web app [M8.23]", async () => {
    for (const method of ["GET", "POST"] as const)
      refused(await t.app.inject({ method, url: "/nope" }), 404, "NOT_FOUND");
    refused(await t.app.inject({ url: "/apix" }), 404, "NOT_FOUND");
  });
  it("and a known one with another method returns 404 [M8.23]", async () => {
    for (const [method, path] of [
      ["PATCH", "/posts"],
      ["PUT", "/posts"],
      ["DELETE", "/auth/me"],
      ["GET", "/auth/login"],
    ] as const) {
      refused(await call(t, method, path), 404, "NOT_FOUND");
    }
  });
  it("with a broken escape returns 400, with NUL 422, with 10 KB 404", async () => {
    refused(await t.app.inject({ url: "/api/posts/%zz" }), 400, "BAD_REQUEST");
    refused(await t.app.inject({ url: "/api/posts/%ff" }), 400, "BAD_REQUEST");
    refusesField(await t.app.inject({ url: "/api/posts/%00" }), "id");
    refusesField(await t.app.inject({ url: "/api/users/a%00b/posts" }), "id");
    refused(await t.app.inject({ url: `/api/posts/${"9".repeat(10_000)}` }), 404, "NOT_FOUND");
    refusesField(await t.app.inject({ url: `/api/posts/${"9".repeat(65)}` }), "id");
  });
});

describe("an invalid body", () => {
  it.each(["{", '{"a":}', "nope", "'single'", '{"a":1,}', "\u0000", "[1", '{"a":"\n"}', "undefined", "NaN"])(
    "that isn't JSON, %j, returns 400 [C7.02 C7.68 C7.67]",
    async (payload) => {
      for (const url of PATHS) refused(await send(url, payload), 400, "BAD_REQUEST");
    },
  );
  it.each([
    '{"__proto__":{"admin":true}}',
    '{"title":"T","__proto__":1}',
    '{"a":{"b":[{"__proto__":{}}]}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"\\u005f_proto__":{}}',
  ])("with a key that would reach prototypes, %s, returns 400", async (payload) => {
    for (const url of PATHS) refused(await send(url, payload), 400, "BAD_REQUEST");
    const query = await t.app.inject({ url: `/api/trpc/tags.list?input=${encodeURIComponent(payload)}` });
    expect([query.statusCode, query.json().error.data.code]).toEqual([400, "BAD_REQUEST"]);
    expect(Object.hasOwn(Object.prototype, "admin")).toBe(false);
  });
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/html",
    "application/xml",
    "application/octet-stream",
    "nonsense",
    "application/jsonx",
  ])("of type %s returns 415 [C7.02 C7.68]", async (type) => {
    for (const url of PATHS) refused(await send(url, '{"title":"T"}', type), 415, "UNSUPPORTED_MEDIA_TYPE");
  });
  it("without a type returns 415 [C7.68]", async () => {
    refused(await send("/api/posts", Buffer.from("{}"), null), 415, "UNSUPPORTED_MEDIA_TYPE");
  });
  it("of more than 2 MiB returns 413 [C7.68]", async () => {
    for (const url of PATHS) {
      refused(await send(url, JSON.stringify({ title: "x".repeat(2 * 1024 ** 2) })), 413, "PAYLOAD_TOO_LARGE");
      refused(await send(url, "x".repeat(2 * 1024 ** 2 + 1), "text/plain"), 413, "PAYLOAD_TOO_LARGE");
    }
  });
  it("nested 500,000 levels deep returns 422, as a body and in a query string", async () => {
    for (const [open, shut] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const deep = (n: number) => `{"title":${open.repeat(n)}1${shut.repeat(n)}}`;
      refused(await send("/api/posts", deep(open === "[" ? 500_000 : 300_000)), 422, "VALIDATION_ERROR");
      refused(await send("/api/posts", deep(41)), 422, "VALIDATION_ERROR");
      // Even where no procedure would read the body.
      refused(await send("/api/auth/logout", deep(41)), 422, "VALIDATION_ERROR");
      const input = encodeURIComponent(deep(50));
      const query = await t.app.inject({ url: `/api/trpc/posts.list?input=${input}` });
      expect(query.json().error.data.code).toBe("VALIDATION_ERROR");
    }
  });
  it("of hundreds of thousands of values returns 422 before it is parsed, as a body and in a query string", async () => {
    for (const one of ["1", '""', "{}", '"a":1']) {
      const many = (n: number) => (one.includes(":") ? `{${`${one},`.repeat(n)}"b":1}` : `[${`${one},`.repeat(n)}1]`);
      const { error } = refused(await send("/api/posts", `{"title":${many(250_000)}}`), 422, "VALIDATION_ERROR");
      expect(error).toBe("The body has too many values");
    }
    const input = encodeURIComponent(`[${"1,".repeat(10_000)}1]`);
    const query = await t.app.inject({ url: `/api/trpc/posts.list?input=${input}` });
    expect(query.json().error.data.error).toBe("The body has too many values");
  });
  it("with brackets inside a string doesn't count as nested", async () => {
    const content = `${'[{"'.repeat(5_000)}`;
    ok(await call(t, "POST", "/posts", { as: ada, body: { title: "T", content, tags: ["money"] } }));
  });
  it.each(["\\u0000", "\\ud800", "\\udc00x", "a\\udbffb"])(
    "with %s in any string returns a 422 that names the field",
    async (text) => {
      refusesField(await send("/api/posts", `{"title":"a${text}","content":"x","tags":["money"]}`), "title");
      refusesField(await send("/api/posts", `{"title":"a","content":"x","tags":["money${text}"]}`), "tags.0");
      refusesField(
        await send("/api/posts", `{"title":"a","content":"x","tags":["money"],"extra":{"deep":["${text}"]}}`),
        "extra.deep.0",
      );
      refusesField(await send("/api/auth/login", `{"email":"a@x.org","password":"${text}"}`), "password");
    },
  );
  it("with a password of 1 MB returns 422 before anything is hashed", async () => {
    const body = { email: ada.email, password: "x".repeat(1024 ** 2) };
    refusesField(await call(t, "POST", "/auth/login", { body }), "password");
  });
  it.each(["[]", "[1]", '"text"', "7", "null", "true"])(
    "that is %s returns 422 where fields are required",
    async (payload) => {
      refused(await send("/api/auth/login", payload), 422, "VALIDATION_ERROR");
      refused(await send("/api/posts", payload), 422, "VALIDATION_ERROR");
    },
  );
});

describe("an empty body", () => {
  const types = [null, JSON_TYPE, "application/json; charset=utf-8", "text/plain", "multipart/form-data; boundary=x"];
  it.each(types)("of type %s is accepted where no input is expected [C7.10]", async (type) => {
    const headers = { ...(type !== null && { "content-type": type }) };
    ok(await t.app.inject({ method: "POST", url: "/api/auth/logout", headers }));
    ok(await t.app.inject({ method: "POST", url: "/api/auth/logout", headers: { ...headers, "content-length": "0" } }));
    ok(await t.app.inject({ method: "POST", url: "/api/v1/auth/logout", headers, payload: "" }));
    const created = await call(t, "POST", "/posts", { as: ada, body: { title: "T", content: "C", tags: ["money"] } });
    const url = `/api/posts/${ok(created).post.id}`;
    ok(await t.app.inject({ method: "DELETE", url, headers: { ...headers, ...ada.headers } }));
  });
  it("and any JSON is ignored where no input is expected [C7.03 C7.10]", async () => {
    for (const body of [{}, { nonsense: 1 }, [], null, 7]) ok(await call(t, "POST", "/auth/logout", { body }));
  });
  it("returns an error that names the missing fields [C5.45]", async () => {
    for (const type of types) {
      const { details } = refused(await send("/api/auth/login", "", type), 422, "VALIDATION_ERROR");
      expect(details).toMatchObject([{ field: "email" }, { field: "password" }]);
    }
  });
});

describe("the API", () => {
  it("is the same at /api and /api/v1, for successes and failures [C7.01 M7.26]", async () => {
    const calls: ["GET" | "POST" | "PUT" | "DELETE", string, object?][] = [
      ["GET", "/posts?limit=3"],
      ["GET", "/posts?limit=0"],
      ["GET", "/posts/1"],
      ["GET", "/tags"],
      ["GET", "/stats"],
      ["GET", "/users/ada"],
      ["GET", "/auth/me"],
      ["GET", "/wallet"],
      ["GET", "/posts/1/answers"],
      ["GET", "/posts/1/comments"],
      ["POST", "/posts", {}],
      ["PUT", "/posts/1", { title: "T", content: "C" }],
      ["DELETE", "/posts/1"],
      ["POST", "/posts/1/answers", { content: "x" }],
      ["POST", "/posts/1/answers/2/accept"],
      ["POST", "/auth/login", { email: "nobody@x.org", password: TEST_PASSWORD }],
      ["POST", "/auth/refresh", { refreshToken: "x" }],
      ["POST", "/auth/reset-password", { token: "x", newPassword: TEST_PASSWORD }],
      ["GET", "/nope"],
    ];
    for (const as of [undefined, ada]) {
      for (const [method, path, body] of calls) {
        const options = { ...(as && { as }), ...(body && { body }) };
        const [plain, versioned] = [await call(t, method, path, options), await call(t, method, `/v1${path}`, options)];
        expect([versioned.statusCode, versioned.body], `${method} ${path}`).toEqual([plain.statusCode, plain.body]);
      }
    }
  });
  it("reads and writes JSON in UTF-8 [C7.02 M7.01]", async () => {
    const body = { title: "Ünïcödé 🔑", content: "日本語", tags: ["money"] };
    const response = await call(t, "POST", "/posts", { as: ada, body });
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(ok(response).post).toMatchObject({ title: body.title, content: body.content });
  });
  it("answers HEAD without a body", async () => {
    const response = await call(t, "HEAD", "/posts");
    expect([response.statusCode, response.body]).toEqual([200, ""]);
  });
  it("includes the request's id in every response", async () => {
    const ids = await Promise.all(
      ["/posts", "/nope"].map(async (path) => (await call(t, "GET", path)).headers["x-request-id"]),
    );
    expect(new Set(ids).size).toBe(2);
    const own = await call(t, "GET", "/posts", {
      headers: { "x-request-id": "mine\u0000", "request-id": "mine" },
    }).catch(() => null);
    expect(own?.headers["x-request-id"]).not.toBe("mine");
  });
});
