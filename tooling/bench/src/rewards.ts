// npm run bench:rewards: a day's rewards for many stakers, and the cost of the dashboard among them.
import { availableParallelism, cpus, loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { payRewards, type Services } from "@bbux/api";
import { DAY_MS, DEFAULT_PARAMETERS, formatAmount } from "@bbux/contract";
import { connect, type Database } from "@bbux/db";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { type CpuSeconds, watchCpu } from "./rewards.cpu.ts";
import { readDashboard } from "./rewards.reads.ts";
import { seedStakers, settle } from "./rewards.seed.ts";
import { runScript, scratchDatabase } from "./script.ts";

export interface RewardsBenchOptions {
  readonly stakers: number;
  /** Rewarded one after the other. */
  readonly days: number;
}

export const DEFAULTS: RewardsBenchOptions = { stakers: 100_000, days: 5 };
const STAKED = new Date("2026-03-01T12:00:00Z");

export interface DayFigures {
  /** Until everything is calculated and reserved. */
  readonly reckonedSeconds: number;
  readonly seconds: number;
  readonly cpu: CpuSeconds;
  readonly members: number;
  /** Base units. */
  readonly paid: bigint;
}

export interface RewardsFigures {
  readonly days: readonly DayFigures[];
  /** This process's memory in bytes: before the runs, and the maximum observed during them. */
  readonly memory: { readonly before: number; readonly most: number };
  readonly entries: number;
  /** The dashboard's response times in milliseconds, ascending. */
  readonly dashboard: readonly number[];
}

/**
 * @param url a migrated database just for this; it fills it
 * @throws Error if the books are wrong at the end, or a member wasn't paid
 */
export async function benchRewards(
  url: string,
  { stakers, days }: RewardsBenchOptions,
  say: (line: string) => void,
): Promise<RewardsFigures> {
  const db = connect({ url, max: 4 });
  const owner = connect({ url, as: "owner", max: 1 });
  const memory = { before: 0, most: 0 };
  const sampler = setInterval(() => {
    memory.most = Math.max(memory.most, process.memoryUsage().rss);
  }, 20).unref();
  try {
    const began = performance.now();
    await seedStakers(owner, stakers, STAKED);
    say(`${stakers} stakers in ${seconds(began).toFixed(0)} s`);
    // On the first day, nobody was there when it began.
    await runDay(db, 0);
    memory.before = process.memoryUsage().rss;
    memory.most = memory.before;
    const figures: DayFigures[] = [];
    for (let day = 1; day <= days; day++) {
      const one = await runDay(db, day);
      if (one.members !== stakers) throw new Error(`${one.members} of ${stakers} were paid`);
      say(
        `day ${day}: ${one.seconds.toFixed(1)} s, calculated after ${one.reckonedSeconds.toFixed(1)} s; ` +
          `CPU of node ${one.cpu.node.toFixed(1)} s, of PostgreSQL ${one.cpu.postgres.toFixed(1)} s; ${formatAmount(one.paid)} BBUX`,
      );
      figures.push(one);
    }
    clearInterval(sampler);
    await settle(owner);
    const dashboard = await readDashboard(db, STAKED);
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from ledger_entries`.execute(owner);
    const { problems } = await audit(owner);
    if (problems.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(problems.slice(0, 3))}`);
    return { days: figures, memory, entries: rows[0]?.entries ?? 0, dashboard };
  } finally {
    clearInterval(sampler);
    await owner.destroy();
    await db.destroy();
  }
}

/** Pays the n-th day after the stakes. */
async function runDay(db: Database, nth: number): Promise<DayFigures> {
  const spent = await watchCpu(db);
  const start = performance.now();
  const now = new Date(STAKED.getTime() + (nth + 1) * DAY_MS);
  let reckonedSeconds = 0;
  const failpoint: Services["failpoint"] = async (point) => {
    if (point === "rewards.allotted") reckonedSeconds = seconds(start);
  };
  const [day] = await payRewards({ db, now: () => now, parameterDefaults: DEFAULT_PARAMETERS, failpoint });
  const took = seconds(start);
  return { reckonedSeconds, seconds: took, cpu: await spent(), members: day?.members ?? 0, paid: day?.paid ?? 0n };
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}

/** @throws Error that names the option */
export function readOptions(args: string[]): RewardsBenchOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { stakers: text, days: text } });
  const number = (name: keyof RewardsBenchOptions): number => {
    const value = Number(values[name] ?? DEFAULTS[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number of at least 1`);
    return value;
  };
  return { stakers: number("stakers"), days: number("days") };
}

const USAGE = "npm run bench:rewards -- [--stakers 100000] [--days 5]";

if (import.meta.main) {
  await runScript(async (undo) => {
    const options = readOptions(process.argv.slice(2));
    const { url } = await scratchDatabase("bench-rewards", undo);
    const load = () => loadavg()[0]?.toFixed(1);
    console.log(
      `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load before ${load()}`,
    );
    const { memory, entries, dashboard } = await benchRewards(url, options, console.log);
    const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;
    const at = (share: number) => dashboard[Math.min(dashboard.length - 1, Math.floor(share * dashboard.length))];
    console.log(`memory of this process: ${megabytes(memory.before)} before, at most ${megabytes(memory.most)}`);
    console.log(`${entries} entries in the ledger; the audit finds nothing`);
    console.log(`the dashboard: ${at(0.5)?.toFixed(1)} ms, at the 95th percentile ${at(0.95)?.toFixed(1)} ms`);
    console.log(`load after ${load()}`);
  }, USAGE);
}
