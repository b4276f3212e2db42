import { randomUUID } from "node:crypto";
import { processPayments, scanHotWallet } from "@bbux/api";
import { cancelWithdrawal, resumeWithdrawals } from "@bbux/api/operator";
import { PublicKey, SystemProgram } from "@solana/web3.js";
import bs58 from "bs58";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isOpen, land, nonceAt, reopen, restore, rounds, signedBefore } from "./wallet.fence.support.ts";
import { asThief, expectPaidOnce, hotKey, memosOf, noncePool, sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  Crash,
  drive,
  held,
  type MoneyWorld,
  muchLater,
  payIn,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  transfer,
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

const wallet = () => world.wallet;
const db = () => world.t.database.ownerDb;
const renewals = () =>
  sql`select count(*)::int as n from payment_attempts where created_nonce_id is not null`.execute(db());
const attemptsOf = async (id: string) =>
  (
    await sql<{ bytes: Buffer; signature: string }>`
    select bytes, signature from payment_attempts where withdrawal_id = ${id} order by id`.execute(db())
  ).rows;

describe("books found on another server", () => {
  it("sign nothing before every nonce has been renewed, so what the lost books signed can't land after it [M4.17]", async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    await restore(world);
    // Only now does the network hear of the forgotten payment, too late.
    await reopen(world);
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
    await restore(world);
    const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    const before = await world.truth.balances([wallet().address]);
    await world.truth.send(forgotten.bytes);
    // What is final takes seconds on a cluster: the first pass doesn't see it.
    world.instead({ signaturesOf: async () => [], balances: async () => before });
    await drive(world).catch(() => undefined);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual([]);
    await world.heal();
    await reopen(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["5", 4_850_000_000n]);
    await sound(world);
  });

  it("give nothing back meanwhile that was never signed in them, as it may be paid already [M4.16]", async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    await land(world, forgotten);
    await restore(world);
    await cancelWithdrawal(world.services, sale.id, "Asked by the member");
    world.instead({ signaturesOf: async () => [] });
    await drive(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("REQUESTED");
    await world.heal();
    await reopen(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("FINALIZED");
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["5", 4_850_000_000n]);
    await sound(world);
  });

  it("wait until all addresses have been read, and say so to operators after minutes", async () => {
    const sale = await sell(world);
    await restore(world);
    for (let pass = 0; pass < 8; pass++) {
      await drive(world);
      await world.chain.advance(4);
    }
    await rounds(world, 1);
    await drive(world);
    expect([await isOpen(world), (await stateOf(world.t, sale.id)).attempts]).toEqual([false, []]);
    expect(await alertKinds(world.t)).toEqual([]);
    await sql`update chain_state set fence_since = fence_since - interval '6 minutes'`.execute(db());
    await drive(world);
    expect(await alertKinds(world.t)).toEqual(["fence_closed"]);
    await reopen(world);
    expect([await isOpen(world), await alertKinds(world.t)]).toEqual([true, []]);
    expect((await stateOf(world.t, sale.id)).state).toBe("FINALIZED");
  });

  it("go on following a payment that they know, on its own nonce", { tags: "proof" }, async () => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    await restore(world);
    world.t.travel(3_000);
    await reopen(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await sound(world);
  });

  it("stay open when a payment lands that was under way when they were found, and pay others at once [M4.17]", {
    tags: "proof",
  }, async () => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const unsent = { send: async () => undefined };
    const [attempt] = await attemptsOf(sale.id);
    await restore(world);
    // The network doesn't take it until the fence is open, and takes everything else.
    world.instead({
      send: async (bytes) =>
        Buffer.from(bytes).equals(attempt?.bytes ?? Buffer.of()) ? unsent.send() : world.truth.send(bytes),
    });
    for (let pass = 0; !(await isOpen(world)) && pass < 100; pass++) {
      await drive(world);
      await rounds(world, 1);
    }
    expect([await isOpen(world), (await stateOf(world.t, sale.id)).state]).toEqual([true, "SENT"]);
    await world.heal();
    const { rows: before } = await renewals();
    await land(world, { bytes: attempt?.bytes ?? Buffer.of(), signature: attempt?.signature ?? "" });
    const next = await sell(world);
    for (let pass = 0; pass < 2; pass++) await drive(world);
    expect([await isOpen(world), (await stateOf(world.t, sale.id)).state]).toEqual([true, "FINALIZED"]);
    expect((await stateOf(world.t, next.id)).attempts).toHaveLength(1);
    expect((await renewals()).rows).toEqual(before);
    await work(world);
    await sound(world);
  });

  it("wait for the last nonce: one that isn't renewed may be named by a forgotten payment [M4.17]", {
    tags: "proof",
  }, async () => {
    const sale = await sell(world);
    const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, (await memosOf(world, sale.id)).paid);
    const address = Buffer.from(bs58.decode(wallet().nonceAddress(1)));
    world.instead({
      send: async (bytes) => (Buffer.from(bytes).includes(address) ? undefined : world.truth.send(bytes)),
    });
    await restore(world);
    for (let pass = 0; pass < 8; pass++) {
      await drive(world);
      await world.chain.advance(4);
    }
    await rounds(world);
    await drive(world);
    expect([await isOpen(world), (await stateOf(world.t, sale.id)).attempts]).toEqual([false, []]);
    await world.heal();
    await land(world, forgotten);
    await reopen(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await sound(world);
  });

  it("renew a nonce that a payment holds unsigned, as the lost books can have given it back and paid another with it [M4.17]", {
    tags: "proof",
  }, async () => {
    const [holder, other] = [await sell(world), await sell(world)];
    world.crashAt("withdrawal.nonce");
    await expect(work(world)).rejects.toThrow(Crash);
    const { rows } = await sql<{ id: string; position: number; value: string }>`
      select id::text, position, value from payment_nonces where value is not null`.execute(db());
    const [nonce] = rows;
    if (!nonce) throw new Error("No payment holds a nonce");
    const paid = (await memosOf(world, other.id)).paid;
    const forgotten = await signedBefore(world, other.to, 4_850_000_000n, paid, nonce.position);
    await restore(world);
    await reopen(world);
    const used = await sql`
      select state from payment_attempts where created_nonce_id = ${nonce.id} and nonce_value = ${nonce.value}`.execute(
      db(),
    );
    expect(used.rows).toEqual([{ state: "CANCELED" }]);
    await world.truth.send(forgotten.bytes);
    await work(world);
    for (const sale of [holder, other]) await expectPaidOnce(world, sale);
    expect((await world.truth.statuses([forgotten.signature]))[0]).toBeNull();
    await sound(world);
  });

  it("take and renew a nonce account that was created since the backup", { tags: "proof" }, async () => {
    const { rows } = await sql<{ last: number }>`select max(position) as last from payment_nonces`.execute(db());
    const position = (rows[0]?.last ?? 0) + 2;
    const rent = await world.truth.rentExemption(80);
    const { blockhash } = await world.truth.latestBlockhash();
    const created = wallet().signNonceCreation({ position, rent, blockhash });
    await land(world, created);
    // Lists of signatures may come back short, so the account itself is looked for.
    world.instead({
      async signaturesOf(address, page) {
        const list = await world.truth.signaturesOf(address, page);
        return list.filter(({ signature }) => signature !== created.signature);
      },
    });
    const sale = await sell(world);
    const forgotten = await signedBefore(
      world,
      sale.to,
      4_850_000_000n,
      (await memosOf(world, sale.id)).paid,
      position,
    );
    await restore(world);
    await reopen(world);
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

  /** An account that the lost books have created otherwise than these know, and a payment on it. */
  const createdOtherwise = async () => {
    Object.assign(world.services.money, { noncePool: (await noncePool(world)).length + 1 });
    world.instead({ send: async () => undefined });
    await drive(world);
    await muchLater(world);
    await drive(world);
    const { rows } = await sql<{ last: number }>`select max(position) as last from payment_nonces`.execute(db());
    const position = rows[0]?.last ?? 0;
    const rent = await world.truth.rentExemption(80);
    const { blockhash } = await world.truth.latestBlockhash();
    const created = wallet().signNonceCreation({ position, rent, blockhash });
    await land(world, created);
    await world.heal();
    const sale = await sell(world);
    const { paid } = await memosOf(world, sale.id);
    const forgotten = await signedBefore(world, sale.to, 4_850_000_000n, paid, position);
    await restore(world);
    // The expired creation is due to be given up.
    world.t.travel(31_000);
    return { sale, forgotten, created };
  };
  const expectNotSentAfter = async ({ sale, forgotten }: Awaited<ReturnType<typeof createdOtherwise>>) => {
    await world.truth.send(forgotten.bytes);
    await work(world);
    await expectPaidOnce(world, sale);
    expect((await world.truth.statuses([forgotten.signature]))[0]).toBeNull();
    expect([(await noncePool(world)).at(-1)?.state, await stopReason(world)]).toEqual(["READY", null]);
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  };

  it("take and renew a nonce account that the lost books have created by another transaction than they know [M4.17]", {
    tags: "proof",
  }, async () => {
    const made = await createdOtherwise();
    await reopen(world);
    await expectNotSentAfter(made);
  });

  it("pay nothing while they see such an account and not what created it [M4.17]", { tags: "proof" }, async () => {
    const made = await createdOtherwise();
    world.instead({
      async signaturesOf(address, page) {
        const list = await world.truth.signaturesOf(address, page);
        return list.filter(({ signature }) => signature !== made.created.signature);
      },
    });
    for (let pass = 0; pass < 8; pass++) {
      await drive(world);
      await rounds(world, 1);
      await world.chain.advance(4);
    }
    expect([await isOpen(world), (await stateOf(world.t, made.sale.id)).attempts]).toEqual([false, []]);
    await world.heal();
    await scanHotWallet(world.services, "start");
    await reopen(world);
    await expectNotSentAfter(made);
  });

  it("renew each nonce once, also by two workers at the same time", { tags: "proof" }, async () => {
    await restore(world);
    const before = await sql<{ n: number }>`select count(*)::int as n from payment_attempts`.execute(db());
    await Promise.allSettled([1, 2, 3, 4].map(() => processPayments(world.services)));
    await reopen(world);
    const after = await sql<{ n: number; nonces: number }>`
      select (select count(*)::int from payment_attempts) as n,
             (select count(*)::int from payment_nonces where state = 'READY') as nonces`.execute(db());
    expect((after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)).toBe(after.rows[0]?.nonces);
    await sound(world);
  });

  it("book what a forgotten renewal, the cancellation of a withdrawal that was lost with its request, or a payment that failed has cost, and go on", {
    tags: "proof",
  }, async () => {
    for (const canceled of [(await nonceAt(world, 2)).address, randomUUID()]) {
      const nonce = await nonceAt(world, 2);
      const reference = wallet().cancelMemo(canceled, nonce.value);
      await land(world, wallet().signCancellation({ reference, nonce, priorityFee: 3n }));
    }
    const anna = await world.rich(`lost${unnamed++}`, 5n * SOL);
    const note = { reference: randomUUID(), userId: anna.id, memberSince: new Date(0), amount: SOL };
    await land(world, await signedBefore(world, stranger(), 1_000_000n * SOL, wallet().noteOf(note), 2));
    const sale = await sell(world);
    await restore(world);
    await reopen(world);
    expect([await stopReason(world), (await stateOf(world.t, sale.id)).state]).toEqual([null, "FINALIZED"]);
    await sound(world);
  });

  it("book the fees of forgotten creations of nonce accounts that failed, even if the account exists by now, and go on [M4.17]", async () => {
    const { rows } = await sql<{ last: number }>`select max(position) as last from payment_nonces`.execute(db());
    const position = (rows[0]?.last ?? 0) + 1;
    const rent = await world.truth.rentExemption(80);
    const create = async (lamports: bigint, at: number) => {
      const { blockhash } = await world.truth.latestBlockhash();
      const created = wallet().signNonceCreation({ position: at, rent: lamports, blockhash });
      await land(world, created);
      return created.signature;
    };
    const failed = [await create(2n * rent, 1), await create(1_000_000n * SOL, position)];
    const landed = await create(rent, position);
    await restore(world);
    await reopen(world);
    const booked = await sql<{ signature: string; state: string; network_fee: string }>`
      select signature, state, network_fee::text from payment_attempts
       where signature = any (${[...failed, landed]}::text[]) order by id`.execute(db());
    expect(booked.rows).toEqual([
      { signature: failed[0], state: "FAILED", network_fee: "5000" },
      { signature: failed[1], state: "FAILED", network_fee: "5000" },
      { signature: landed, state: "FINALIZED", network_fee: `${rent + 5_000n}` },
    ]);
    expect([await stopReason(world), (await noncePool(world)).at(-1)?.state]).toEqual([null, "READY"]);
    await sound(world);
  });

  it("book the fee of a failed creation even if its account is lost because someone else has paid its address [M4.17]", async () => {
    const { rows } = await sql<{ last: number }>`select max(position) as last from payment_nonces`.execute(db());
    const position = (rows[0]?.last ?? 0) + 1;
    const { blockhash } = await world.truth.latestBlockhash();
    const created = wallet().signNonceCreation({ position, rent: 1_000_000n * SOL, blockhash });
    await land(world, created);
    await payIn(world, wallet().nonceAddress(position), SOL);
    await restore(world);
    Object.assign(world.services.money, { noncePool: (await noncePool(world)).length + 1 });
    await reopen(world);
    const booked = await sql<{ nonce: string; attempt: string }>`
      select n.state as nonce, p.state as attempt from payment_attempts p join payment_nonces n on n.id = p.created_nonce_id
       where p.signature = ${created.signature}`.execute(db());
    expect(booked.rows).toEqual([{ nonce: "LOST", attempt: "FAILED" }]);
    expect(await stopReason(world)).toBeNull();
    await sound(world);
  });

  it("find what used up a nonce among several renewals that the lost books have made of one account [M4.17]", {
    tags: "proof",
  }, async () => {
    await restore(world);
    world.instead({ send: async () => undefined });
    await processPayments(world.services);
    for (const priorityFee of [3n, 5n]) {
      const nonce = await nonceAt(world, 2);
      const reference = wallet().referenceOf("cancel", nonce.address);
      await land(world, wallet().signCancellation({ reference, nonce, priorityFee }));
    }
    await world.heal();
    // The others are sent again.
    world.t.travel(3_000);
    await reopen(world);
    await sound(world);
  });

  it("skip ids, so that none of the lost ones is given out again, and fewer after a mere restart", async () => {
    const next = async () => Number((await sql<{ id: string }>`select nextval('ids') as id`.execute(db())).rows[0]?.id);
    const { rows } = await sql<{ identity: string }>`select books_identity() as identity`.execute(db());
    const restarted = (rows[0]?.identity ?? "").replace(/\/[^/]*$/, "/1");
    const start = await next();
    await restore(world, restarted);
    await isOpen(world);
    const second = await next();
    await restore(world);
    await isOpen(world);
    expect(second - start).toBeGreaterThan(9_000);
    expect(second - start).toBeLessThan(100_000);
    expect((await next()) - second).toBeGreaterThan(900_000);
    await reopen(world);
  });

  it("don't take a failed or small payment for a creation, even if it names nothing but a nonce account or creates one, too", async () => {
    const nonce = await nonceAt(world, 1);
    const account = new PublicKey(nonce.address);
    const most = 1_000_000n * SOL;
    const toAccount = transfer(hotKey, nonce.address, most);
    const toOther = transfer(hotKey, stranger(), most);
    toOther.keys.push({ pubkey: account, isSigner: false, isWritable: true });
    const using = SystemProgram.nonceAdvance({ noncePubkey: account, authorizedPubkey: hotKey.publicKey });
    const creation = SystemProgram.createNonceAccount({
      fromPubkey: hotKey.publicKey,
      basePubkey: hotKey.publicKey,
      seed: "other",
      noncePubkey: account,
      authorizedPubkey: hotKey.publicKey,
      lamports: Number(SOL),
    }).instructions;
    creation[0]?.keys.push({ pubkey: new PublicKey(stranger()), isSigner: false, isWritable: true });
    for (const [instructions, blockhash] of [
      [[toAccount]],
      [[toOther]],
      [[transfer(hotKey, wallet().nonceAddress((await noncePool(world)).length + 1), 890_880n)]],
      [[using, toAccount], nonce.value],
      [creation],
    ] as const) {
      await asThief(world, [...instructions], blockhash);
      await scanHotWallet(world.services);
      expect(await stopReason(world)).toContain("is no transaction of the platform");
      await resumeWithdrawals(world.services);
    }
  });
});
