/** @module-tag proof */

import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "@bbux/db/testing/form";
import type { Fault } from "@bbux/local-chain/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "./money/client.ts";
import { load } from "./money/load.ts";
import { Platform } from "./money/platform.ts";
import type { ServerProcess } from "./money/process.ts";

/** How often a process is paused in the middle of its work. */
const PAUSES = Number(process.env.BBUX_PAUSES ?? 4);
/** Exceeds every lease and PostgreSQL's timeout for idle transactions. */
const PAUSE_MS = 20_000;
const MIN_WITHDRAWALS = 5;
const SOL = 1_000_000_000n;

let platform: Platform;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  platform = await Platform.start(8);
  // Each with its API, its payment worker, and its watcher.
  servers = await Promise.all([platform.server(), platform.server()]);
});
afterAll(() => platform.stop());

const SEND = "sendTransaction";
const FAULTS: readonly (readonly Fault[])[] = [
  [{ action: "down" }],
  [{ action: "status", status: 429 }],
  [{ action: "error", code: -32005, message: "Node is behind by 42 slots" }],
  [{ method: SEND, action: "swallow" }],
  [{ method: SEND, action: "landSilently" }],
  [{ method: SEND, action: "landFailed", times: 1 }],
  [{ method: SEND, action: "hang", ms: 500 }],
  [{ method: "getSignaturesForAddress", action: "short", keep: 1 }],
  [{ method: "getSignatureStatuses", action: "lie", result: { context: { slot: 9_000_000_000 }, value: [null] } }],
  [
    { method: "getTransaction", action: "lie", result: null },
    { method: "getEpochInfo", action: "lie", result: { absoluteSlot: 1, blockHeight: 9_000_000_000 } },
  ],
];

/** Injects one fault after another, with healthy periods in between, until told to stop. */
async function misbehave(until: () => boolean): Promise<void> {
  const random = new Random();
  for (let nth = 0; !until(); nth++) {
    await platform.chain.faults(FAULTS[nth % FAULTS.length] ?? []);
    await sleep(300 + random.next(500));
    await platform.chain.faults([]);
    // Lets the blockhashes of swallowed transactions expire.
    if (nth % 5 === 4) await platform.chain.advance(200);
    await sleep(500);
  }
}

it("two API processes and two workers on one database pay in and out without loss, whatever the chain does and though one is paused in between [M4.17]", async () => {
  const client = new Client(platform.truth, () => servers.filter((server) => !paused.has(server)));
  const paused = new Set<ServerProcess>();
  await Promise.all(platform.residents.map((who) => client.transfer([who], who, 20n * SOL)));
  await platform.rest();

  let isOver = false;
  const busy = load(platform.residents, client);
  const faults = misbehave(() => isOver);
  for (let nth = 0; nth < PAUSES; nth++) {
    await sleep(1_500);
    const server = servers[nth % servers.length];
    if (!server) throw new Error("There is no server");
    // In the middle of its work; its requests in progress are answered late.
    server.pause();
    paused.add(server);
    await sleep(PAUSE_MS);
    server.goOn();
    paused.delete(server);
  }
  // However slow the machine, enough happens to be examined.
  while (client.withdrawals.size < MIN_WITHDRAWALS) await sleep(100);
  const done = await busy.stop();
  isOver = true;
  await faults;
  await platform.chain.advance(200);

  const books = await platform.rest(180_000);
  const made = new Map(books.withdrawals.map(({ destination, id }) => [destination, id]));
  expect(made).toEqual(client.withdrawals);
  expect(books.withdrawals.filter(({ state }) => state === "FINALIZED").length).toBeGreaterThan(0);
  expect(servers.map(({ isOver: ended, said }) => [ended, ended ? said : ""])).toEqual(servers.map(() => [false, ""]));
  await expect
    .poll(async () => (await servers[0]?.request("GET", "/reserves"))?.body, { interval: 500 })
    .toMatchObject({ status: "matched", difference: "0" });
  process.stdout.write(`${done} acts, ${books.withdrawals.length} withdrawals\n`);
}, 900_000);
