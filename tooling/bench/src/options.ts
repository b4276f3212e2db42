import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Posts in the database; members, answers and comments follow from it (see seed.ts). */
  readonly posts: number;
  /** Seconds of measured load for each server and call, over all rounds. */
  readonly seconds: number;
  /** Connections that the load comes over, each with one request at a time. */
  readonly connections: number;
  /** How often the servers take turns. */
  readonly rounds: number;
  /** Members who sign in at once; 0 leaves the storm out. */
  readonly storm: number;
}

const DEFAULTS: BenchOptions = { posts: 20_000, seconds: 12, connections: 32, rounds: 3, storm: 200 };

export const USAGE = `npm run bench -- [--posts 20000] [--seconds 12] [--connections 32] [--rounds 3] [--storm 200]`;

/** @throws Error with a sentence that names the option */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: "string" }] as const)),
  });
  const number = (name: keyof BenchOptions, least: number): number => {
    const given = values[name];
    if (given === undefined) return DEFAULTS[name];
    const value = Number(given);
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a whole number from ${least} on`);
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
