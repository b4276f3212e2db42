/** @module-tag proof */

import { setTimeout as sleep } from "node:timers/promises";
import { FAILPOINTS, type Failpoint } from "@bbux/api";
import { cancelWithdrawal } from "@bbux/api/operator";
import { Random } from "@bbux/db/testing/form";
import type { Fault } from "@bbux/local-chain/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "./money/client.ts";
import { load } from "./money/load.ts";
import { Platform, type Resident } from "./money/platform.ts";
import type { ServerProcess } from "./money/process.ts";

const KILLS = Number(process.env.BBUX_KILLS ?? 10);
/** Before and after a payment is sent, and when it has landed: one payment passes them all. */
const PAYMENT = ["withdrawal.stored", "withdrawal.sent", "withdrawal.finalized"] as const;
/** The failpoints between platform and chain; see governance.rewards.crash.test.ts for the others. */
const CHAIN = FAILPOINTS.filter((point) => /^(deposit|withdrawal|sweep)\./.test(point));
const SOL = 1_000_000_000n;
const DIES_MS = 180_000;

let platform: Platform;
let server: ServerProcess | undefined;
let client: Client;

beforeAll(async () => {
  platform = await Platform.start(4);
  client = new Client(platform.truth, () => (server && !server.isOver ? [server] : []));
});
afterAll(() => platform.stop());

/** Makes payments that end at this failpoint go wrong at the node. */
const NODE: Partial<Record<Failpoint, Fault[]>> = {
  "withdrawal.failed": [{ method: "sendTransaction", action: "landFailed", times: 1 }],
  "withdrawal.canceled": [{ method: "sendTransaction", action: "swallow" }],
  "withdrawal.replaced": [{ method: "sendTransaction", action: "swallow" }],
};

/** Brings a process to the failpoint through members' actions, and finishes with the process that follows. */
async function provoke(point: Failpoint, who: Resident): Promise<void> {
  if (point.startsWith("withdrawal.")) {
    const id = await client.withdraw(who, SOL / 10n);
    expect(id).not.toBeNull();
    if (point === "withdrawal.canceled") await cancel(id ?? "");
    const ended = await client.follow(who, id ?? "", 1_000);
    const isRefunded = point === "withdrawal.failed" || point === "withdrawal.canceled";
    expect(ended).toBe(isRefunded ? "failed" : "completed");
    return;
  }
  // Incoming payments are swept, too.
  const signature = await client.relay(who, SOL);
  expect(await client.confirm(who, signature ?? "", 300)).toBe(true);
}

function resident(): Resident {
  const [who] = platform.residents;
  if (!who) throw new Error("nobody");
  return who;
}

/** Cancels what the node keeps from the chain, and lets its cancellation through. */
async function cancel(id: string): Promise<void> {
  const db = platform.database.ownerDb;
  const signed = async (cancels: boolean): Promise<void> => {
    const attempts = db.selectFrom("payment_attempts").select("id").where("withdrawal_id", "=", id);
    while ((await attempts.where("cancels", "=", cancels).execute()).length === 0) await sleep(50);
  };
  // What isn't signed yet is given back without a transaction.
  await signed(false);
  await cancelWithdrawal({ db, now: () => new Date() }, id, "The network is stuck");
  await signed(true);
  await platform.chain.faults([]);
}

/** Waits until the server has died of what was provoked; the books must be correct then. */
async function died(provoked: Promise<unknown>): Promise<void> {
  // Sweeps go on after the members' part is done, so only its failure ends the wait.
  const failed = new Promise<never>((_, reject) => provoked.catch(reject));
  expect(await Promise.race([server?.ended, failed, sleep(DIES_MS, "alive")])).toBe("SIGKILL");
  await platform.expectSoundBooks();
}

describe("a process that dies", () => {
  it("isn't needed to finish its work: the next one credits what came in, and a payment during which three die is paid once [M4.17]", async () => {
    server = await platform.server("deposit.credited");
    const credited = Promise.all(
      platform.residents.map(async (who) => client.confirm(who, await client.transfer([who], who, 20n * SOL), 300)),
    );
    await died(credited);
    server = await platform.server(PAYMENT[0]);
    expect(await credited).not.toContain(false);
    await platform.rest();

    const provoked = provoke(PAYMENT[0], resident());
    for (const next of [...PAYMENT.slice(1), undefined]) {
      await died(provoked);
      server = await platform.server(next);
    }
    await provoked;
    await platform.rest();
    await expectPaidOnce();
  });

  it.each(CHAIN)(
    "at %s leaves the books correct, and the next one completes everything exactly once [M4.17]",
    async (point) => {
      await server?.kill();
      await platform.chain.faults(NODE[point] ?? []);
      server = await platform.server(point);
      const provoked = provoke(point, resident());
      await died(provoked);
      await platform.chain.faults([]);
      server = await platform.server();
      await provoked;
      await platform.rest();
      await expectPaidOnce();
    },
    240_000,
  );

  it(`at any moment, ${KILLS} times, while members deposit and withdraw, leaves nothing undone and nothing done twice [M4.17]`, async () => {
    const busy = load(platform.residents, client);
    const random = new Random();
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.next(2_500));
      await server?.kill();
      // Requests wait while the chain goes on: the books now are what a power failure would have left.
      await platform.expectAudited();
      server = await platform.server();
    }
    const done = await busy.stop();
    const books = await platform.rest();
    await expectPaidOnce();
    expect(done).toBeGreaterThan(KILLS);
    expect(books.withdrawals.some(({ state }) => state === "FINALIZED")).toBe(true);
    process.stdout.write(`${KILLS} kills, ${done} acts, ${client.repeated} requests repeated\n`);
  }, 1_800_000);
});

/** Asserts that every withdrawal request, however often it was repeated, created exactly one withdrawal. */
async function expectPaidOnce(): Promise<void> {
  const books = await platform.expectSoundBooks();
  const made = new Map(books.withdrawals.map(({ destination, id }) => [destination, id]));
  expect(made).toEqual(client.withdrawals);
  expect(books.withdrawals.length).toBe(client.withdrawals.size);
}
