import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../../testing.ts";
import { type Answer, expectRefusal, expectSuccess, type Face, type Input, rest, trpc } from "./calls.ts";
import { type Case, cases } from "./cases.ts";
import { document, type Operation, operations } from "./document.ts";
import { kindsOfRefusal, NOT_PROVOKED } from "./refusals.ts";
import { createWorld, type World } from "./world.ts";

// Every documented call, with its success and its refusals, through REST and tRPC of one running server.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const FACES = { rest, trpc };
let keys = 0;
const kindsOf = (operation: Operation) => kindsOfRefusal.filter((kind) => kind.applies(operation));
const reads = operations.filter(({ method, pathParameters }) => method === "GET" && pathParameters.length > 0);
/** What the cases here show of a call: a status or a code. */
const shown = (operation: Operation) => [
  ...(cases[operation.id] ?? []).map((one) => one.refused ?? (one.pending ? "202" : "200")),
  ...kindsOf(operation).map(({ code }) => code),
  "RATE_LIMITED",
  ...(reads.includes(operation) ? ["BAD_REQUEST"] : []),
];

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (id, operation) => {
  for (const one of cases[id] ?? []) {
    // What a rule refuses is shown by the feature's own tests, too.
    const tags = one.refused && !one.restores ? "proof" : [];
    it(one.title, { tags }, () => answersAlike(operation, one));
  }

  it.each(kindsOf(operation).map((kind) => [kind.title, kind] as const))("is refused %s", async (_, kind) => {
    const member = await kind.as?.(world, operation);
    const { headers, ...sent } = (await kind.sent?.(world)) ?? {};
    const all = { ...sent, headers: { ...member?.headers, ...headers } };
    const [first, second] = await both((face) => face(world.origin, operation, kind.input?.(operation), all));
    for (const answer of [first, second]) expectRefusal(operation, answer, kind.code);
    expect(second.body).toEqual(first.body);
  });
});

describe("over the rate limit [M9.31]", () => {
  let limited: TestApp;
  let origin: string;
  beforeAll(async () => {
    limited = await createTestApp({ env: { RATE_LIMITS: "on", RATE_LIMIT_PUBLIC_MINUTE: "1" } });
    origin = await limited.listen();
    await fetch(`${origin}/api/stats`);
  });
  afterAll(() => limited.close());

  it.each(operations.map((operation) => [operation.id, operation] as const))("%s is refused", async (_, operation) => {
    const input = Object.fromEntries(operation.pathParameters.map((name) => [name, "1"]));
    for (const answer of await both((face) => face(origin, operation, input, {}))) {
      expectRefusal(operation, answer, "RATE_LIMITED");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("x-ratelimit-limit")).toBe("1");
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
    }
  });
});

describe("an address that can't be decoded", () => {
  it.each(reads.map((operation) => [operation.id, operation] as const))("%s is refused", async (_, operation) => {
    const response = await fetch(`${world.origin}/api${operation.path.replace(/\{\w+\}/g, "%zz")}`);
    const { status, headers } = response;
    expectRefusal(operation, { status, headers, body: await response.json() }, "BAD_REQUEST");
  });
});

