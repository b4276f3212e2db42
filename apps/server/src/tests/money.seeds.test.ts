import { isWhole, SEED } from "@bbux/db/testing/form";
import { expect, it } from "vitest";
import { ACTS, ONLY, prepareSeeds, testSeeds } from "./seeds/run.ts";

/** How many new ones `npm run test:all` plays, after the first 300. */
const NEW = Number(process.env.BBUX_SEEDS ?? 500);
/** Each catches at least one fault in tooling/faults/src/seeds.ts. */
const CATCHERS = [1, 2, 5, 6, 7, 8, 9, 14, 15, 16, 19, 23, 25, 30, 31, 33, 41, 45, 66, 166];

function chosen(): readonly number[] {
  if (ONLY) return ONLY.split(",").map(Number);
  const from = (first: number, count: number) => Array.from({ length: count }, (_, nth) => first + nth);
  return isWhole ? [...new Set([...from(1, 300), ...from(SEED, NEW)])] : CATCHERS;
}

const run = prepareSeeds();
testSeeds(chosen(), run);

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
