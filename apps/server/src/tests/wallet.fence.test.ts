import { randomUUID } from "node:crypto";
import { noticeBooks, processPayments, scanHotWallet, watchRound } from "@bbux/api";
import { cancelWithdrawal } from "@bbux/api/operator";
import bs58 from "bs58";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { memosOf, sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  finalized,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  work,
} from "./wallet.support.ts";

// Books that were restored, or promoted from a replica, may have forgotten payments that can still land. A fence keeps them from
// signing until that is sorted out.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const wallet = () => world.services.platformWallet;
const db = () => world.t.database.ownerDb;

/** As if the database were another server from now on. */
const restore = (identity = "7/00000001/5/16384/1") =>
  sql`update chain_state set fence_identity = ${identity}`.execute(db());

async function rounds(count = 2): Promise<void> {
  const go = async () => true;
  for (let nth = 0; nth < count; nth++) await watchRound(world.services, async () => undefined, go);
}

async function isOpen(): Promise<boolean> {
  return (await noticeBooks(db())).isOpen;
}

/** Works until the fence is open and nothing is left to pay. */
async function reopen(): Promise<void> {
  for (let pass = 0; !(await isOpen()); pass++) {
    if (pass === 100) throw new Error("The fence stays closed");
    await drive(world);
    await rounds(1);
  }
  await work(world);
}

/** A payment that the lost books have signed on a nonce that these think is free. */
async function signedBefore(to: string, lamports: bigint, reference: string, position = 1) {
  const address = wallet().nonceAddress(position);
  const { nonces } = await world.truth.nonces([address]);
  return wallet().signPayment({
    to,
    lamports,
    reference,
    nonce: { address, value: nonces[0]?.value ?? "" },
    priorityFee: 3n,
  });
}

async function land({ bytes, signature }: { readonly bytes: Uint8Array; readonly signature: string }): Promise<void> {
  await world.truth.send(bytes);
  await finalized(world, signature);
}

/** Pays a withdrawal of 1 BBUX that these books never knew. */
async function payLost(member: TestMember, { since = 0 } = {}): Promise<string> {
  const to = stranger();
  const { rows } = await sql<{ at: Date }>`select created_at as at from users where id = ${member.id}`.execute(db());
  const memberSince = new Date((rows[0]?.at.getTime() ?? 0) + since);
  const memo = wallet().noteOf({ reference: randomUUID(), userId: member.id, memberSince, amount: SOL });
  await land(await signedBefore(to, 970_000_000n, memo));
  return to;
}