describe("the document", () => {
  it("declares no call or refusal without a case here [C7.67 M8.19]", () => {
    const missing = operations.flatMap((operation) => {
      const { id, refusals, mayBePending } = operation;
      const refused = [...refusals.values()].flat();
      const provoked = refused.filter((code) => !NOT_PROVOKED.has(code) && !NOT_PROVOKED.has(`${id} ${code}`));
      const documented: string[] = ["200", ...(mayBePending ? ["202"] : []), ...provoked];
      const has = new Set<string>(shown(operation));
      return documented.filter((code) => !has.has(code)).map((code) => `${id} ${code}`);
    });
    expect(missing).toEqual([]);
  });

  it("has every call that a case is written for", () => {
    expect(Object.keys(cases).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it("is what /api/openapi.json serves, and /api/reference shows it without contacting another host", async () => {
    const served = await world.t.app.inject({ url: "/api/openapi.json" });
    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await world.t.app.inject({ url: "/api/reference/" });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/https?:\/\//);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(policy).toContain("connect-src 'self';");
  });

  it("is followed where formats can't be checked: times are in UTC, ids are strings of digits [C7.11]", async () => {
    const { postId } = await world.answered({ bountyAmount: 1 });
    const bodies = await Promise.all(
      [`/posts/${postId}`, "/posts", "/users/asker", "/tags", "/wallet"].map(async (path) =>
        world.t.app.inject({ url: `/api${path}`, headers: world.asker.headers }),
      ),
    );
    const text = bodies.map(({ body }) => body).join("\n");
    const times = [...text.matchAll(/"\w+At":("[^"]*"|null|\d+)/g)].map(([, time]) => time ?? "");
    expect(times.length).toBeGreaterThan(10);
    for (const time of times) expect(time).toMatch(/^(null|"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")$/);
    const ids = [...text.matchAll(/"(?:id|\w+Id)":("[^"]*"|null|\d+)/g)].map(([, id]) => id ?? "");
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect(id).toMatch(/^(null|"\d+")$/);
  });

  it("is identical under /api/v1 [M7.26]", async () => {
    // Between two slots the chain would name another blockhash.
    await world.chain.pause();
    for (const { method, path } of operations.filter((operation) => operation.method === "GET")) {
      const url = path.replace(/\{\w+\}/g, "999999999");
      const [one, other] = await Promise.all([
        world.t.app.inject({ method: "GET", url: `/api${url}`, headers: world.asker.headers }),
        world.t.app.inject({ method: "GET", url: `/api/v1${url}`, headers: world.asker.headers }),
      ]);
      const at = `${method} ${url}`;
      expect([other.statusCode, settled(other.json())], at).toEqual([one.statusCode, settled(one.json())]);
    }
    await world.chain.resume();
  });
});

/** Runs a case through both faces, which must answer the same. */
async function answersAlike(operation: Operation, one: Case): Promise<void> {
  const shared = one.same ? { input: await one.input?.(world), key: `same-${keys++}` } : undefined;
  const first = await run(operation, one, rest, shared);
  const second = await run(operation, one, trpc, shared);
  for (const { answer } of [first, second]) {
    if (one.refused) expectRefusal(operation, answer, one.refused);
    else expectSuccess(operation, answer, one.pending ? "pending" : "done");
  }
  // tRPC has only one success status; a call in progress says so in its body.
  expect([first.answer.status, second.answer.status]).toEqual(
    one.pending ? [202, 200] : [first.answer.status, first.answer.status],
  );
  const isSame = one.same ?? (operation.type === "query" && !one.caller);
  const [expected, actual] = [first, second].map(({ answer }) => without(answer.body, one.varies));
  expect(isSame ? actual : settled(actual)).toEqual(isSame ? expected : settled(expected));
}

interface Run {
  readonly answer: Answer;
}

async function run(
  operation: Operation,
  one: Case,
  face: Face,
  shared: { input: Input; key: string } | undefined,
): Promise<Run> {
  const { member, input } = await callerOf(one, shared);
  const key = shared?.key ?? `own-${keys++}`;
  const headers = { ...member?.headers, "idempotency-key": key };
  const used = (await one.keyUsedWith?.(world)) ?? (member ? await one.keyUsedBefore?.(world, member) : undefined);
  if (used) expectSuccess(operation, await face(world.origin, operation, used, { headers }));
  return { answer: await face(world.origin, operation, input, { headers }) };
}

async function callerOf(one: Case, shared?: { input: Input }): Promise<{ member?: TestMember; input: Input }> {
  if (one.caller) return one.caller(world);
  const input = shared ? shared.input : await one.input?.(world);
  return one.as ? { member: world[one.as], input } : { input };
}

function both<T>(call: (face: Face) => Promise<T>): Promise<[T, T]> {
  return Promise.all([call(FACES.rest), call(FACES.trpc)]);
}

function without(body: unknown, varies: readonly string[] = []): unknown {
  if (varies.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !varies.includes(key)));
}

/** Masks what differs between two calls that created two things: ids, times, secrets, and generated names. */
function settled(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) => {
      // Each post and answer earns its author a point.
      if (key === "authorReputation") return "points";
      if (typeof item !== "string") return item;
      if (/token|address|signature|txHash|metadata/i.test(key)) return "secret";
      return item
        .replace(/^\d{3,}$/, "id")
        .replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "uuid")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
        .replace(/unique\d+x/g, "name");
    }),
  );
}
