import { isWhole } from "@bbux/db/testing/form";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { act } from "./money/act.ts";
import type { Books } from "./money/books.ts";
import { check, rest } from "./money/check.ts";
import { type Step, step } from "./money/steps.ts";
import { World } from "./money/world.ts";

/** How long `npm run test:all` plays. */
const SECONDS = Number(process.env.BBUX_SECONDS ?? 120);
const SHORT = { steps: 6, runs: 1 };

let chain: TestChain;
// Slots pass only when a step says so, so that the same steps have the same outcome.
beforeAll(async () => {
  chain = await startTestChain({ slotMs: 1_000_000 });
});
afterAll(() => chain.stop());

it(
  "whatever members, chain, power failures, and operators do: books balance, the chain holds what is owed, nothing is credited or paid twice, and at the end everyone has what they own [M4.14 M4.16 M4.17 M9.01]",
  async () => {
    let taken = 0;
    const reached = new Map<string, number>();
    const sequence = fc.array(
      step,
      isWhole
        ? { minLength: 1, maxLength: 100, size: "max" }
        : { minLength: SHORT.steps, maxLength: SHORT.steps, size: "max" },
    );
    const end = Date.now() + SECONDS * 1_000;
    const property = fc.asyncProperty(fc.boolean(), sequence, async (hasWitness, steps) => {
      // A slow machine plays longer, not less.
      if (isWhole && Date.now() > end && taken > SECONDS) return;
      for (const way of await play(hasWitness, steps)) reached.set(way, (reached.get(way) ?? 0) + 1);
      taken += steps.length;
    });
    // More than fit: a sequence takes seconds.
    await fc.assert(property, { numRuns: isWhole ? Math.max(SECONDS, 100) : SHORT.runs });
    if (isWhole) process.stdout.write(`${taken} steps: ${JSON.stringify(Object.fromEntries(reached))}\n`);
    if (isWhole) expect(taken).toBeGreaterThan(SECONDS);
    else expect(taken).toBe(SHORT.steps * SHORT.runs);
    // A run that was cut shorter may miss a state.
    if (isWhole && SECONDS >= 900) expect([...reached.keys()]).toEqual(expect.arrayContaining(ENDS));
  },
  (isWhole ? SECONDS + 900 : 600) * 1_000,
);

it("restored books find out that they are the newest after a node was stale but for its height, for a week [M4.17]", async () => {
  await play(false, [
    { do: "fault", fault: "staleButForTheHeight" },
    { do: "crash", at: "deposit.relayed" },
    { do: "transfer", amounts: [{ to: 0, lamports: 1_000_000n }] },
    { do: "refundStory", who: 0, cents: 1, votes: [], rival: null, hours: 1, appeal: null },
    { do: "govern", hours: 0, workers: 1 },
    { do: "work", workers: 1 },
    { do: "govern", hours: 170, workers: 1 },
    { do: "restoreStory", how: "restored", who: 0, lamports: 1_000_000n, percent: 10, sweeps: false, slots: 0 },
  ]);
});

/** Takes the steps in a world of their own, checks it after each, and lets everything come to an end. @returns how it ended */
async function play(hasWitness: boolean, steps: readonly Step[]): Promise<string[]> {
  const world = await World.start(chain, hasWitness);
  try {
    for (const each of steps) {
      await world.misbehave();
      await act(world, each);
      await check(world);
    }
    return ends(await rest(world));
  } finally {
    await world.close();
  }
}

/** A model that never reaches these proves nothing. */
const ENDS = [
  ...["deposit direct", "deposit", "suspense"],
  ...["withdrawal FINALIZED", "withdrawal REFUNDED", "sweep DONE", "sweep GIVEN_UP"],
  ...["attempt FINALIZED", "attempt FAILED", "attempt EXPIRED"],
  ...["bounty PAID", "bounty REFUNDED", "reward", "reward short"],
];

function ends(books: Books): string[] {
  return [
    ...books.deposits.map(({ direct }) => (direct ? "deposit direct" : "deposit")),
    ...books.suspense.map(() => "suspense"),
    ...books.withdrawals.map(({ state }) => `withdrawal ${state}`),
    ...books.sweeps.map(({ state }) => `sweep ${state}`),
    ...books.attempts.map(({ state }) => `attempt ${state}`),
    ...books.bounties.map(({ status }) => `bounty ${status}`),
    ...books.rewards.map(({ amount, due }) => (amount < due ? "reward short" : "reward")),
  ];
}
