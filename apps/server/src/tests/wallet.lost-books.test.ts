import { randomUUID } from "node:crypto";
import { planSweeps, scanHotWallet, sealLog } from "@bbux/api";
import { verifyLog } from "@bbux/client/verify";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { land, nonceAt, reopen, restore, rounds, signedBefore } from "./wallet.fence.support.ts";
import { sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Books that were restored may not know of a withdrawal, deposit, or sweep that the chain shows.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const wallet = () => world.wallet;
const db = () => world.t.database.ownerDb;

/** Pays a withdrawal of 1 BBUX that these books never knew. */
async function payLost(member: TestMember, { since = 0, position = 1 } = {}): Promise<string> {
  const to = stranger();
  const { rows } = await sql<{ at: Date }>`select created_at as at from users where id = ${member.id}`.execute(db());
  const memberSince = new Date((rows[0]?.at.getTime() ?? 0) + since);
  const memo = wallet().noteOf({ reference: randomUUID(), userId: member.id, memberSince, amount: SOL });
  await land(world, await signedBefore(world, to, 970_000_000n, memo, position));
  return to;
}

/** A sweep of a member's address that the lost books have signed. */
async function sweepLost({ id: userId }: TestMember, sol: bigint) {
  const reference = wallet().referenceOf("sweep", "4711");
  return wallet().signSweep({
    userId,
    lamports: sol * SOL,
    nonce: await nonceAt(world, 2),
    reference,
    priorityFee: 3n,
  });
}

describe("a withdrawal that the books have lost", () => {
  it("is requested and booked again by the note of its payment [M4.17]", { tags: "proof" }, async () => {
    const anna = await world.rich(`lost${unnamed++}`, 5n * SOL);
    const to = await payLost(anna);
    await scanHotWallet(world.services);
    await work(world);
    const { rows } = await sql`
      select amount::text, fee::text, destination, state from withdrawals where user_id = ${anna.id}`.execute(db());
    expect(rows).toEqual([{ amount: "1000000000", fee: "30000000", destination: to, state: "FINALIZED" }]);
    expect(await balanceOf(world.t, anna)).toBe("4");
    expect(await stopReason(world)).toBeNull();
    await sound(world);
  });

  it("keeps the public log provable when it took another fee than the one these books state [M3.11]", {
    tags: "proof",
  }, async () => {
    const anna = await world.rich(`lost${unnamed++}`, 5n * SOL);
    await sell(world);
    const to = stranger();
    const { rows } = await sql<{ at: Date }>`select created_at as at from users where id = ${anna.id}`.execute(db());
    const memberSince = rows[0]?.at ?? new Date(0);
    // The lost books had lowered the fee from 3% to 1.5%.
    const memo = wallet().noteOf({ reference: randomUUID(), userId: anna.id, memberSince, amount: SOL });
    await land(world, await signedBefore(world, to, 985_000_000n, memo));
    await scanHotWallet(world.services);
    await work(world);
    const paid = await sql`select fee::text, state from withdrawals where user_id = ${anna.id}`.execute(db());
    expect(paid.rows).toEqual([{ fee: "15000000", state: "FINALIZED" }]);
    await sell(world);
    await work(world);
    await sealLog(world.services);
    const log = await call(world.t, "GET", "/transparency/log.ndjson");
    expect(await verifyLog(log.body.trim().split("\n"), { header: "required" })).toMatchObject({
      problem: null,
      fees: { withdrawalFee: 300n },
    });
    await sound(world);
  });

  it("waits for a deposit that was lost with it, and nothing is paid before", { tags: "proof" }, async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await restore(world);
    await payLost(anna);
    const sale = await sell(world);
    await drive(world);
    expect([await stopReason(world), (await stateOf(world.t, sale.id)).attempts]).toEqual([null, []]);
    await reopen(world);
    expect(await balanceOf(world.t, anna)).toBe("2");
    expect(await stopReason(world)).toBeNull();
    await sound(world);
  });

  it("waits for a deposit that the node doesn't show yet, though all addresses were read", async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    const hidden = await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await restore(world);
    await payLost(anna);
    world.instead({
      transaction: async (signature) => (signature === hidden ? null : world.truth.transaction(signature)),
    });
    for (let pass = 0; pass < 6; pass++) {
      await drive(world);
      await rounds(world, 1);
    }
    await scanHotWallet(world.services);
    expect([await balanceOf(world.t, anna), await stopReason(world)]).toEqual(["0", null]);
    await world.heal();
    await reopen(world);
    expect([await balanceOf(world.t, anna), await stopReason(world)]).toEqual(["2", null]);
    await sound(world);
  });

  it("waits for a deposit that shows only in the sweep after it [M4.06]", { tags: "proof" }, async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await restore(world);
    await payLost(anna);
    await land(world, await sweepLost(anna, 3n));
    // Whole rounds that find nothing, as the address is empty again.
    await rounds(world, 3);
    await reopen(world);
    expect([await balanceOf(world.t, anna), await stopReason(world)]).toEqual(["2", null]);
    await sound(world);
  });

  it("takes the place of what its owner has asked for since, of which nothing is signed [M4.17]", async () => {
    const anna = await world.rich(`lost${unnamed++}`, 3n * SOL);
    await restore(world);
    const [first, second, third] = [stranger(), stranger(), stranger()];
    const before = await withdrawal(world.t, anna, "1", first);
    const since = [await withdrawal(world.t, anna, "0.5", second), await withdrawal(world.t, anna, "1.2", third)];
    const to = await payLost(anna);
    // What the lost books have signed could still land, so nothing is given back yet.
    await drive(world);
    await rounds(world);
    await scanHotWallet(world.services);
    expect((await stateOf(world.t, since[1] ?? "")).state).toBe("REQUESTED");
    await reopen(world);
    await work(world);
    expect(await stopReason(world)).toBeNull();
    // What was asked for last is given back, and no more than that.
    expect(await Promise.all([before, ...since].map((id) => stateOf(world.t, id)))).toMatchObject([
      { state: "FINALIZED" },
      { state: "FINALIZED" },
      { state: "REFUNDED" },
    ]);
    expect(await Promise.all([to, first, second, third].map((address) => held(world, address)))).toEqual([
      970_000_000n,
      970_000_000n,
      485_000_000n,
      0n,
    ]);
    expect(await balanceOf(world.t, anna)).toBe("0.5");
    const { transactions } = ok(await call(world.t, "GET", "/wallet/transactions", { as: anna }));
    expect(JSON.stringify(transactions)).toContain("already paid by an earlier withdrawal");
    await sound(world);
  });

  it("takes the place of as much when there are several, and nothing is paid beyond what its owner had [M4.17]", {
    tags: "proof",
  }, async () => {
    const anna = await world.rich(`lost${unnamed++}`, 2n * SOL);
    await restore(world);
    const since = [await withdrawal(world.t, anna, "1", stranger()), await withdrawal(world.t, anna, "1", stranger())];
    const paid = [await payLost(anna), await payLost(anna, { position: 2 })];
    await reopen(world);
    await work(world);
    expect(await stopReason(world)).toBeNull();
    expect(await Promise.all(since.map((id) => stateOf(world.t, id)))).toMatchObject([
      { state: "REFUNDED" },
      { state: "REFUNDED" },
    ]);
    expect(await Promise.all(paid.map((address) => held(world, address)))).toEqual([970_000_000n, 970_000_000n]);
    expect(await balanceOf(world.t, anna)).toBe("0");
    await sound(world);
  });

  it("takes the place of a request that holds a nonce, once that is used up", async () => {
    const anna = await world.rich(`lost${unnamed++}`, 1n * SOL);
    await rounds(world);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "1", to);
    world.crashAt("withdrawal.nonce");
    await expect(work(world)).rejects.toThrow();
    await world.heal();
    const paid = await payLost(anna, { position: 2 });
    await work(world);
    expect(await stopReason(world)).toBeNull();
    expect(await stateOf(world.t, id)).toMatchObject({ state: "REFUNDED" });
    expect([await held(world, paid), await held(world, to), await balanceOf(world.t, anna)]).toEqual([
      970_000_000n,
      0n,
      "0",
    ]);
    await sound(world);
  });

  it.each(
    sampled([
      ["whose owner has less, even with all deposits", 0],
      ["of a member whose id went to somebody else", 1],
    ] as const),
  )("%s stops payments, and the alert says whose it is", async (_name, since) => {
    const anna = await world.rich(`lost${unnamed++}`, since === 0 ? 1n : 5n * SOL);
    await rounds(world);
    await payLost(anna, { since });
    await scanHotWallet(world.services);
    expect(await stopReason(world)).toContain(`member ${anna.id}`);
    expect(await alertKinds(world.t)).toEqual(["unexplained_outflow"]);
    await world.stop();
    world = await startMoney();
  });
});

describe("a sweep that the books have lost", () => {
  it("is booked after the one before it, which these books still follow [M1.02]", { tags: "proof" }, async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await watchAll(world);
    await planSweeps(world.services);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const open = await sql<{ bytes: Buffer; signature: string }>`
      select bytes, signature from payment_attempts where sweep_id is not null and state = 'SENT'`.execute(db());
    expect(open.rows).toHaveLength(1);
    // Both landed before the books were restored to this moment.
    for (const sent of open.rows) await land(world, sent);
    await payIn(world, wallet().addressOf(anna.id), 2n * SOL);
    await land(world, await sweepLost(anna, 2n));
    await restore(world);
    await scanHotWallet(world.services);
    await reopen(world);
    expect([await balanceOf(world.t, anna), await alertKinds(world.t)]).toEqual(["5", []]);
    await sound(world);
  });
});
