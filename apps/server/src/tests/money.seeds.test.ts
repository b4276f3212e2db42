import { rounds } from "@bbux/db/testing/form";
import { TestCluster } from "@bbux/local-chain/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Outsider } from "./money/outside.ts";
import { play, settle } from "./seeds/play.ts";
import { countStatements, Random, Schedule } from "./seeds/schedule.ts";
import { Universe } from "./seeds/universe.ts";

/** The short form runs with all tests; `npm run test:long seeds` is the long one. */
const SEEDS = Number(process.env.BBUX_SEEDS ?? rounds(20, 10_000));
const ACTS = 25;
/** The one to repeat. */
const ONLY = process.env.BBUX_SEED;

const cluster = new TestCluster();
const outsider = new Outsider();
let ended = () => undefined as void;
beforeAll(() => {
  ended = countStatements();
  cluster.airdrop(outsider.address, 1_000_000n * 1_000_000_000n);
});
afterAll(() => {
  ended();
  cluster.close();
});

it("however two processes, lagging and lying nodes, crashes and restored backups interleave: nothing is credited or paid twice, and at the end everyone has what they own [M4.16 M4.17]", async () => {
  const seeds = ONLY ? [Number(ONLY)] : Array.from({ length: SEEDS }, (_, nth) => nth + 1);
  for (const seed of seeds) {
    const random = new Random(seed);
    const schedule = new Schedule();
    const universe = await Universe.start({ cluster, outsider }, schedule, random);
    try {
      await play(universe, random, ACTS);
      const problems = await settle(universe, schedule);
      const said = [`repeat it with BBUX_SEED=${seed}`, ...problems, ...(ONLY ? schedule.trace : [])];
      expect(problems, said.join("\n")).toEqual([]);
    } finally {
      await universe.close();
    }
  }
}, 3_600_000);
