import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { freePort } from "../../../../tooling/launch/free-ports.mjs";

/** Whether the real server is installed. Tests that need it are reported as skipped without it. */
export const HAS_REDIS = spawnSync("redis-server", ["--version"]).status === 0;

interface TestRedis {
  readonly url: string;
  /** Starts it again after {@link kill}, empty. */
  start(): Promise<void>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Stops it from answering, with its connections open, until {@link thaw}. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a Redis of its own on a free port of the loopback. It stores nothing. */
async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "bbux-redis-"));
  const options = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  };
  const start = async () => {
    server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    for await (const text of server.stdout ?? []) {
      said += text;
      if (said.includes("Ready to accept connections")) break;
    }
    if (!said.includes("Ready to accept connections")) throw new Error(`Redis didn't start: ${said}`);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => server?.kill("SIGSTOP"),
    thaw: () => server?.kill("SIGCONT"),
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Gives a describe block a database, and each of its tests a Redis, which processes share. Call it in the block.
 * @returns what they share; `keep` closes a process after the test
 */
export function shareRedis() {
  let database: TestDatabase;
  let redis: TestRedis;
  const running: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.close();
    await redis.stop();
  });
  return {
    get database() {
      return database;
    },
    get redis() {
      return redis;
    },
    keep<Process extends { close(): Promise<void> }>(started: Process): Process {
      running.push(started);
      return started;
    },
    async inRedis<T>(work: (client: Redis) => Promise<T>): Promise<T> {
      const client = new Redis(redis.url);
      try {
        return await work(client);
      } finally {
        client.disconnect();
      }
    },
  };
}