describe("books found on another server", () => {
  it("sign nothing before every nonce has been renewed, so what the lost books signed can't land after it [M4.17]", async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    await restore();
    // Only now does the network hear of the forgotten payment, too late.
    await reopen();
    await world.truth.send(forgotten.bytes);
    await work(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["5", 4_850_000_000n]);
    expect((await world.truth.statuses([forgotten.signature]))[0]).toBeNull();
    expect(await stopReason(world)).toBeNull();
    await sound(world);
  });

  it("book a payment that was sent seconds before and isn't final yet, and don't pay again [M4.17]", async () => {
    const sale = await sell(world);
    await restore();
    const forgotten = await signedBefore(sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    const before = await world.truth.balances([wallet().address]);
    await world.truth.send(forgotten.bytes);
    // What is final takes seconds on a cluster: the first pass doesn't see it.
    world.instead({ signaturesOf: async () => [], balances: async () => before });
    await drive(world).catch(() => undefined);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual([]);
    await world.heal();
    await reopen();
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["5", 4_850_000_000n]);
    await sound(world);
  });

  it("give nothing back meanwhile that was never signed in them, as it may be paid already [M4.16]", async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    await land(forgotten);
    await restore();
    await cancelWithdrawal(world.services, sale.id, "Asked by the member");
    world.instead({ signaturesOf: async () => [] });
    await drive(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("REQUESTED");
    await world.heal();
    await reopen();
    expect((await stateOf(world.t, sale.id)).state).toBe("FINALIZED");
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["5", 4_850_000_000n]);
    await sound(world);
  });

  it("wait until all addresses have been read, and say so to operators after minutes", async () => {
    const sale = await sell(world);
    await restore();
    for (let pass = 0; pass < 8; pass++) {
      await drive(world);
      await world.chain.advance(4);
    }
    await rounds(1);
    await drive(world);
    expect([await isOpen(), (await stateOf(world.t, sale.id)).attempts]).toEqual([false, []]);
    expect(await alertKinds(world.t)).toEqual([]);
    await sql`update chain_state set fence_since = fence_since - interval '6 minutes'`.execute(db());
    await drive(world);
    expect(await alertKinds(world.t)).toEqual(["fence_closed"]);
    await reopen();
    expect([await isOpen(), await alertKinds(world.t)]).toEqual([true, []]);
    expect((await stateOf(world.t, sale.id)).state).toBe("FINALIZED");
  });

  it("go on following a payment that they know, on its own nonce", async () => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    await restore();
    world.t.travel(3_000);
    await reopen();
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await sound(world);
  });

  it("wait for the last nonce: one that isn't renewed may be named by a forgotten payment [M4.17]", async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    const address = Buffer.from(bs58.decode(wallet().nonceAddress(1)));
    world.instead({
      send: async (bytes) => (Buffer.from(bytes).includes(address) ? undefined : world.truth.send(bytes)),
    });
    await restore();
    for (let pass = 0; pass < 8; pass++) {
      await drive(world);
      await world.chain.advance(4);
    }
    await rounds();
    await drive(world);
    expect([await isOpen(), (await stateOf(world.t, sale.id)).attempts]).toEqual([false, []]);
    await world.heal();
    await land(forgotten);
    await reopen();
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await sound(world);
  });

  it("take and renew a nonce account that was created since the backup", async () => {
    const { rows } = await sql<{ last: number }>`select max(position) as last from payment_nonces`.execute(db());
    const position = (rows[0]?.last ?? 0) + 2;
    const rent = await world.truth.rentExemption(80);
    const { blockhash } = await world.truth.latestBlockhash();
    const created = wallet().signNonceCreation({ position, rent, blockhash });
    await land(created);
    // Lists of signatures may come back short, so the account itself is looked for.
    world.instead({
      async signaturesOf(address, page) {
        const list = await world.truth.signaturesOf(address, page);
        return list.filter(({ signature }) => signature !== created.signature);
      },
    });
    const sale = await sell(world);
    const forgotten = await signedBefore(sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid, position);
    await restore();
    await reopen();
    await world.truth.send(forgotten.bytes);
    await work(world);
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    const renewed = await sql`
      select from payment_nonces n, chain_state c where position = ${position} and n.state = 'READY' and n.fence = c.fence`.execute(
      db(),
    );
    expect(renewed.rows).toHaveLength(1);
    await world.heal();
    await scanHotWallet(world.services, "start");
    await work(world);
    await sound(world);
  });

  it("renew each nonce once, also by two workers at the same time", async () => {
    await restore();
    const before = await sql<{ n: number }>`select count(*)::int as n from payment_attempts`.execute(db());
    await Promise.allSettled([1, 2, 3, 4].map(() => processPayments(world.services)));
    await reopen();
    const after = await sql<{ n: number; nonces: number }>`
      select (select count(*)::int from payment_attempts) as n,
             (select count(*)::int from payment_nonces where state = 'READY') as nonces`.execute(db());
    expect((after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)).toBe(after.rows[0]?.nonces);
    await sound(world);
  });

  it("book what a forgotten renewal, or a payment that failed, has cost, and go on", async () => {
    const address = wallet().nonceAddress(2);
    const value = async () => (await world.truth.nonces([address])).nonces[0]?.value ?? "";
    const reference = wallet().referenceOf("cancel", address);
    await land(wallet().signCancellation({ reference, nonce: { address, value: await value() }, priorityFee: 3n }));
    const anna = await world.rich(`lost${unnamed++}`, 5n * SOL);
    const note = { reference: randomUUID(), userId: anna.id, memberSince: new Date(0), amount: SOL };
    await land(await signedBefore(stranger(), 1_000_000n * SOL, wallet().noteOf(note), 2));
    const sale = await sell(world);
    await restore();
    await reopen();
    expect([await stopReason(world), (await stateOf(world.t, sale.id)).state]).toEqual([null, "FINALIZED"]);
    await sound(world);
  });

  it("skip ids, so that none of the lost ones is given out again, and fewer after a mere restart", async () => {
    const next = async () => Number((await sql<{ id: string }>`select nextval('ids') as id`.execute(db())).rows[0]?.id);
    const { rows } = await sql<{ identity: string }>`select books_identity() as identity`.execute(db());
    const restarted = (rows[0]?.identity ?? "").replace(/\/[^/]*$/, "/1");
    const start = await next();
    await restore(restarted);
    await isOpen();
    const second = await next();
    await restore();
    await isOpen();
    expect(second - start).toBeGreaterThan(9_000);
    expect(second - start).toBeLessThan(100_000);
    expect((await next()) - second).toBeGreaterThan(900_000);
    await reopen();
  });
});

describe("a withdrawal that the books have lost", () => {
  it("is requested and booked again by the note of its payment [M4.17]", async () => {
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

  it("waits for a deposit that was lost with it, and nothing is paid before", async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await restore();
    await payLost(anna);
    const sale = await sell(world);
    await drive(world);
    expect([await stopReason(world), (await stateOf(world.t, sale.id)).attempts]).toEqual([null, []]);
    await reopen();
    expect(await balanceOf(world.t, anna)).toBe("2");
    expect(await stopReason(world)).toBeNull();
    await sound(world);
  });

  it("waits for a deposit that shows only in the sweep after it [M4.06]", async () => {
    const anna = await world.t.member(`lost${unnamed++}`);
    await payIn(world, wallet().addressOf(anna.id), 3n * SOL);
    await restore();
    await payLost(anna);
    const address = wallet().nonceAddress(2);
    const { nonces } = await world.truth.nonces([address]);
    const nonce = { address, value: nonces[0]?.value ?? "" };
    const reference = wallet().referenceOf("sweep", "4711");
    await land(wallet().signSweep({ userId: anna.id, lamports: 3n * SOL, nonce, reference, priorityFee: 3n }));
    // Whole rounds that find nothing, as the address is empty again.
    await rounds(3);
    await reopen();
    expect([await balanceOf(world.t, anna), await stopReason(world)]).toEqual(["2", null]);
    await sound(world);
  });

  it.each([
    ["whose owner has less, even with all deposits", 0],
    ["of a member whose id went to somebody else", 1],
  ])("%s stops payments, and the alert says whose it is", async (_name, since) => {
    const anna = await world.rich(`lost${unnamed++}`, since === 0 ? 1n : 5n * SOL);
    await rounds();
    await payLost(anna, { since });
    await scanHotWallet(world.services);
    expect(await stopReason(world)).toContain(`member ${anna.id}`);
    expect(await alertKinds(world.t)).toEqual(["unexplained_outflow"]);
    await world.stop();
    world = await startMoney();
  });
});
