import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../../tooling/launch/free-ports.mjs";

const VERSION = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
/** Whether the real PgBouncer is installed. Tests that need it are reported as skipped without it. */
export const HAS_PGBOUNCER = VERSION.status === 0;
const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(VERSION.stdout ?? "") ?? []).map(Number);
/** Whether it knows named statements in transaction mode: from 1.21 on. */
export const KNOWS_STATEMENTS = major > 1 || minor >= 21;

export interface TestPooler {
  /** A URL of the server, by way of the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer of its own on a free port of the loopback, before the server at `serverUrl`, whose owner looks up the logins'
 * passwords for it.
 */
export async function startPooler(
  serverUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<TestPooler> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "bbux-pgbouncer-"));
  const users = join(dir, "users.txt");
  const config = join(dir, "pgbouncer.ini");
  const isRoot = process.getuid?.() === 0;
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    auth_user: server.username,
    // It won't work as root.
    ...(isRoot && { user: "nobody" }),
    ...(KNOWS_STATEMENTS && { max_prepared_statements: 200 }),
    ...settings,
  };
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  const body = Object.entries(lines).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    config,
    `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${body.join("\n")}\n`,
  );
  chmodSync(dir, 0o755);
  for (const file of [users, config]) chmodSync(file, 0o644);

  const pooler = spawn("pgbouncer", [config], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    pooler.stderr.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("process up")) resolve();
    });
    pooler.once("exit", () => reject(new Error(`PgBouncer didn't start: ${said}`)));
  });
  return {
    through(url) {
      const there = new URL(url);
      there.hostname = "127.0.0.1";
      there.port = String(port);
      return there.href;
    },
    async stop() {
      const gone = once(pooler, "exit");
      pooler.kill("SIGTERM");
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
