import { describe } from "vitest";
import { ONLY, prepareSeeds, testSeeds } from "./seeds/run.ts";

/** Each once exposed a real bug. */
const FINDERS = [722_317_396, 722_317_651, 38_382_731, 38_382_841, 771_064_589, 1_160_337_420, 1_174_928_543];

// Those to repeat are played in money.seeds.test.ts.
describe.skipIf(Boolean(ONLY))("seeds that exposed a bug", () => testSeeds(FINDERS, prepareSeeds()));
