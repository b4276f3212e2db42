import { publishReserves, scanHotWallet } from "@bbux/api";
import { auditReserves } from "@bbux/api/operator";
import { PublicKey } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call } from "./support.ts";
import { memosOf, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  finalized,
  held,
  type MoneyWorld,
  payer,
  payIn,
  SOL,
  sign,
  sound,
  startMoney,
  stateOf,
  stranger,
  transfer,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Books restored from a backup have forgotten what happened since. The chain hasn't, and what the platform signed says what it
// was for.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const wallet = () => world.wallet;
const isStopped = async () => (await stopReason(world)) !== null;

/** The terms of a payment that these books know nothing of, on a nonce that they think is free. */
async function forgotten(reference: string) {
  const address = wallet().nonceAddress(1);
  const { nonces } = await world.truth.nonces([address]);
  const nonce = { address, value: nonces[0]?.value ?? "" };
  return { nonce, reference, priorityFee: 3n };
}

async function land({ bytes, signature }: { readonly bytes: Uint8Array; readonly signature: string }): Promise<void> {
  await world.truth.send(bytes);
  await finalized(world, signature);
}

async function selling(): Promise<{ anna: TestMember; to: string; id: string }> {
  const anna = await world.rich(`member${unnamed++}`, 5n * SOL);
  const to = stranger();
  return { anna, to, id: await withdrawal(world.t, anna, "1", to) };
}

describe("a payment that the books have forgotten", () => {
  it("is booked as the withdrawal that it names, which isn't paid again [M4.17]", async () => {
    const { anna, to, id } = await selling();
    await land(
      wallet().signPayment({ to, lamports: 970_000_000n, ...(await forgotten((await memosOf(world, id)).paid)) }),
    );
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["4", 970_000_000n]);
    expect(await isStopped()).toBe(false);
    await sound(world);
  });

  it("is refunded if it was canceled [M4.16]", async () => {
    const { anna, to, id } = await selling();
    await land(wallet().signCancellation(await forgotten((await memosOf(world, id)).canceled)));
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts: ["CANCELED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["5", 0n]);
    await sound(world);
  });

  it("of another amount, or without the reference of an open withdrawal, stops payments before anything is signed", async () => {
    const { to, id } = await selling();
    await land(
      wallet().signPayment({ to, lamports: 970_000_001n, ...(await forgotten((await memosOf(world, id)).paid)) }),
    );
    await drive(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    expect([await isStopped(), await alertKinds(world.t)]).toEqual([true, ["unexplained_outflow"]]);
    // The rest of this file has books that agree.
    await world.stop();
    world = await startMoney();
  });

  it("behind a transaction that the node can't show isn't paid again: nothing is signed until all is read [M4.17]", {
    tags: "proof",
  }, async () => {
    const { anna, to, id } = await selling();
    await scanHotWallet(world.services);
    const from = await payer(world.chain, SOL);
    const naming = transfer(from, from.publicKey.toBase58(), 1n);
    naming.keys.push({ pubkey: new PublicKey(wallet().address), isSigner: false, isWritable: false });
    const named = await sign(world, [from], [naming]);
    await land(named);
    await land(
      wallet().signPayment({ to, lamports: 970_000_000n, ...(await forgotten((await memosOf(world, id)).paid)) }),
    );
    world.instead({
      transaction: async (signature) => (signature === named.signature ? null : world.truth.transaction(signature)),
    });
    await drive(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    await world.heal();
    await work(world);
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["4", 970_000_000n]);
    await sound(world);
  });

  it("by two processes at once is booked once", { tags: "proof" }, async () => {
    const { to, id } = await selling();
    await land(
      wallet().signPayment({ to, lamports: 970_000_000n, ...(await forgotten((await memosOf(world, id)).paid)) }),
    );
    await Promise.all([scanHotWallet(world.services), scanHotWallet(world.services), work(world), work(world)]);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await isStopped()).toBe(false);
    await sound(world);
  });
});

describe("a deposit that was credited and swept since the backup", () => {
  it("is found by its sweep, credited to its owner once, and never listed as unclaimed [M4.06]", async () => {
    const anna = await world.t.member(`member${unnamed++}`);
    const address = wallet().addressOf(anna.id);
    const signature = await payIn(world, address, 5n * SOL);
    await land(
      wallet().signSweep({
        userId: anna.id,
        lamports: 5n * SOL,
        ...(await forgotten(wallet().referenceOf("sweep", "1"))),
      }),
    );
    await scanHotWallet(world.services);
    await work(world);
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("5");
    const again = await call(world.t, "POST", "/wallet/confirm-deposit", { as: anna, body: { signature } });
    expect(again.statusCode).toBe(200);
    expect(await balanceOf(world.t, anna)).toBe("5");
    const { rows } = await sql`select from suspense_items where reason = 'unknown_sender'`.execute(
      world.t.database.ownerDb,
    );
    expect(rows).toEqual([]);
    expect((await publishReserves(world.services, 0)).unexplained).toBe("0");
    const audit = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 10 });
    expect(audit.problems).toEqual([]);
    await sound(world);
  });
});

it("a sweep that failed since the backup has cost its fee, and payments go on", async () => {
  const anna = await world.rich(`member${unnamed++}`, SOL);
  const terms = await forgotten(wallet().referenceOf("sweep", "2"));
  await land(wallet().signSweep({ userId: anna.id, lamports: 900n * SOL, ...terms }));
  await scanHotWallet(world.services);
  await work(world);
  expect([await isStopped(), await balanceOf(world.t, anna)]).toEqual([false, "1"]);
  expect((await publishReserves(world.services, 0)).unexplained).toBe("0");
  await sound(world);
});

describe("a nonce account that was created since the backup", () => {
  it("joins the pool, and its cost is booked", async () => {
    const position = await nextPosition();
    await create(position, await world.truth.rentExemption(80));
    await work(world);
    expect(await statesAt(position)).toEqual([{ state: "READY" }]);
    expect(await isStopped()).toBe(false);
    await sound(world);
  });

  it("isn't what took more SOL than an account needs: payments stop", async () => {
    const position = await nextPosition();
    await create(position, 5_000_001n);
    expect(await statesAt(position)).toEqual([]);
    expect(await isStopped()).toBe(true);
  });
});

async function create(position: number, rent: bigint): Promise<void> {
  const { blockhash } = await world.truth.latestBlockhash();
  await land(wallet().signNonceCreation({ position, rent, blockhash }));
  await scanHotWallet(world.services);
}

async function nextPosition(): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) + 1 as last from payment_nonces`.execute(world.t.database.ownerDb);
  return rows[0]?.last ?? 1;
}

async function statesAt(position: number): Promise<unknown[]> {
  const { rows } = await sql`
    select state from payment_nonces where position = ${position}`.execute(world.t.database.ownerDb);
  return rows;
}
