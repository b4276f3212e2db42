import type { PostgresPool } from "kysely";
import { expect, it } from "vitest";
import { createPositions } from "./positions.ts";
import { createReplica } from "./replica.ts";

/** Always caught up, with connections that fail as long as `refusal` says why. */
function startReplica() {
  const said: string[] = [];
  const state = { refusal: "", tried: 0 };
  const positions = createPositions();
  positions.note(1n, 0);
  const pool: PostgresPool = {
    options: {},
    end: async () => undefined,
    async connect() {
      state.tried++;
      if (state.refusal) throw new Error(state.refusal);
      return { query: async () => ({ command: "SELECT", rowCount: 0, rows: [] }), release: () => undefined } as never;
    },
  };
  const replica = createReplica({
    name: "replica.example",
    pool,
    position: { ask: async () => ({ current: null, replayed: 1n, at: 1 }), close: async () => undefined },
    positions,
    maxLagMs: 5_000,
    log: (line) => said.push(line),
  });
  return { replica, state, said };
}

it("one whose connections fail is left out until one works again, and says so once", async () => {
  const { replica, state, said } = startReplica();
  await replica.measure();
  expect([replica.isInUse(), said]).toEqual([true, ["The replica replica.example is read from"]]);
  state.refusal = "password authentication failed";
  replica.fail(new Error(state.refusal));
  for (let second = 0; second < 3; second++) {
    await replica.measure();
    expect(replica.isInUse()).toBe(false);
  }
  state.refusal = "";
  await replica.measure();
  expect(replica.isInUse()).toBe(true);
  expect(said).toEqual([
    "The replica replica.example is read from",
    "The replica replica.example is left out: password authentication failed",
    "The replica replica.example is read from",
  ]);
});

it("one in order isn't tried out each second", async () => {
  const { replica, state } = startReplica();
  for (let second = 0; second < 3; second++) await replica.measure();
  expect(state.tried).toBe(0);
});
