/** @module-tag proof */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Random, SEED } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { balanceIn, sum } from "./money/books.ts";
import { Client } from "./money/client.ts";
import { Drill } from "./money/drill.ts";
import { load } from "./money/load.ts";
import { Platform } from "./money/platform.ts";
import type { ServerProcess } from "./money/process.ts";

// The operator's way back: the database is lost and restored to an earlier moment, while the chain goes on.

const ROUNDS = Number(process.env.BBUX_ROUNDS ?? 3);
const SOL = 1_000_000_000n;
const WORK_MS = 4_000;

const random = new Random();
/** The next number from 0 up to, but not including, 1. */
const next = () => random.next(2 ** 32) / 2 ** 32;

let scratch = "";
let drill: Drill;
let platform: Platform;
let server: ServerProcess | undefined;
let client: Client;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "bbux-drill-"));
  // As root, the database runs as another user, who must be able to traverse the directory.
  chmodSync(scratch, 0o711);
  drill = new Drill(scratch);
  const database = await drill.alone();
  platform = await Platform.start(4, { database, env: drill.env });
  await database.drop();
  client = new Client(platform.truth, () => (server && !server.isOver ? [server] : []));
  server = await platform.server();
  platform.database = drill.running();
  await Promise.all(platform.residents.map((who) => client.transfer([who], who, 20n * SOL)));
  await platform.rest();
});
afterAll(async () => {
  await platform.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
});

describe(`a platform whose database is lost (seed ${SEED})`, () => {
  it(`and restored to an earlier moment, ${ROUNDS} times, pays and credits nothing twice, and owes each member what the chain and the surviving log say [M4.17]`, async () => {
    for (let round = 1; round <= ROUNDS; round++) await loseAndRestore();
  }, 3_600_000);
});

async function loseAndRestore(): Promise<void> {
  const from = await drill.backedUp(platform.database.ownerDb);
  const busy = load(platform.residents, client);
  await sleep(WORK_MS * (0.5 + next()));
  const to = await drill.archived(platform.database.ownerDb);
  // What is done now is in nothing that survives, except on the chain.
  await sleep(WORK_MS * next());
  await busy.stop();
  await server?.kill();
  await platform.database.drop();
  await drill.destroy();

  const moment = new Date(from.getTime() + Math.floor(next() * (to.getTime() - from.getTime())));
  await drill.restore(moment, platform.env);
  server = await platform.server();
  platform.database = drill.running();
  client.posts.length = 0;
  const survived = await communityOf();
  for (const who of platform.residents) who.community = survived.get(who.member.id) ?? 0n;
  await platform.rest(180_000);
  await expectOwed();
  await closeLostRoots();
  for (const args of [["check-books"], ["check-reserves", "--deep"]])
    expect(await drill.command(args, platform.env)).toMatch(/^The books are right|Books and chain agree/m);
}

/** As an operator does who has begun a new log: the chain may have roots of checkpoints that are lost. */
async function closeLostRoots(): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from alerts where kind = 'log_root_unknown' and closed_at is null`.execute(
    platform.database.ownerDb,
  );
  for (const { subject } of rows) await drill.command(["alerts", "close", "log_root_unknown", subject], platform.env);
}

/** What bounties have brought or cost each member, according to the log that was restored. */
async function communityOf(): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ owner: string; amount: string }>`
    select a.owner, sum(e.amount)::text as amount
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id
     where a.kind = 'member' and t.kind like 'bounty%' group by a.owner`.execute(platform.database.ownerDb);
  return new Map(rows.map(({ owner, amount }) => [owner, BigInt(amount)]));
}

/** Asserts that everyone has what came in for them on the chain, less what was paid out for them there, and bounties. */
async function expectOwed(): Promise<void> {
  const books = await platform.expectSoundBooks();
  const landed = [...platform.view.transactions.values()].filter(({ failed }) => !failed);
  for (const destination of client.withdrawals.keys()) {
    const payments = landed.filter(({ changes }) => (changes.get(destination) ?? 0n) > 0n);
    expect(payments.length, `payments to ${destination}`).toBeLessThanOrEqual(1);
  }
  for (const { member, address, community } of platform.residents) {
    const came = sum(landed.map(({ changes }) => changes.get(address) ?? 0n).filter((change) => change > 0n));
    const paid = [...client.requested].filter(([destination, { who }]) => {
      const isPaid = landed.some(({ changes }) => (changes.get(destination) ?? 0n) > 0n);
      return isPaid && who.member.id === member.id;
    });
    const left = sum(paid.map(([, { amount }]) => amount));
    expect(balanceIn(books, "member", member.id), member.username).toBe(came - left + community);
  }
}
