import { failure } from "@bbux/contract";
import { isWhole } from "@bbux/db/testing/form";
import { balanceOf } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type RestRoute, restRoutes } from "../http/rest.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { GIF_KEY, type GifStandIn, startGifService } from "./gifs.support.ts";
import { answer, ask, browser, ok } from "./support.ts";

/**
 * Tries every hostile value in every place of every REST route: no input may cause a 500, and refusals have the documented body
 * (docs/FAULTS.md, Abuse).
 */

let t: TestApp;
let eve: TestMember;
let good: Record<string, unknown>;
let gifs: GifStandIn;
beforeAll(async () => {
  gifs = await startGifService();
  t = await createTestApp({ env: { GIF_API_KEY: GIF_KEY, GIF_API_URL: gifs.url } });
  eve = await t.member("eve", { balance: 1_000_000_000n });
  await createTag(t.database, "money");
  const postId = await ask(t, eve);
  const answerId = await answer(t, eve, postId);
  good = {
    id: postId,
    postId,
    answerId,
    title: "Title",
    content: "Content",
    tags: ["money"],
    username: "somebody",
    email: "somebody@example.org",
    password: "a good password",
    currentPassword: "a good password",
    newPassword: "another good password",
    refreshToken: "x",
    token: "x",
  };
});
afterAll(async () => {
  await t.close();
  await gifs.stop();
});

const NUMBERS = ["-1", "0", "1e3", "1e999", "-0", "0.1", "99999999999999999999", "0x10", "9007199254740993"];
const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\uffff\ufffe",
  "👩‍👩‍👧‍👦",
  "\u202Eevil",
  "'; drop table users; --",
  "' or '1'='1",
  "%' and pg_sleep(5)--",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "../../etc/passwd",
  "..%2f..%2f",
  "{{7*7}}",
  "%00%0d%0aSet-Cookie:x=y",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "true",
  "((a+)+)$",
  "\\",
  "{1,2}",
  "{}",
  "[]",
];
const LONG = ["x".repeat(70), "x".repeat(3_000), "9".repeat(19), "-".repeat(500)];
/** As JSON text, for values that JavaScript can't write: 1e999. */
const JSONS = [
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  "1e999",
  "-1e999",
  "9007199254740993",
  "123456789012345678901234567890",
  "[]",
  "[[]]",
  "[null]",
  '["a","b"]',
  "{}",
  '{"$gt":""}',
  '{"toString":1,"length":-1}',
  '{"constructor":1}',
  '["\\ud800"]',
  '[{"language":"sql","code":"\\u0000"}]',
  '[{"type":"x","url":"https://x.org/\\ud800"}]',
  JSON.stringify("x".repeat(40_000)),
  JSON.stringify(Array(2_000).fill("money")),
  ...[...NUMBERS, ...TEXTS, ...LONG].map((value) => JSON.stringify(value)),
];

const placesOf = (route: RestRoute) => {
  const schema = z.toJSONSchema(route.input ?? z.object({}), { io: "input", unrepresentable: "any" });
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return { params, fields: Object.keys(schema.properties ?? {}).filter((name) => !params.includes(name)) };
};

/** The route's path with its parameters filled in, one of them with the given text. */
const pathOf = (route: RestRoute, place?: string, value = "") =>
  `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === place ? value : String(good[name])))}`;

/**
 * What to try at a place: everything in `npm run test:all`, otherwise a different eighth at each place, so that every place
 * gets some values and every value is tried in many places.
 */
let places = 0;
function some<T>(values: readonly T[]): readonly T[] {
  if (isWhole) return values;
  const first = places++;
  return values.filter((_, nth) => (nth + first) % 8 === 0);
}

