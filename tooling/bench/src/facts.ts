import { deepStrictEqual } from "node:assert";
import type { Scenario } from "./calls.ts";
import type { Call } from "./load.ts";

/**
 * Checks, before any load, that both servers and both of our faces answer every kind of request with the same facts.
 * @throws AssertionError that shows the difference
 */
export async function assertSameFacts(scenarios: Scenario[], ours: string, bare: string): Promise<void> {
  for (const { name, facesOf, writes } of scenarios) {
    for (const { rest, trpc } of [0, 5, 11].flatMap((connection) => facesOf(connection).slice(0, 5))) {
      const wanted = await ask(bare, rest);
      const facts = (answer: unknown) => (writes ? withoutUniqueFields(answer) : answer);
      deepStrictEqual(facts(await ask(ours, rest)), facts(wanted), `${name}: REST differs from bare`);
      const { result } = (await ask(ours, trpc)) as { result: { data: unknown } };
      deepStrictEqual(facts(result.data), facts(wanted), `${name}: tRPC differs from bare`);
    }
  }
}

async function ask(url: string, { method, path, headers, body }: Call): Promise<unknown> {
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** What is unique to a new response, and the points that it earned, which the bare server doesn't write. */
const UNIQUE = ["id", "createdAt", "authorReputation"];

function withoutUniqueFields(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (UNIQUE.includes(key) ? "new" : value)));
}
