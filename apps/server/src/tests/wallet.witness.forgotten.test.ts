import { afterAll, beforeAll, expect, it } from "vitest";
import { isOpen, land, reopen, restore, rounds, signedBefore } from "./wallet.fence.support.ts";
import { expectPaidOnce, memosOf, sell } from "./wallet.sales.support.ts";
import { drive, stateOf } from "./wallet.support.ts";
import { alertsOf, startTwoNodes, type TwoNodes } from "./wallet.witness.support.ts";

const PASSES = 6;

let world: TwoNodes;
beforeAll(async () => {
  world = await startTwoNodes();
});
afterAll(() => world.stop());

it("a payment that restored books have forgotten isn't booked as failed when one node says that it failed, and isn't made again [M4.17]", async () => {
  await reopen(world);
  const sale = await sell(world);
  const { paid } = await memosOf(world, sale.id);
  const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, paid);
  await land(world, forgotten);
  world.instead({
    async transaction(signature) {
      const real = await world.truth.transaction(signature);
      if (!real || signature !== forgotten.signature) return real;
      return {
        ...real,
        failed: true,
        changes: new Map([...real.changes.keys()].map((each) => [each, each === real.feePayer ? -real.fee : 0n])),
      };
    },
  });
  await restore(world);
  for (let pass = 0; pass < PASSES; pass++) {
    await drive(world);
    await rounds(world, 1);
  }
  expect([await isOpen(world), (await stateOf(world.t, sale.id)).state]).toEqual([false, "REQUESTED"]);
  expect(await alertsOf(world)).toEqual([expect.stringMatching(/^nodes_disagree .* failed .*; witness\.example says/)]);
  await world.heal();
  await reopen(world);
  await expectPaidOnce(world, sale);
  expect(await alertsOf(world)).toEqual([]);
});
