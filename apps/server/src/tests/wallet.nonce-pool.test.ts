import { planSweeps, processPayments, scanHotWallet } from "@bbux/api";
import { auditReserves, measureReserves, resumeWithdrawals } from "@bbux/api/operator";
import { sampled } from "@bbux/db/testing/form";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { asThief, expectPaidOnce, hotKey, noncePool, type Sale, sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
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
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// The pool always has a nonce account for the next payment, or the payment waits for one.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const selling = () => sell(world);
const paidOnce = (sale: Sale) => expectPaidOnce(world, sale);
const isStopped = async () => (await stopReason(world)) !== null;

describe("a payment on a nonce", () => {
  it("waits while all nonces are held, and is paid when one is free again", { tags: "proof" }, async () => {
    const sales = [];
    for (let nth = 0; nth < 8; nth++) sales.push(await selling());
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    const states = await Promise.all(sales.map(async ({ id }) => (await stateOf(world.t, id)).state));
    expect(states.filter((state) => state === "SENT")).toHaveLength(6);
    expect((await noncePool(world)).filter(({ value }) => value === null)).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await Promise.all([work(world), work(world)]);
    for (const sale of sales) await paidOnce(sale);
    expect((await noncePool(world)).map(({ value }) => value)).toEqual(Array(6).fill(null));
  });

  it("holds no nonce if the hot wallet can't afford it, so that sweeps continue and bring the SOL", {
    tags: "proof",
  }, async () => {
    const poor = await startMoney({ env: { NONCE_POOL: "2", HOT_WALLET_FLOOR: "1000" } });
    try {
      const members = await Promise.all(["a", "b", "c"].map((name) => poor.rich(`poor${name}`, 10n * SOL)));
      const ids = await Promise.all(members.map((member) => withdrawal(poor.t, member, "5", stranger())));
      const [anna] = members;
      if (!anna) throw new Error("nobody");
      const address = poor.wallet.addressOf(anna.id);
      await payIn(poor, address, 3n * SOL);
      await watchAll(poor);
      expect(await planSweeps(poor.services)).toBe(1);
      await drive(poor);
      await expect.poll(() => held(poor, address)).toBe(0n);
      expect(await alertKinds(poor.t)).toContain("hot_wallet_short");
      for (const id of ids) expect(await stateOf(poor.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    } finally {
      await poor.stop();
    }
  });
});

it("a platform without a float raises no alert while there is nothing to pay", async () => {
  const t = await createTestApp({ chainUrl: world.chain.url, platformSeed: new Uint8Array(32).fill(2) });
  try {
    await processPayments(t.services);
    expect(await alertKinds(t)).toEqual([]);
  } finally {
    await t.close();
  }
});

describe("creating a nonce account", () => {
  /** Wants one more. */
  const grow = () => Object.assign(world.services.money, { noncePool: world.services.money.noncePool + 1 });
  const newest = async () => (await noncePool(world)).at(-1);
  const newestAttempts = async () => {
    const { id } = (await newest()) ?? {};
    const attempts = world.t.database.db.selectFrom("payment_attempts").select("state");
    return (await attempts.where("created_nonce_id", "=", id ?? null).execute()).map(({ state }) => state);
  };

  it.each(sampled(["nonce.stored", "nonce.finalized"] as const))(
    "resumes after a crash at %s, and costs its rent once",
    async (point) => {
      const before = await ledgerBalance(world.t.database.db, "equity", "operator");
      grow();
      world.crashAt(point);
      await expect(work(world)).rejects.toThrow(Crash);
      await sound(world);
      await work(world);
      expect(await newest()).toMatchObject({ state: "READY" });
      expect(before - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(1_447_680n + 5_000n);
      await sound(world);
    },
  );

  it.each(sampled(["nonce.missing", "nonce.expired"] as const))(
    "is signed again after its blockhash expired, with a crash at %s",
    async (point) => {
      const before = await ledgerBalance(world.t.database.db, "equity", "operator");
      grow();
      await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
      await drive(world);
      await muchLater(world);
      world.crashAt(point);
      const passes = async () => {
        for (let look = 0; look < 3; look++) {
          await drive(world);
          world.t.travel(31_000);
        }
      };
      await expect(passes()).rejects.toThrow(Crash);
      await world.heal();
      await passes();
      await work(world);
      expect(await newest()).toMatchObject({ state: "READY" });
      expect(before - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(1_447_680n + 5_000n);
      await sound(world);
    },
  );

  it("is tried again a minute after the chain refused it", async () => {
    const before = await ledgerBalance(world.t.database.db, "equity", "operator");
    grow();
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    // On a slow machine it would be final, and booked, in the same run.
    await world.chain.pause();
    await processPayments(world.services);
    await world.chain.advance(40);
    // Reserves explain its cost even before it is booked.
    expect((await measureReserves(world.services)).unexplained).toBe("0");
    const { problems } = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 0 });
    expect([problems, await newestAttempts()]).toEqual([[], ["SENT"]]);
    await world.chain.resume();
    await work(world);
    expect(await newest()).toMatchObject({ state: "WANTED" });
    await drive(world);
    world.t.travel(61_000);
    await work(world);
    expect(await newest()).toMatchObject({ state: "READY" });
    expect(before - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(1_447_680n + 2n * 5_000n);
    await sound(world);
  });

  it("gives up an address that is in use, and takes another position", { tags: "proof" }, async () => {
    const positions = (await noncePool(world)).length;
    const address = world.services.platformWallet.nonceAddress(positions + 1);
    await payIn(world, address, SOL);
    grow();
    await work(world);
    await work(world);
    expect((await noncePool(world)).slice(-2).map(({ state }) => state)).toEqual(["LOST", "READY"]);
    await sound(world);
  });
});

describe("a nonce that someone else controls", () => {
  it("stops payments when someone else uses it up; once resumed, and allowed at the signer, the payment is signed on another and paid once", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const [taken] = (await noncePool(world)).filter(({ value }) => value !== null);
    await asThief(world, [
      SystemProgram.nonceAdvance({
        noncePubkey: new PublicKey(taken?.address ?? ""),
        authorizedPubkey: hotKey.publicKey,
      }),
    ]);
    await drive(world);
    expect(await isStopped()).toBe(true);
    expect(await alertKinds(world.t)).toContain("nonce_lost");
    await muchLater(world);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await muchLater(world);
    // The thief paid a fee out of the hot wallet, which is found before payments go on.
    await scanHotWallet(world.services);
    await resumeWithdrawals(world.services);
    // The signer doesn't know the thief's transaction.
    await expect(drive(world)).rejects.toMatchObject({ code: "REFUSED", rule: "NONCE_PENDING" });
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED"]);
    const { reference } = await world.t.database.ownerDb
      .selectFrom("withdrawals")
      .select("reference")
      .where("id", "=", sale.id)
      .executeTakeFirstOrThrow();
    world.t.signerControl.release(reference, "Someone else has used up its nonce");
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    expect(await alertKinds(world.t)).not.toContain("nonce_lost");
    // The thief's fee is missing.
    await expect.poll(async () => (await measureReserves(world.services)).unexplained).toBe("-0.000005");
  });

  it("is replaced in the pool once two checks have found its account closed", { tags: "proof" }, async () => {
    const before = (await noncePool(world)).map(({ state }) => state);
    const [closed] = await noncePool(world);
    const to = Keypair.generate().publicKey;
    const noncePubkey = new PublicKey(closed?.address ?? "");
    await asThief(world, [
      SystemProgram.nonceWithdraw({
        noncePubkey,
        authorizedPubkey: hotKey.publicKey,
        toPubkey: to,
        lamports: 1_447_680,
      }),
    ]);
    await scanHotWallet(world.services);
    await resumeWithdrawals(world.services);
    const sale = await selling();
    await work(world);
    expect(await alertKinds(world.t)).toContain("nonce_lost");
    expect((await noncePool(world))[0]).toMatchObject({ state: "READY" });
    world.t.travel(31_000);
    const other = await selling();
    await work(world);
    await work(world);
    const after = await noncePool(world);
    expect(after.map(({ state }) => state)).toEqual(["LOST", ...before.slice(1), "READY"]);
    for (const { to: paid } of [sale, other]) expect(await held(world, paid)).toBe(4_850_000_000n);
  });
});
