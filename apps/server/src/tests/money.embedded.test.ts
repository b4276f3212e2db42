/** @module-tag proof */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failpoint } from "@bbux/api";
import { type ChainGateway, createGateway } from "@bbux/chain";
import { reserves } from "@bbux/contract";
import { connect } from "@bbux/db";
import { findRunning } from "@bbux/db/embedded";
import { Random } from "@bbux/db/testing/form";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { TEST_PASSWORD } from "../testing.ts";
import { isOpen } from "./money/books.ts";
import { ChainView } from "./money/chain-view.ts";
import { Client } from "./money/client.ts";
import { examine } from "./money/invariants.ts";
import { load } from "./money/load.ts";
import { Outsider } from "./money/outside.ts";
import type { Resident } from "./money/platform.ts";
import { ServerProcess } from "./money/process.ts";

// The way a newcomer runs it: no configuration, PostgreSQL and the chain in the data directory, all killed by one power failure.

const POINTS: readonly Failpoint[] = [
  ...(["deposit.relayed", "deposit.credited", "sweep.sent"] as const),
  ...(["withdrawal.stored", "withdrawal.sent", "withdrawal.finalized"] as const),
];
const KILLS = 10;
const SOL = 1_000_000_000n;
const POLL_MS = 500;
const REST_MS = 120_000;

let dataDir = "";
const random = new Random();
// Below the ephemeral ports, any of which another test may hold.
const chainPort = 20_000 + 2 * random.next(6_000);
const truth: ChainGateway = createGateway({ url: `http://127.0.0.1:${chainPort}` });
const env = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: join(tmpdir(), "bbux-compile-cache"),
  TMPDIR: tmpdir(),
  HOST: "127.0.0.1",
  PORT: "0",
  LOCAL_CHAIN_PORT: String(chainPort),
  DEMO: "off",
  RATE_LIMITS: "off",
  EMAIL_VERIFICATION: "off",
  WITHDRAWAL_SECOND_LOOK_SECONDS: "1",
  TIMEOUT_FACTOR: process.env.TIMEOUT_FACTOR ?? "",
};

let server: ServerProcess | undefined;
let residents: Resident[] = [];
const client = new Client(truth, () => (server && !server.isOver ? [server] : []));
const start = (failpoint?: Failpoint) =>
  ServerProcess.start({ env: { ...env, DATA_DIR: dataDir }, ...(failpoint && { failpoint }) });

async function resident(username: string): Promise<Resident> {
  const account = { email: `${username}@example.org`, password: TEST_PASSWORD };
  await client.request("POST", "/auth/signup", { body: { ...account, username } });
  const signedIn = await client.request("POST", "/auth/login", { body: account });
  const answer = z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id: z.string() }) });
  const { token, refreshToken, user } = answer.parse(signedIn.body);
  const wallet = await client.request("GET", "/wallet", { token });
  const { platformAddress: address } = z.object({ platformAddress: z.string() }).parse(wallet.body);
  const outsider = new Outsider();
  await truth.airdrop(outsider.address, 1_000n * SOL);
  // The node's preflight uses confirmed state.
  while (!(await truth.account(outsider.address))) await sleep(POLL_MS);
  const headers = { authorization: `Bearer ${token}` };
  const member = { id: user.id, username, ...account, token, refreshToken, headers };
  return { member, address, outsider, community: 0n };
}

/** Waits until no work is left; then everything must hold, and the platform itself must report so. */
async function rest(at: ServerProcess): Promise<void> {
  const url = findRunning(dataDir);
  if (!url) throw new Error("The embedded PostgreSQL does not run");
  const db = connect({ url, as: "owner", max: 2 });
  try {
    const view = new ChainView(`http://127.0.0.1:${chainPort}`);
    const end = Date.now() + REST_MS;
    for (;;) {
      // A busy server may refuse.
      const reply = await at.request("GET", "/reserves");
      if (reply?.status !== 200) {
        if (Date.now() > end) expect(reply).toEqual("an answer");
        await sleep(POLL_MS);
        continue;
      }
      const report = reserves.parse(reply.body);
      const { books, problems } = await examine(db, view, report.onChain.hotWallet.address);
      const open = [...books.withdrawals, ...books.attempts].filter(isOpen).length;
      const isQuiet = open === 0 && books.sweeps.every(({ state }) => state !== "OPEN");
      if (isQuiet && problems.length === 0 && report.status === "matched") return;
      if (Date.now() > end) expect({ problems, open, report }).toEqual("nothing to be left");
      await sleep(POLL_MS);
    }
  } finally {
    await db.destroy();
  }
}

describe("a server with its own database and chain", () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bbux-money-"));
    // As root, the database runs as another user, who must be able to traverse the directory.
    chmodSync(dataDir, 0o711);
    server = await start();
    residents = await Promise.all(["ada", "bob"].map((name) => resident(name)));
  });
  // After a failure; two servers can't share a data directory.
  afterEach(() => server?.kill());
  afterAll(async () => {
    await server?.kill();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  });

  it("credits everything that members pay in, with the built-in database and chain", async () => {
    const signatures = await Promise.all(residents.map((who) => client.relay(who, 5n * SOL)));
    expect(signatures).not.toContain(null);
    const credited = await Promise.all(residents.map((who, nth) => client.confirm(who, signatures[nth] ?? "", 200)));
    expect(credited).toEqual(residents.map(() => true));
    await server?.stop();
  });

  it.each(POINTS)(
    "recovers from a power failure at %s that kills server, database, and chain, and completes what was begun [M4.17]",
    async (point) => {
      const [who] = residents;
      if (!who) throw new Error("nobody");
      server = await start(point);
      const dying = server;
      const provoked = point.startsWith("withdrawal.") ? payOut(who) : payIn(who);
      expect(await dying.ended).toBe("SIGKILL");
      server = await start();
      await provoked;
      await rest(server);
      await server.stop();
    },
    300_000,
  );

  it(`loses nothing if it is killed at any moment, ${KILLS} times, while members deposit and withdraw [M4.17]`, async () => {
    server = await start();
    const busy = load(residents, client);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.next(3_000));
      await server.kill();
      server = await start();
    }
    await busy.stop();
    await rest(server);
    await server.stop();
  }, 900_000);
});

async function payOut(who: Resident): Promise<void> {
  const id = await client.withdraw(who, SOL / 10n);
  expect(await client.follow(who, id ?? "", 1_000)).toBe("completed");
}

async function payIn(who: Resident): Promise<void> {
  const signature = await client.relay(who, SOL);
  expect(await client.confirm(who, signature ?? "", 1_000)).toBe(true);
}
