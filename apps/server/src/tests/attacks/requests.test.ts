import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTag, type TestApp } from "../../testing.ts";
import { createPagesApp, page, UNSERVED } from "../html.support.ts";
import { ask, call, ok, refused } from "../support.ts";

// Requests that some servers answer with more than they should.

let t: TestApp;
beforeAll(async () => {
  t = await createPagesApp();
  await createTag(t.database, "money");
});
afterAll(() => t.close());

it.each(["/", "/api/tags"])("TRACE %s sends nothing back of what it was sent", async (url) => {
  const secret = "bbux_session=a-secret-cookie";
  const response = await t.app.inject({ method: "TRACE", url, headers: { cookie: secret } });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.body).not.toContain(secret);
});

it("a parameter that is given twice is refused, and so is one in the query that belongs into the body", async () => {
  refused(await t.app.inject("/api/posts?page=1&page=2"), 422, "VALIDATION_ERROR");
  const url = "/api/auth/login?email=ada@example.org&password=from-the-query";
  refused(await t.app.inject({ method: "POST", url, payload: {} }), 422, "VALIDATION_ERROR");
});

it.each([
  "//evil.example/",
  "//evil.example/..",
  "/\\evil.example/",
  "/%5Cevil.example/",
  "/%2F%2Fevil.example/",
  "/docs/..//evil.example/",
  "/api//evil.example/",
  "/api/reference//evil.example/..",
  "/login?redirectTo=//evil.example",
])("%s leads to no other host", async (url) => {
  const { headers } = await t.app.inject({ url, headers: { host: "bbux.test", accept: "text/html" } });
  const { location } = headers;
  if (location !== undefined) expect(new URL(String(location), "http://bbux.test/").host).toBe("bbux.test");
  expect(headers.refresh).toBeUndefined();
});

it.each([
  "/.git/config",
  "/.env",
  "/package.json",
  "/assets/../.env",
  "/assets/..%2f.env",
  "/assets/..%2f..%2fpackage.json",
  "/uploads/../package.json",
  "/uploads/..%2fpackage.json",
  "/assets",
  "/assets/",
])("%s shows nothing that isn't the web app's, and lists nothing", async (url) => {
  const { statusCode, body } = await t.app.inject({ url, headers: { host: "bbux.test" } });
  expect(statusCode).toBe(404);
  for (const secret of [UNSERVED, "a1b2.js"]) expect(body).not.toContain(secret);
});

it("what members write is no template: pages show it as it is", async () => {
  const ada = await t.member("ada");
  const title = "{{1337*1337}} #{1337*1337} <%= 1337*1337 %> $& $` $' $1 %s <!--content-->";
  const postId = await ask(t, ada, { title, content: title });
  const shown = await page(t, `/posts/${postId}`);
  expect(shown.title).toContain(title);
  expect(shown.body).not.toContain(String(1337 * 1337));
});

it("an address that a member writes is never requested by the server", async () => {
  const met: string[] = [];
  const trap = createServer((socket) => {
    met.push(socket.remoteAddress ?? "");
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
  try {
    const own = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    const bea = await t.member("bea");
    const content = `![picture](${own}/a.png) ${own} <img src="${own}/b.png">`;
    const postId = await ask(t, bea, { title: "Look", content });
    ok(await call(t, "POST", "/profile", { as: bea, body: { bio: content, website: `${own}/me` } }));
    await page(t, `/posts/${postId}`);
    await page(t, "/users/bea");
    ok(await call(t, "GET", `/posts/${postId}`));
    expect((await t.app.inject("/feeds/community.atom")).statusCode).toBe(200);
    expect(met).toEqual([]);
  } finally {
    trap.close();
  }
});
