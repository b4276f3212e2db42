import { isWhole, sampled } from "@bbux/db/testing/form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing.ts";
import { expectRefusal, type Face, rest, trpc } from "./calls.ts";
import { operations, readsOne } from "./document.ts";
import { kindsOfRefusal } from "./refusals.ts";
import { createWorld, type World } from "./world.ts";

// Refusals that follow from the kind of call, for every documented call, through REST and tRPC of one running server.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const refused = operations
  .map((operation, nth) => {
    const kinds = kindsOfRefusal
      .filter((kind) => kind.applies(operation))
      // The same code refuses these for every call.
      .filter(({ isGeneral }) => isWhole || !isGeneral || nth % 8 === 0);
    return [operation.id, operation, kinds] as const;
  })
  .filter(([, , kinds]) => kinds.length > 0);

describe.each(refused)("%s", (_id, operation, kinds) => {
  it.each(kinds.map((kind) => [kind.title, kind] as const))("is refused %s", async (_, kind) => {
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

  it.each(
    sampled(
      operations.map((operation) => [operation.id, operation] as const),
      40,
    ),
  )("%s is refused", async (_, operation) => {
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
  it.each(
    sampled(
      operations.filter(readsOne).map((operation) => [operation.id, operation] as const),
      10,
    ),
  )("%s is refused", async (_, operation) => {
    const response = await fetch(`${world.origin}/api${operation.path.replace(/\{\w+\}/g, "%zz")}`);
    const { status, headers } = response;
    expectRefusal(operation, { status, headers, body: await response.json() }, "BAD_REQUEST");
  });
});

function both<T>(call: (face: Face) => Promise<T>): Promise<[T, T]> {
  return Promise.all([call(rest), call(trpc)]);
}
