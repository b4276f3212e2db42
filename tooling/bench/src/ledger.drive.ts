import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Database } from "@bbux/db";
import { post, rollUp, type Transfer } from "@bbux/ledger";
import type { Case } from "./ledger.cases.ts";

/** One turn of load. */
export interface Turn {
  readonly clients: number;
  readonly accounts: number;
  /** Not measured, while connections, plans, and caches are created. At least one second. */
  readonly warmUp: number;
  readonly seconds: number;
}

export interface Measured {
  /** Postings, and the seconds they took. */
  readonly count: number;
  readonly seconds: number;
  /** Milliseconds; empty for pgbench. */
  readonly latencies: readonly number[];
  /** Microseconds of this process per posting; 0 for pgbench. */
  readonly clientCpu: number;
}

let run = 0;

/**
 * A closed loop through {@link post}, like the platform's: a client starts its next posting when the last is done.
 * @param shape one round trip, or begin, post, and commit
 */
export async function driveByNode(
  db: Database,
  what: Case,
  turn: Turn,
  shape: "one statement" | "transaction",
): Promise<Measured> {
  const { clients, accounts, warmUp, seconds } = turn;
  const prefix = `n${++run}`;
  let n = 0;
  const send = (transfer: Transfer) =>
    shape === "one statement" ? post(db, transfer) : db.transaction().execute((trx) => post(trx, transfer));
  const any = () => `${1 + Math.floor(Math.random() * accounts)}`;
  const load = async (length: number) => {
    const latencies: number[] = [];
    const end = performance.now() + length * 1_000;
    const client = async () => {
      for (let start = performance.now(); start < end; ) {
        await send(what.transfer({ a: any(), b: any(), cause: `${prefix}-${n++}` }));
        const now = performance.now();
        latencies.push(now - start);
        start = now;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return latencies;
  };
  await load(warmUp);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const latencies = await load(seconds);
  const { user, system } = process.cpuUsage(cpu);
  return {
    count: latencies.length,
    seconds: (performance.now() - start) / 1_000,
    latencies,
    clientCpu: (user + system) / latencies.length,
  };
}

/** Like in production, but more often: once a second. @returns a function that stops it */
export function rollUpMeanwhile(db: Database): () => void {
  const job = setInterval(() => void rollUp(db).catch(() => undefined), 1_000);
  return () => clearInterval(job);
}

/** In `--pgbench`, in PATH, or where Linux distributions and Homebrew put the programs of a PostgreSQL server. */
export function findPgbench(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin"),
    ...globSync("/usr/pgsql-*/bin"),
    ...globSync("/opt/homebrew/opt/{libpq,postgresql*}/bin"),
  ];
  return folders
    .map((folder) => join(folder, "pgbench"))
    .find((path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0);
}

export const NO_PGBENCH =
  "pgbench was not found, so ours is measured alone. It comes with PostgreSQL: apt install postgresql-contrib (Debian: /usr/lib/postgresql/*/bin), brew install libpq.";

/** Runs a script with prepared statements, every client on its own connection. Ours runs with its own rights anyway. */
export async function driveByPgbench(pgbench: string, url: string, script: string, turn: Turn): Promise<Measured> {
  const { clients, warmUp, seconds } = turn;
  const dir = mkdtempSync(join(tmpdir(), "bbux-pgbench-"));
  try {
    const file = join(dir, "script.sql");
    writeFileSync(file, script);
    const threads = Math.min(clients, availableParallelism());
    const args = [
      "--no-vacuum",
      "--protocol=prepared",
      "--progress=1",
      `--time=${warmUp + seconds + 1}`,
      `--file=${file}`,
    ];
    args.push(`--client=${clients}`, `--jobs=${threads}`, "--define=n=0", `--define=run=${++run}`, url);
    const said = await output(pgbench, args);
    // One line per second, but the last may be missing, so it gets an extra second; the warm-up is left out.
    const perSecond = [...said.matchAll(/progress: [\d.]+ s, ([\d.]+) tps/g)].map((line) => Number(line[1]));
    const counted = perSecond.slice(warmUp, warmUp + seconds);
    const failed = /number of failed transactions: (\d+)/.exec(said)?.[1] ?? "0";
    if (counted.length < seconds || failed !== "0") throw new Error(`pgbench didn't finish:\n${script}\n${said}`);
    const count = counted.reduce((sum, tps) => sum + tps, 0);
    return { count, seconds: counted.length, latencies: [], clientCpu: 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @returns both outputs of a program @throws Error that includes them if it fails */
function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${program} exited with ${code}:\n${said}`)),
    );
  });
}
