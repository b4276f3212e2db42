import { isWhole, Random, SEED } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Base } from "./seeds/base.ts";
import { play, settle } from "./seeds/play.ts";
import { countStatements, Schedule } from "./seeds/schedule.ts";
import { steal } from "./seeds/thefts.ts";
import type { Terms, Universe } from "./seeds/universe.ts";

const ACTS = 6;
/** Fewer in most seeds, so that there can be more of them. */
const actsOf = (seed: number) => (seed > 70 && seed <= 300 ? 3 : ACTS);
/** Percent of the seeds that end with a theft. */
const THEFTS = 10;
/** The ones to repeat, separated by commas. */
const ONLY = isWhole && !process.env.BBUX_REPEATS ? undefined : process.env.BBUX_SEED;
/** How many new ones `npm run test:all` plays, after the first 300 and those below. */
const NEW = Number(process.env.BBUX_SEEDS ?? 500);
/** Each catches at least one fault in tooling/faults/src/seeds.ts, or once exposed a real bug. */
const FINDERS = [
  ...[1, 2, 5, 6, 7, 8, 9, 14, 15, 16, 19, 23, 25, 30, 31, 33, 41, 45, 66, 166],
  ...[722_317_396, 722_317_651, 38_382_731, 38_382_841, 771_064_589, 1_160_337_420, 1_174_928_543],
];

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

function chosen(): readonly number[] {
  if (ONLY) return ONLY.split(",").map(Number);
  const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
  return isWhole ? [...new Set([...upTo(300), ...FINDERS, ...upTo(NEW).map((nth) => SEED + nth - 1)])] : FINDERS;
}

interface Played {
  /** What is wrong at its end, as sentences. */
  readonly problems: readonly string[];
  readonly trace: readonly string[];
  /** The books at its end. */
  readonly balances: readonly unknown[];
}

async function run(seed: number, terms?: Pick<Terms, "concurrency">): Promise<Played> {
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

it.for(chosen())(
  "however two processes, lagging and lying nodes, a failing signer, crashes, restored backups, promoted replicas, and stolen processes interleave: nothing is credited or paid twice, and at the end everyone has what they own (seed %i) [M4.16 M4.17]",
  async (seed) => {
    const { problems, trace } = await run(seed);
    const said = [`repeat it with BBUX_SEED=${seed} npm run test:all -- seeds`, ...problems, ...(ONLY ? trace : [])];
    expect(problems, said.join("\n")).toEqual([]);
  },
);

it.each([
  ["as many payments at a time as the platform drives by default", {}],
  ["one payment at a time", { concurrency: 1 }],
])(
  "a seed takes the same steps to the same books whenever it is repeated, whichever were played before it, with %s",
  { tags: "proof" },
  async (_, terms) => {
    for (const seed of [1, 3]) {
      const first = await run(seed, terms);
      expect(first.trace.length).toBeGreaterThan(ACTS);
      await run(2, terms);
      expect(await run(seed, terms)).toEqual(first);
    }
  },
);
