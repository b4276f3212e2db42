import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { type Answer, expectRefusal, expectSuccess, type Face, type Input, rest, trpc } from "./calls.ts";
import { type Case, cases } from "./cases.ts";
import { fileOf, type Operation, operations } from "./document.ts";
import { createWorld, type World } from "./world.ts";

let keys = 0;

/**
 * Tests the cases of a file's calls through REST and tRPC of one running server, which must answer the same.
 * @returns the server's world, for tests
 */
export function testCasesOf(file: ReturnType<typeof fileOf>): () => World {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.stop());
  const own = operations.filter((operation) => fileOf(operation) === file);
  describe.each(own.map((operation) => [operation.id, operation] as const))("%s", (id, operation) => {
    for (const one of cases[id] ?? []) {
      // The feature's own tests cover refusals by its rules, too.
      const tags = one.refused && !one.restores ? "proof" : [];
      it(one.title, { tags }, () => answersAlike(world, operation, one));
    }
  });
  return () => world;
}

/** Runs a case through both faces, which must answer the same. */
async function answersAlike(world: World, operation: Operation, one: Case): Promise<void> {
  const shared = one.same ? { input: await one.input?.(world), key: `same-${keys++}` } : undefined;
  const first = await run(world, operation, one, rest, shared);
  const second = await run(world, operation, one, trpc, shared);
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
  world: World,
  operation: Operation,
  one: Case,
  face: Face,
  shared: { input: Input; key: string } | undefined,
): Promise<Run> {
  const { member, input } = await callerOf(world, one, shared);
  const key = shared?.key ?? `own-${keys++}`;
  const headers = { ...member?.headers, "idempotency-key": key };
  const used = (await one.keyUsedWith?.(world)) ?? (member ? await one.keyUsedBefore?.(world, member) : undefined);
  if (used) expectSuccess(operation, await face(world.origin, operation, used, { headers }));
  return { answer: await face(world.origin, operation, input, { headers }) };
}

async function callerOf(
  world: World,
  one: Case,
  shared?: { input: Input },
): Promise<{ member?: TestMember; input: Input }> {
  if (one.caller) return one.caller(world);
  const input = shared ? shared.input : await one.input?.(world);
  return one.as ? { member: world[one.as], input } : { input };
}

function without(body: unknown, varies: readonly string[] = []): unknown {
  if (varies.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !varies.includes(key)));
}

/** Masks what differs between two calls that created two things: ids, times, secrets, and generated names. */
export function settled(value: unknown): unknown {
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
