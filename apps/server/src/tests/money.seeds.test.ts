import { rounds } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Base } from "./seeds/base.ts";
import { play, settle } from "./seeds/play.ts";
import { countStatements, Random, Schedule } from "./seeds/schedule.ts";
import { steal } from "./seeds/thefts.ts";
import type { Terms, Universe } from "./seeds/universe.ts";

/** The short form runs with all tests; `npm run test:long seeds` is the long one. */
const SEEDS = Number(process.env.BBUX_SEEDS ?? rounds(300, 10_000));
const ACTS = 6;
/** Fewer in most seeds of the short form, which has to be short. */
const actsOf = (seed: number) => (seed > 70 && seed <= 300 ? 3 : ACTS);
/** Percent of the seeds that end with a theft. */
const THEFTS = 10;
/** The ones to repeat, separated by commas. */
const ONLY = process.env.BBUX_SEED;

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
    throw new Error(`seed ${seed} can't be played to its end: repeat it with BBUX_SEED=${seed}`, { cause: error });
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

it("however two processes, lagging and lying nodes, a failing signer, crashes, restored backups, promoted replicas, and stolen processes interleave: nothing is credited or paid twice, and at the end everyone has what they own [M4.16 M4.17]", async () => {
  const seeds = ONLY ? ONLY.split(",").map(Number) : Array.from({ length: SEEDS }, (_, nth) => nth + 1);
  for (const seed of seeds) {
    const { problems, trace } = await run(seed);
    const said = [`repeat it with BBUX_SEED=${seed}`, ...problems, ...(ONLY ? trace : [])];
    expect(problems, said.join("\n")).toEqual([]);
  }
}, 3_600_000);

it.each([
  ["as many payments at a time as the platform drives by default", {}],
  ["one payment at a time", { concurrency: 1 }],
])(
  "a seed takes the same steps to the same books whenever it is repeated, whichever were played before it, with %s",
  async (_, terms) => {
    for (const seed of [1, 3]) {
      const first = await run(seed, terms);
      expect(first.trace.length).toBeGreaterThan(ACTS);
      await run(2, terms);
      expect(await run(seed, terms)).toEqual(first);
    }
  },
);
