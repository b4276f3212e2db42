import { rounds } from "@bbux/db/testing/form";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Base } from "./seeds/base.ts";
import { play, settle } from "./seeds/play.ts";
import { countStatements, Random, Schedule } from "./seeds/schedule.ts";
import { steal } from "./seeds/thefts.ts";

/** The short form runs with all tests; `npm run test:long seeds` is the long one. */
const SEEDS = Number(process.env.BBUX_SEEDS ?? rounds(40, 10_000));
const ACTS = 20;
/** Percent of the seeds that end with a theft. */
const THEFTS = 20;
/** The one to repeat. */
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

/** @returns what is wrong at its end, and what happened */
async function run(seed: number): Promise<{ problems: string[]; trace: readonly string[] }> {
  const random = new Random(seed);
  const schedule = new Schedule();
  const universe = await base.begin(schedule, random);
  // How long members wait for the chain would depend on this machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await play(universe, random, ACTS);
  const problems = await settle(universe).finally(() => vi.useRealTimers());
  if (problems.length === 0 && random.chance(THEFTS)) problems.push(...(await steal(universe, random)));
  return { problems, trace: schedule.trace };
}

it("however two processes, lagging and lying nodes, a failing signer, crashes, restored backups, promoted replicas, and stolen processes interleave: nothing is credited or paid twice, and at the end everyone has what they own [M4.16 M4.17]", async () => {
  const seeds = ONLY ? [Number(ONLY)] : Array.from({ length: SEEDS }, (_, nth) => nth + 1);
  for (const seed of seeds) {
    const { problems, trace } = await run(seed);
    const said = [`repeat it with BBUX_SEED=${seed}`, ...problems, ...(ONLY ? trace : [])];
    expect(problems, said.join("\n")).toEqual([]);
  }
}, 3_600_000);

it("a seed takes the same steps whenever it is repeated, whichever were played before it", async () => {
  const { trace } = await run(1);
  expect(trace.length).toBeGreaterThan(ACTS);
  await run(2);
  expect((await run(1)).trace).toEqual(trace);
});
