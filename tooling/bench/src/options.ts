import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Posts in the database; members, answers, and comments follow from it (see seed.ts). */
  readonly posts: number;
  /** Seconds of measured load per server and call, over all rounds. */
  readonly seconds: number;
  /** Connections that generate load, each with one request at a time. */
  readonly connections: number;
  /** How often each server gets a turn. */
  readonly rounds: number;
  /** Members who sign in at the same time; 0 leaves the storm out. */
  readonly storm: number;
}

/** How thoroughly everything except the measured load is done; a test uses less of each. */
export interface Pace {
  /** By then the code is compiled; before that, its compiler takes a third of the CPU time. */
  readonly warmRequests: number;
  /** How often each page is requested. */
  readonly pageRepeats: number;
  /** Seconds of feed pages read during the sign-ins, and before them. */
  readonly stormSeconds: number;
}

export const FULL_PACE: Pace = { warmRequests: 30_000, pageRepeats: 30, stormSeconds: 5 };

/** A comparison of the same pages in a small and in a large community. */
export interface Sized {
  readonly posts: number;
  /** The directory that keeps the filled databases for the next run; if unset, they are deleted. */
  readonly keep?: string;
  /** The file that receives the plans. */
  readonly plans?: string;
  /** Which pages, by name. */
  readonly only: RegExp;
}

const SIZES: Record<string, number> = { "10k": 10_000, "100k": 100_000, "1m": 1_000_000 };

const DEFAULTS: BenchOptions = { posts: 20_000, seconds: 12, connections: 32, rounds: 3, storm: 200 };

export const USAGE = `npm run bench -- [--posts 20000] [--seconds 12] [--connections 32] [--rounds 3] [--storm 200]
   or: npm run bench -- --size 10k|100k|1m [--keep directory] [--plans file] [--only "search|profile"]`;

/** @returns null without --size @throws Error that names the option */
export function readSized(args: string[]): Sized | null {
  if (!args.some((arg) => arg === "--size" || arg.startsWith("--size="))) return null;
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { size: text, keep: text, plans: text, only: text } });
  const posts = SIZES[values.size ?? ""];
  if (posts === undefined) throw new Error(`--size must be one of ${Object.keys(SIZES).join(", ")}`);
  return {
    posts,
    only: new RegExp(values.only ?? "", "i"),
    ...(values.keep === undefined ? {} : { keep: values.keep }),
    ...(values.plans === undefined ? {} : { plans: values.plans }),
  };
}

/** @throws Error that names the option */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: "string" }] as const)),
  });
  const number = (name: keyof BenchOptions, least: number): number => {
    const given = values[name];
    if (given === undefined) return DEFAULTS[name];
    const value = Number(given);
    if (!Number.isInteger(value) || value < least)
      throw new Error(`--${name} must be a whole number of at least ${least}`);
    return value;
  };
  return {
    posts: number("posts", 100),
    seconds: number("seconds", 1),
    connections: number("connections", 1),
    rounds: number("rounds", 1),
    storm: number("storm", 0),
  };
}
