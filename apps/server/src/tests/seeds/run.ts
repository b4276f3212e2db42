import { isWhole, Random } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Base } from "./base.ts";
import { play, settle } from "./play.ts";
import { countStatements, Schedule } from "./schedule.ts";
import { steal } from "./thefts.ts";
import type { Terms, Universe } from "./universe.ts";

export const ACTS = 6;
/** Fewer in most seeds, so that there can be more of them. */
const actsOf = (seed: number) => (seed > 70 && seed <= 300 ? 3 : ACTS);
/** Percent of the seeds that end with a theft. */
const THEFTS = 10;
/** The ones to repeat instead of all others, separated by commas. */
export const ONLY = isWhole && !process.env.BBUX_REPEATS ? undefined : process.env.BBUX_SEED;

/** Plays one seed to its end. */
export type Run = (seed: number, terms?: Pick<Terms, "concurrency">) => Promise<Played>;

/** Prepares a platform for a file's seeds. @returns what plays one of them */
export function prepareSeeds(): Run {
  let base: Base;
  let ended: () => void = () => undefined;
  beforeAll(async () => {
    ended = countStatements();
    base = await Base.create();
  });
  afterAll(async () => {
    ended();
    await base.close();
  });
  return (seed, terms) => run(base, seed, terms);
}

/** Makes each seed a test. */
export function testSeeds(seeds: readonly number[], run: Run): void {
  it.for(seeds)(
    "however two processes, lagging and lying nodes, a failing signer, crashes, restored backups, promoted replicas, and stolen processes interleave: nothing is credited or paid twice, and at the end everyone has what they own (seed %i) [M4.16 M4.17]",
    async (seed) => {
      const { problems, trace } = await run(seed);
      const said = [`repeat it with BBUX_SEED=${seed} npm run test:all -- seeds`, ...problems, ...(ONLY ? trace : [])];
      expect(problems, said.join("\n")).toEqual([]);
    },
  );
}

export interface Played {
  /** What is wrong at the end, in sentences. */
  readonly problems: readonly string[];
  readonly trace: readonly string[];
  /** The books at its end. */
  readonly balances: readonly unknown[];
}

async function run(base: Base, seed: number, terms?: Pick<Terms, "concurrency">): Promise<Played> {
  const random = new Random(seed);
  const schedule = new Schedule();
  const universe = await base.begin(schedule, random, terms);
  // How long members wait for the chain would depend on this machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const problems = await toTheEnd(universe, random, actsOf(seed)).catch((error: unknown) => {
    throw new Error(
      `seed ${seed} can't be played to its end: repeat it with BBUX_SEED=${seed} npm run test:all -- seeds`,
      { cause: error },
    );
  });
  if (problems.length === 0 && random.chance(THEFTS)) problems.push(...(await steal(universe, random)));
  const { rows: balances } = await sql`
    select kind, owner, balance::text from ledger_balances order by kind, owner`.execute(universe.ownerDb);
  return { problems, trace: schedule.trace, balances };
}

async function toTheEnd(universe: Universe, random: Random, acts: number): Promise<string[]> {
  try {
    await play(universe, random, acts);
    return await settle(universe);
  } finally {
    vi.useRealTimers();
  }
}
