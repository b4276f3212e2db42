import { setTimeout as sleep } from "node:timers/promises";
import { FAILPOINTS, type Failpoint } from "@bbux/api";
import type { Fault } from "@bbux/local-chain/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "./money/client.ts";
import { load } from "./money/load.ts";
import { Platform, type Resident } from "./money/platform.ts";
import type { ServerProcess } from "./money/process.ts";

/** The short form runs with all tests; `npm run test:crash` is the long one. */
const LONG = process.env.BBUX_LONG === "on";
const KILLS = Number(process.env.BBUX_KILLS ?? (LONG ? 100 : 4));
const SHORT: readonly Failpoint[] = [
  "deposit.found",
  "deposit.credited",
  "withdrawal.stored",
  "withdrawal.sent",
  "withdrawal.finalized",
];
/** Those on the way to the chain and back; for the others see governance.rewards.crash.test.ts. */
const CHAIN = FAILPOINTS.filter((point) => /^(deposit|withdrawal|sweep)\./.test(point));
const SOL = 1_000_000_000n;
const DIES_MS = 60_000;

let platform: Platform;
let server: ServerProcess | undefined;
let client: Client;

beforeAll(async () => {
  platform = await Platform.start(4);
  client = new Client(platform.truth, () => (server && !server.isOver ? [server] : []));
}, 180_000);
afterAll(() => platform.stop());

/** What the node does to a payment that ends at this point otherwise than well. */
const NODE: Partial<Record<Failpoint, Fault[]>> = {
  "withdrawal.failed": [{ method: "sendTransaction", action: "landFailed", times: 1 }],
  "withdrawal.missing": [{ method: "sendTransaction", action: "swallow" }],
  "withdrawal.expired": [{ method: "sendTransaction", action: "swallow" }],
};

/** Brings a process to the point, by what members do. Goes on, and comes to its end, with the process that follows. */
async function provoke(point: Failpoint, who: Resident): Promise<void> {
  if (point.startsWith("withdrawal.")) {
    const id = await client.withdraw(who, SOL / 10n);
    expect(id).not.toBeNull();
    const ended = await client.follow(who, id ?? "", 1_000);
    expect(ended).toBe(point === "withdrawal.failed" ? "failed" : "completed");
    return;
  }
  // What comes in is swept, too.
  const signature = await client.relay(who, SOL);
  expect(await client.confirm(who, signature ?? "")).toBe(true);
}

describe("a process that dies", () => {
  it("is not needed for what it has done: what came in is credited by the next", async () => {
    server = await platform.server();
    await Promise.all(platform.residents.map((who) => client.transfer([who], who, 20n * SOL)));
    await platform.rest();
    await server.kill();
  }, 180_000);

  it.each(LONG ? CHAIN : SHORT)(
    "at %s leaves the books right, and the next one brings everything to its end, once [M4.17]",
    async (point) => {
      const [who] = platform.residents;
      if (!who) throw new Error("nobody");
      await platform.chain.faults(NODE[point] ?? []);
      server = await platform.server(point);
      const dying = server;
      const provoked = provoke(point, who);
      const expiry = expires(point, dying);
      expect(await Promise.race([dying.ended, sleep(DIES_MS, "alive")])).toBe("SIGKILL");
      await expiry;
      await platform.demandSound();
      await platform.chain.faults([]);
      server = await platform.server();
      await provoked;
      await platform.rest();
      await demandOnce();
      await server.kill();
    },
    240_000,
  );

  it(`at any moment, ${KILLS} times, while members pay in and out, leaves nothing undone and nothing done twice [M4.17]`, async () => {
    server = await platform.server();
    const busy = load(platform.residents, client);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(Math.random() * 2_500);
      await server.kill();
      // Requests wait, the chain goes on: what is in the books now is what a power cut would have left.
      await platform.demandAudited();
      server = await platform.server();
    }
    const done = await busy.stop();
    const books = await platform.rest();
    await demandOnce();
    expect(done).toBeGreaterThan(KILLS);
    expect(books.withdrawals.some(({ state }) => state === "FINALIZED")).toBe(true);
    if (LONG) process.stdout.write(`${KILLS} kills, ${done} acts, ${client.repeated} requests repeated\n`);
    await server.kill();
  }, 1_800_000);
});

/** Blockhashes expire under what the node has swallowed, until the process has seen it. */
async function expires(point: Failpoint, { ended }: ServerProcess): Promise<void> {
  if (point !== "withdrawal.missing" && point !== "withdrawal.expired") return;
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await platform.chain.advance(200);
    await Promise.race([over, sleep(500)]);
  }
}

/** Every request for a withdrawal, however often it was repeated, has made one. */
async function demandOnce(): Promise<void> {
  const books = await platform.demandSound();
  const made = new Map(books.withdrawals.map(({ destination, id }) => [destination, id]));
  expect(made).toEqual(client.withdrawals);
  expect(books.withdrawals.length).toBe(client.withdrawals.size);
}
