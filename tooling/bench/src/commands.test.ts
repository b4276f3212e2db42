/** @module-tag proof */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { createTestApp, type TestApp } from "@bbux/server/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { benchLog } from "./ledger.log.ts";
import type { Undo } from "./script.ts";
import { benchServers } from "./servers.run.ts";
import type { ServerProcess } from "./servers.ts";
import { benchChat } from "./streams.chat.ts";
import { closeConnections } from "./streams.client.ts";
import { benchNotifications } from "./streams.notifications.ts";
import { benchTransparency } from "./transparency.ts";
import { benchUploads } from "./uploads.ts";

const dir = mkdtempSync(join(tmpdir(), "bbux-commands-"));
let t: TestApp;
let server: ServerProcess;
beforeAll(async () => {
  t = await createTestApp();
  // The real app in this process, because starting the built server takes most of the time, and the browser tests do
  // that.
  const { user, system } = process.cpuUsage();
  server = {
    url: await t.listen(),
    rss: () => process.memoryUsage().rss,
    cpu: () => process.cpuUsage().user + process.cpuUsage().system - user - system,
    stop: async () => undefined,
  };
});
afterAll(async () => {
  closeConnections();
  await t.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Place {
  readonly databaseUrl: string;
  readonly dir: string;
  readonly startOurs: () => Promise<ServerProcess>;
}

/** Runs a benchmark, by default on the app's database, and releases everything it started. */
async function tiny<T>(
  bench: (place: Place, undo: Undo, say: (line?: string) => void) => Promise<T>,
  databaseUrl = t.database.url,
): Promise<{ said: string; result: T }> {
  const undo: Undo = [];
  const lines: string[] = [];
  const place = { databaseUrl, dir, startOurs: async () => server };
  try {
    return { result: await bench(place, undo, (line = "") => lines.push(line)), said: lines.join("\n") };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

it("`npm run bench` gets the same facts from the bare server as from REST and tRPC, and compares all calls", async () => {
  const few = { posts: 100, seconds: 0.1, connections: 2, rounds: 1, storm: 2 };
  const pace = { warmRequests: 0, pageRepeats: 1, stormSeconds: 0.1 };
  const { said } = await tiny((place, undo, say) => benchServers(place, { ...few, ...pace }, undo, say));
  expect(said).toContain("Both servers, REST and tRPC return the same facts.");
  for (const call of ["feed page", "feed page, signed in", "post with answers", "posting an answer"]) {
    const figures = said.split("\n\n").find((part) => part.trimStart().startsWith(`${call}  `));
    expect(figures?.match(/^ {2}(bare|ours, REST|ours, tRPC) +[1-9]\d* /gm), call).toHaveLength(3);
  }
  expect(said).not.toContain(" failed");
  expect(said).toContain("2 sign-ins at the same moment: 2 succeeded");
});

it("`npm run bench:streams` receives every comment, and delivers every message to everyone", async () => {
  const few = { streams: 3, idleSeconds: 0.01 };
  const heard = await tiny((place, undo, say) =>
    benchNotifications(place, { ...few, comments: 3, rate: 100 }, undo, say),
  );
  expect(heard.result).toHaveLength(3);
  const { result } = await tiny((place, undo, say) =>
    benchChat(place, { ...few, rounds: [{ messages: 2, rate: 100 }] }, undo, say),
  );
  expect(result).toEqual([6]);
});

it("`npm run bench:uploads` uploads concurrently and reports memory use", async () => {
  const { result, said } = await tiny((_place, _undo, say) =>
    benchUploads(server, { uploads: 2, mebibytes: 1, rounds: 1 }, say),
  );
  expect(result.map(({ times }) => times.length)).toEqual([2]);
  expect(said).toMatch(/resident memory of the server \d+ MiB before, \d+ MiB at most/);
});

describe("on a separate database", () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await createTestDatabase({ unbacked: true, max: 1 });
  });
  afterEach(() => own.drop());

  it("`node tooling/launch/run.mjs tooling/bench/src/ledger.log.ts` compares postings with and without their line", async () => {
    const few = { accounts: 20, clients: 2, rounds: 1, seconds: 0.05, warmUp: 0, inARow: 5, only: /./ };
    const { said } = await tiny(({ databaseUrl }, undo, say) => benchLog(databaseUrl, few, undo, say), own.url);
    const line = /^(.+): (\d+) (?:µs|postings\/s) with the line, (\d+) without: [\d.]+$/;
    const compared = said.split("\n").map((text) => line.exec(text) ?? []);
    expect(compared.map(([, name]) => name)).toEqual([
      "two legs, PostgreSQL alone",
      "a bounty, PostgreSQL alone",
      "spread, 2 clients",
      "fee, 2 clients",
    ]);
    for (const [, name, logged, bare] of compared)
      expect(Math.min(Number(logged), Number(bare)), name).toBeGreaterThan(0);
  });

  it("`node tooling/launch/run.mjs tooling/bench/src/transparency.ts` seals, proves and verifies a log", async () => {
    const { said } = await tiny(
      ({ databaseUrl: url }, undo, say) => benchTransparency({ dir, url }, { members: 20, lines: 30 }, undo, say),
      own.url,
    );
    for (const step of ["20 members paid in", "all lines sealed", "100 proofs", "bbux-verify of 30 entries"]) {
      expect(said).toContain(`${step}: `);
    }
  });
});
