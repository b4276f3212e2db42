import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "./connect.ts";
import { isAlive, waitUntilGone } from "./embedded/processes.ts";
import { startEmbedded } from "./embedded.ts";

let dataDir: string;
let holders: ChildProcess[] = [];
let orphans: number[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bbux-embedded-"));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  for (const holder of holders) holder.kill("SIGKILL");
  for (const pid of orphans) {
    if (isAlive(pid)) process.kill(pid, "SIGINT");
    await waitUntilGone(pid, 10_000);
  }
  holders = [];
  orphans = [];
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the embedded server on `dataDir` in another Node process, which holds it until it is killed. */
async function holdElsewhere(): Promise<{ node: ChildProcess; url: string; postgres: number }> {
  const module = new URL("./embedded.ts", import.meta.url).href;
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ url: server.url, postgres: server.pid }));
    setInterval(() => {}, 1000);`;
  const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  holders.push(node);
  const [line] = await once(createInterface({ input: node.stdout }), "line");
  const { url, postgres } = JSON.parse(String(line));
  orphans.push(postgres);
  return { node, url, postgres };
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const db = connect({ url, as: "owner", max: 1 });
  try {
    return (await sql.raw<T>(text).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

describe("the embedded PostgreSQL", () => {
  it("keeps its data, password, and port across a restart, with durability on and on loopback only", {
    tags: "proof",
  }, async () => {
    const first = await startEmbedded({ dataDir });
    await query(first.url, "create table kept as select 'Zürich' as town");
    const settings = await query<{ name: string; setting: string }>(
      first.url,
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'listen_addresses', 'server_encoding', 'synchronous_commit') order by name`,
    );
    await first.stop();
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      fsync: "on",
      full_page_writes: "on",
      listen_addresses: "127.0.0.1",
      server_encoding: "UTF8",
      synchronous_commit: "on",
    });
    expect(statSync(join(first.home, "password")).mode & 0o777).toBe(0o600);

    const second = await startEmbedded({ dataDir });
    try {
      expect(second.url).toBe(first.url);
      expect(await query(second.url, "select town, upper(town) as loud from kept")).toEqual([
        { town: "Zürich", loud: "ZÜRICH" },
      ]);
    } finally {
      await second.stop();
    }
  });

  it("recovers from a kill -9 of its Node process: the orphan is shut down and every committed row is there", {
    tags: "proof",
  }, async () => {
    const killed = await holdElsewhere();
    await query(killed.url, "create table money as select generate_series(1, 1000) as id");
    killed.node.kill("SIGKILL");
    await once(killed.node, "exit");
    expect(isAlive(killed.postgres)).toBe(true);

    const lines: string[] = [];
    const next = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
    try {
      expect(isAlive(killed.postgres)).toBe(false);
      expect(lines).toEqual(["Shutting down the database that an earlier run left behind"]);
      expect(await query(next.url, "select count(*) from money")).toEqual([{ count: "1000" }]);
    } finally {
      await next.stop();
    }
  });

  it("recovers from a kill -9 of both processes, even if the old process id now belongs to another program", {
    tags: "proof",
  }, async () => {
    const killed = await holdElsewhere();
    await query(killed.url, "create table money as select generate_series(1, 1000) as id");
    killed.node.kill("SIGKILL");
    process.kill(killed.postgres, "SIGKILL");
    await waitUntilGone(killed.postgres, 10_000);
    const lockFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
    const { uid, gid } = statSync(lockFile);
    const stranger = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
    holders.push(stranger);
    writeFileSync(lockFile, readFileSync(lockFile, "utf8").replace(/^\d+/, String(stranger.pid)));

    const next = await startEmbedded({ dataDir });
    try {
      expect(stranger.exitCode).toBeNull();
      expect(await query(next.url, "select count(*) from money")).toEqual([{ count: "1000" }]);
    } finally {
      await next.stop();
    }
  });

  it("refuses a second run on the same data directory and leaves the first alone", { tags: "proof" }, async () => {
    const running = await holdElsewhere();
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `BBUX is already running on this data directory (process ${running.node.pid})`,
    );
    expect(await query(running.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  it("repeats an initdb that was killed halfway and never touches files it didn't create", {
    tags: "proof",
  }, async () => {
    const home = join(dataDir, "postgres");
    mkdirSync(home, { mode: 0o711 });
    const half = join(home, "cluster.new-99999999");
    mkdirSync(half);
    writeFileSync(join(half, "PG_VERSION"), "18\n");
    const server = await startEmbedded({ dataDir });
    await server.stop();
    expect(existsSync(half)).toBe(false);

    rmSync(join(home, "cluster"), { recursive: true });
    mkdirSync(join(home, "cluster"));
    writeFileSync(join(home, "cluster", "precious"), "data");
    await expect(startEmbedded({ dataDir })).rejects.toThrow("was made by PostgreSQL none");
    expect(readFileSync(join(home, "cluster", "precious"), "utf8")).toBe("data");
  });
});
