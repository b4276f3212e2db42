import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../launch/free-ports.mjs";

export const SERVER = join(import.meta.dirname, "../../../apps/server");
const BARE = join(import.meta.dirname, "bare.ts");
/** Both get the same number of PostgreSQL connections. */
const POOL = "20";
const MANY = "1000000000";
/** Of 100 ms: more than a busy machine needs. */
const MOST_TRIES = 3_000;

export interface ServerProcess {
  readonly url: string;
  /** Current resident memory, in bytes. */
  rss(): number;
  /** Processor time used so far, in microseconds; NaN if /proc isn't available. */
  cpu(): number;
  stop(): Promise<void>;
}

/**
 * The built server as in production: sessions, limits (too high to reach), checks, and a log line per response, written to a
 * file in `dir`. One proxy is trusted, so that a storm can come from many addresses.
 * @param main the entry point, by default the built one
 */
export async function startOurs(databaseUrl: string, dir: string, main?: string): Promise<ServerProcess> {
  if (main === undefined) buildOnce();
  const port = String(await freePort());
  const env = {
    NODE_ENV: "production",
    PORT: port,
    HOST: "127.0.0.1",
    DATA_DIR: join(dir, "data"),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: POOL,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    PLATFORM_WALLET_SECRET: JSON.stringify([...randomBytes(64)]),
    DEMO: "off",
    LOCAL_CHAIN_PORT: "0",
    EMAIL_VERIFICATION: "off",
    LOG_LEVEL: "info",
    // A few members do the work of many.
    TRUST_LIMITS: "off",
    RATE_LIMIT_PUBLIC_MINUTE: MANY,
    RATE_LIMIT_PUBLIC_HOUR: MANY,
    RATE_LIMIT_MEMBER_MINUTE: MANY,
    RATE_LIMIT_MEMBER_HOUR: MANY,
    RATE_LIMIT_PAGE_MINUTE: MANY,
    RATE_LIMIT_PAGE_HOUR: MANY,
    TRUST_PROXY_HOPS: "1",
  };
  return start(
    [main ?? join(SERVER, "dist/main.js")],
    env,
    `http://127.0.0.1:${port}`,
    "/api/health/ready",
    join(dir, "ours.log"),
  );
}

let isBuilt = false;

/** Builds in every run, in a fraction of a second, because an earlier build may be of other sources. */
function buildOnce(): void {
  if (isBuilt) return;
  const { status } = spawnSync(process.execPath, ["build.mjs"], { cwd: SERVER, stdio: "inherit" });
  if (status !== 0) throw new Error("The server could not be built");
  isBuilt = true;
}

/** The baseline (bare.ts). */
export async function startBare(databaseUrl: string, dir: string): Promise<ServerProcess> {
  const port = String(await freePort());
  const env = { NODE_ENV: "production", PORT: port, DATABASE_URL: databaseUrl, DATABASE_POOL: POOL };
  return start([BARE], env, `http://127.0.0.1:${port}`, "/api/posts?limit=1", join(dir, "bare.log"));
}

async function start(
  args: string[],
  env: Record<string, string>,
  url: string,
  readyPath: string,
  logFile: string,
): Promise<ServerProcess> {
  const log = openSync(logFile, "a");
  const profile = process.env.BENCH_PROFILE;
  const flags = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (let tries = 0; !(await isReady(url + readyPath)); tries++) {
    if (child.exitCode !== null || tries > MOST_TRIES) {
      child.kill("SIGKILL");
      throw new Error(`A server did not start:\n${readFileSync(logFile, "utf8")}`);
    }
    await sleep(100);
  }
  return {
    url,
    rss: () => rssOf(child),
    cpu: () => cpuOf(child),
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

function rssOf({ pid }: ChildProcess): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(stdout) * 1024;
}

/** User and system time, which /proc counts in hundredths of a second. */
function cpuOf({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The program's name, in parentheses, may contain spaces; the rest doesn't.
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