/** Where the amount "0.1" is valid, and what it costs or gives back: a bounty its fee, too. */
const COSTS: Readonly<Record<string, bigint>> = {
  "posts.create bountyAmount": 105_000_000n,
  "governance.stake amount": 100_000_000n,
  "governance.unstake amount": -100_000_000n,
};
let paid = 0n;
const statuses = new Map<number, number>();
async function send(
  route: RestRoute,
  url: string,
  payload: string | undefined,
  headers: Record<string, string>,
  what: string,
): Promise<number> {
  const json = payload === undefined ? {} : { "content-type": "application/json" };
  const response = await t.app.inject({
    method: route.method as "GET",
    url,
    headers: { ...headers, ...json },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode } = response;
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  const says = `${route.method} ${what.slice(0, 120)}: ${response.body.slice(0, 200)}`;
  expect(statusCode, says).toBeLessThan(500);
  if (statusCode === 200) return statusCode;
  expect(z.strictObject(failure.shape).safeParse(response.json()).success, says).toBe(true);
  return statusCode;
}

/** What ends the session whatever comes with it, which isn't an attack and would turn every further response into a 401. */
const ENDS_SESSION = new Set(["auth.logout", "auth.freeze", "auth.endOtherSessions"]);
/** Every fourth in the gate: all take their input through the same schemas. */
const routes = restRoutes()
  .filter(({ name }) => !ENDS_SESSION.has(name))
  .filter((_, nth) => isWhole || nth % 4 === 0);
const encodings = [
  (value: string) => encodeURIComponent(value.toWellFormed()),
  (value: string) => value.replace(/[^\w%.~-]/g, ""),
];

describe("no hostile value breaks", () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s [C7.67 M8.19]",
    async (_, route) => {
      const { params, fields } = placesOf(route);
      const reads = route.method === "GET" || route.method === "DELETE";
      const body = (place?: string, value = "") => {
        const parts = fields
          .filter((name) => name in good || name === place)
          .map((name) => `${JSON.stringify(name)}:${name === place ? value : JSON.stringify(good[name])}`);
        return reads ? undefined : `{${parts.join()}}`;
      };
      for (const place of params) {
        for (const value of some([...NUMBERS, ...TEXTS, ...LONG, eve.id])) {
          for (const encode of encodings) {
            await send(route, pathOf(route, place, encode(value)), body(), eve.headers, `${place}=${value}`);
          }
        }
      }
      for (const place of fields) {
        if (reads) {
          const values = [...NUMBERS, ...TEXTS, ...LONG].map((value) => encodeURIComponent(value.toWellFormed()));
          const queries = [...values.map((value) => `=${value}`), `=1&${place}=2`, "[]=1", "[x]=1", "", "=%", "=%ff"];
          for (const query of some(queries)) {
            const url = `${pathOf(route)}?${place}${query}`;
            await send(route, url, undefined, eve.headers, url);
          }
        } else {
          for (const value of some(JSONS)) {
            const status = await send(route, pathOf(route), body(place, value), eve.headers, `${place}=${value}`);
            if (status === 200 && value === '"0.1"') paid += COSTS[`${route.name} ${place}`] ?? 0n;
          }
        }
      }
    },
  );

  it("a header", async () => {
    const [me] = restRoutes().filter(({ name }) => name === "auth.me");
    const [create] = restRoutes().filter(({ name }) => name === "posts.create");
    if (!me || !create) throw new Error("routes have gone");
    const payload = JSON.stringify({ title: "T", content: "C", tags: ["money"] });
    for (const value of [...TEXTS, ...LONG, "x".repeat(9_000)].filter((text) => /^[\x20-\x7e]*$/.test(text))) {
      for (const name of [
        "authorization",
        "cookie",
        "origin",
        "x-forwarded-for",
        "x-request-id",
        "accept",
        "content-encoding",
      ]) {
        await send(me, "/api/auth/me", undefined, { [name]: value }, `${name}: ${value}`);
      }
      await send(me, "/api/auth/me", undefined, { cookie: `bbux_session=${value}` }, `cookie ${value}`);
      await send(me, "/api/auth/me", undefined, { authorization: `Bearer ${value}` }, `bearer ${value}`);
      await send(
        create,
        "/api/posts",
        payload,
        { ...eve.headers, "idempotency-key": value },
        `idempotency-key: ${value}`,
      );
      await send(create, "/api/posts", payload, { ...eve.headers, origin: value }, `origin: ${value}`);
    }
  });

  it("tRPC, its inputs, or its batches", { tags: "proof" }, async () => {
    const headers = await browser(t, eve).catch(() => eve.headers);
    const inputs = ["", "{", "null", "7", "[]", "{}", "1e999", '{"id":"1"}', '{"page":-1}', '{"__proto__":{}}'];
    inputs.push('{"constructor":{"prototype":{}}}', "[".repeat(60), '{"id":"\\u0000","postId":"\\ud800"}');
    const names = [
      ...restRoutes().map(({ name }) => name),
      "nope",
      "posts",
      "posts.",
      ".",
      "__proto__",
      "constructor",
      "posts.list.x",
      "%00",
      "a,b",
    ];
    for (const name of names) {
      for (const input of some(inputs)) {
        const query = `?input=${encodeURIComponent(input)}`;
        const batch = `?batch=1&input=${encodeURIComponent(`{"0":${input}}`)}`;
        const requests = [
          { method: "GET", url: `/api/trpc/${name}${query}`, headers },
          { method: "GET", url: `/api/trpc/${name},${name}${batch}`, headers },
          {
            method: "POST",
            url: `/api/trpc/${name}`,
            payload: input,
            headers: { ...eve.headers, "content-type": "application/json" },
          },
        ] as const;
        for (const request of requests.slice(0, ENDS_SESSION.has(name) ? 2 : 3)) {
          const response = await t.app.inject(request);
          const says = `${request.method} ${request.url} ${input}: ${response.body.slice(0, 300)}`;
          // There is no chain here, and calls that need one say so.
          if (response.body.includes('"code":"CHAIN_UNAVAILABLE"')) continue;
          expect(response.statusCode, says).toBeLessThan(500);
          for (const part of [response.json()].flat()) {
            const status = part.error?.data?.httpStatus ?? part.statusCode ?? 200;
            expect(status, says).toBeLessThan(500);
            expect("result" in part || typeof part.error?.data?.code === "string" || part.success === false, says).toBe(
              true,
            );
          }
        }
      }
    }
  });

  it("or changes the member, their money, or anything else", async () => {
    const me = ok(await t.app.inject({ url: "/api/auth/me", headers: eve.headers }));
    expect(me.user).toMatchObject({ username: "eve", role: "user", suspended: false });
    expect(await balanceOf(t.database.db, "member", eve.id)).toBe(1_000_000_000n - paid);
    expect([...statuses.keys()].every((status) => status < 500)).toBe(true);
    expect(statuses.get(422) ?? 0).toBeGreaterThan(isWhole ? 500 : 60);
  });
});
