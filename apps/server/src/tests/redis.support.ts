import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether the real server is installed. Tests that need it are reported as skipped without it. */
export const HAS_REDIS = spawnSync("redis-server", ["--version"]).status === 0;

export interface TestRedis {
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
export async function startRedis(): Promise<TestRedis> {
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
