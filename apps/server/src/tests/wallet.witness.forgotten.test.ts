import { scanHotWallet } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { waitForLocks } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fenceOf, isOpen, land, nonceAt, reopen, restore, rounds, signedBefore } from "./wallet.fence.support.ts";
import { expectPaidOnce, memosOf, sell } from "./wallet.sales.support.ts";
import { drive, stateOf, work } from "./wallet.support.ts";
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

it("a payment whose nonce a forgotten renewal has used up is made on another, though the history has booked the renewal first [M4.17]", async () => {
  const sale = await sell(world);
  world.instead({ send: async () => undefined });
  await drive(world);
  const { rows } = await sql<{ address: string; value: string }>`
    select address, value from payment_nonces where withdrawal_id = ${sale.id}`.execute(world.t.database.ownerDb);
  const [nonce = { address: "", value: "" }] = rows;
  const terms = { nonce, priorityFee: 3n, fence: await fenceOf(world) };
  const renewal = await world.services.signer.cancel({ reference: nonce.address, ...terms });
  await land(world, renewal);
  await world.heal();
  await scanHotWallet(world.services);
  // The witness confirms the renewal, and can't say yet what used up the nonce.
  world.witnessSays({
    async signaturesOf() {
      throw new ChainError("BEHIND", "It is behind");
    },
  });
  await drive(world);
  expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
  await world.heal();
  await work(world);
  await expectPaidOnce(world, sale);
  expect(await alertsOf(world)).toEqual([]);
});

it("a renewal that a forgotten one was faster than comes to an end, though the history has booked the other first [M4.17]", async () => {
  await restore(world);
  world.instead({ send: async () => undefined });
  await drive(world);
  const nonce = await nonceAt(world, 1);
  const terms = { nonce, priorityFee: 4n, fence: await fenceOf(world) };
  await land(world, await world.services.signer.cancel({ reference: nonce.address, ...terms }));
  await world.heal();
  await scanHotWallet(world.services);
  world.witnessSays({
    async signaturesOf() {
      throw new ChainError("BEHIND", "It is behind");
    },
  });
  await drive(world);
  await world.heal();
  await reopen(world);
  expect(await alertsOf(world)).toEqual([]);
});

it("a payment whose forgotten cancellation another worker books at the same moment is ended [M4.17]", async () => {
  const { ownerDb } = world.t.database;
  const sale = await sell(world);
  world.instead({ send: async () => undefined });
  await drive(world);
  const { rows } = await sql<{ id: string; address: string; value: string; reference: string }>`
    select n.id, n.address, n.value, w.reference from payment_nonces n join withdrawals w on w.id = n.withdrawal_id
     where w.id = ${sale.id}`.execute(ownerDb);
  const [nonce = { id: "", address: "", value: "", reference: "" }] = rows;
  const terms = { nonce, priorityFee: 3n, fence: await fenceOf(world) };
  const forgotten = await world.services.signer.cancel({ reference: nonce.reference, ...terms });
  await land(world, forgotten);
  await world.heal();
  let driven: Promise<unknown> = Promise.resolve();
  await ownerDb.transaction().execute(async (trx) => {
    await sql`select from withdrawals where id = ${sale.id} for update`.execute(trx);
    driven = drive(world);
    await waitForLocks(world.t.database.db, 1);
    await sql`
      insert into payment_attempts
        (created_nonce_id, signature, bytes, network_fee, lamports, last_valid_block_height, state, created_at, updated_at)
      values (${nonce.id}, ${forgotten.signature}, '', 5000, 0, 1, 'CANCELED', now(), now())`.execute(ownerDb);
  });
  await driven;
  expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED"]);
});
