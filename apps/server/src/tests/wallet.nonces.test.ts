import { planSweeps, processPayments, scanHotWallet, watchRound } from "@bbux/api";
import { measureReserves, resumeWithdrawals } from "@bbux/api/operator";
import type { ChainGateway } from "@bbux/chain";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { asThief, expectPaidOnce, hotKey, memosOf, type Sale, sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  Crash,
  drive,
  finalized,
  held,
  type MoneyWorld,
  muchLater,
  payIn,
  SOL,
  signOnBlockhash,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// A payment can land at most once, whatever nodes say: the chain itself excludes two transactions with one nonce.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const selling = () => sell(world);
const paidOnce = (sale: Sale) => expectPaidOnce(world, sale);
const isStopped = async () => (await stopReason(world)) !== null;
const pool = async (w = world) => {
  const { rows } = await sql<{ id: string; address: string; state: string; value: string | null }>`
    select id::text, address, state, value from payment_nonces order by position`.execute(w.t.database.ownerDb);
  return rows;
};
const nothing = async (list: readonly string[]) => list.map(() => null);

describe("a payment on a nonce", () => {
  it("is paid once although the height comes from a node ahead and all else from one behind [M4.17]", async () => {
    const sale = await selling();
    const hot = world.services.platformWallet.address;
    const { rows } = await sql<{ addresses: string[] }>`
      select array_agg(address) as addresses from payment_nonces`.execute(world.t.database.ownerDb);
    // What the node behind knows: everything up to here, nothing after.
    const behind = await world.truth.balances([hot]);
    const nonces = await world.truth.nonces(rows[0]?.addresses ?? []);
    const nonceThen = new Map(rows[0]?.addresses.map((address, index) => [address, nonces.nonces[index] ?? null]));
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    world.instead({
      statuses: nothing,
      transaction: async () => null,
      signaturesOf: async () => [],
      balances: async (addresses) => ({
        slot: behind.slot,
        lamports: addresses.map((address) => (address === hot ? (behind.lamports[0] ?? 0n) : 0n)),
      }),
      nonces: async (addresses) => ({
        slot: nonces.slot,
        nonces: addresses.map((each) => nonceThen.get(each) ?? null),
      }),
    });
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    await world.chain.advance(10);
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await world.heal();
    await work(world);
    expect(await isStopped()).toBe(false);
    await paidOnce(sale);
  });

  it.each<[string, Partial<ChainGateway>]>([
    ["hides that it landed", { statuses: nothing, transaction: async () => null }],
    ["hides every transaction", { statuses: nothing, transaction: async () => null, signaturesOf: async () => [] }],
    ["says that the height has passed", { finalizedBlockHeight: async () => 10n ** 9n }],
  ])("is paid once when the node %s [M4.17]", async (_, lies) => {
    const sale = await selling();
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    world.instead(lies);
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    const isHidden = !("finalizedBlockHeight" in lies);
    expect((await stateOf(world.t, sale.id)).state).toBe(isHidden ? "SENT" : "FINALIZED");
    expect(await alertKinds(world.t)).toEqual(isHidden ? ["payment_in_doubt"] : []);
    await world.heal();
    await work(world);
    expect(await alertKinds(world.t)).toEqual([]);
    await paidOnce(sale);
  });

  it("isn't booked on a status alone, without the transaction [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    await drive(world);
    world.instead({
      statuses: async (list) => list.map(() => ({ slot: 5n, failed: false, level: "finalized" as const })),
    });
    await drive(world);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await paidOnce(sale);
  });

  it("carries a memo that only the platform can relate to it", async () => {
    const sale = await selling();
    await work(world);
    const { rows } = await sql<{ signature: string }>`
      select signature from payment_attempts where withdrawal_id = ${sale.id}`.execute(world.t.database.ownerDb);
    const { memos } = (await world.truth.transaction(rows[0]?.signature ?? "")) ?? {};
    expect(memos).toEqual([(await memosOf(world, sale.id)).paid]);
    expect(memos?.[0]).not.toContain(sale.id);
  });

  it("waits while all nonces are held, and is paid when one is free again", async () => {
    const sales = [];
    for (let nth = 0; nth < 8; nth++) sales.push(await selling());
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    const states = await Promise.all(sales.map(async ({ id }) => (await stateOf(world.t, id)).state));
    expect(states.filter((state) => state === "SENT")).toHaveLength(6);
    expect((await pool()).filter(({ value }) => value === null)).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await Promise.all([work(world), work(world)]);
    for (const sale of sales) await paidOnce(sale);
    expect((await pool()).map(({ value }) => value)).toEqual(Array(6).fill(null));
  });

  it("that the hot wallet can't afford holds none, so that sweeps go on, which bring the SOL", async () => {
    const poor = await startMoney({ env: { NONCE_POOL: "2", HOT_WALLET_FLOOR: "1000" } });
    try {
      const members = await Promise.all(["a", "b", "c"].map((name) => poor.rich(`poor${name}`, 10n * SOL)));
      const ids = await Promise.all(members.map((member) => withdrawal(poor.t, member, "5", stranger())));
      const [anna] = members;
      if (!anna) throw new Error("nobody");
      const address = poor.services.platformWallet.addressOf(anna.id);
      await payIn(poor, address, 3n * SOL);
      await watchRound(
        poor.services,
        async () => undefined,
        async () => true,
      );
      expect(await planSweeps(poor.services)).toBe(1);
      await drive(poor);
      await expect.poll(() => held(poor, address)).toBe(0n);
      expect(await alertKinds(poor.t)).toContain("hot_wallet_short");
      for (const id of ids) expect(await stateOf(poor.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    } finally {
      await poor.stop();
    }
  });

  it("isn't signed with a value that another has named, even if the node says it is the present one", async () => {
    for (let nth = 0; nth < 6; nth++) await selling();
    await work(world);
    const { rows } = await sql<{ value: string }>`
      select distinct on (nonce_id) nonce_value as value from payment_attempts
       where nonce_id is not null order by nonce_id`.execute(world.t.database.ownerDb);
    const authority = world.services.platformWallet.address;
    const used = rows.map(({ value }) => ({ authority, value }));
    expect(used).toHaveLength(6);
    const sale = await selling();
    world.instead({
      nonces: async (list) => ({ slot: 1n, nonces: list.map((_, index) => used[index % used.length] ?? null) }),
    });
    await drive(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "REQUESTED", attempts: [] });
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });
});

describe("a payment from before there were nonces", () => {
  it("is followed on its blockhash to its end [M4.17]", async () => {
    const sale = await selling();
    await signOnBlockhash(world, sale.id);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED"]);
    await paidOnce(sale);
  });

  it("that expired is paid on a nonce, after two looks and a balance that agrees [M4.17]", async () => {
    const sale = await selling();
    await signOnBlockhash(world, sale.id);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await muchLater(world);
    await drive(world);
    world.t.travel(29_000);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    world.t.travel(2_000);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts.toSorted()).toEqual(["EXPIRED", "FINALIZED"]);
    await paidOnce(sale);
  });

  it("isn't paid again while the balance shows that it landed, though the node denies it [M4.17]", async () => {
    const sale = await selling();
    const { signature } = await signOnBlockhash(world, sale.id);
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    await world.chain.airdrop(world.services.platformWallet.address, 20n * SOL);
    world.instead({
      statuses: nothing,
      transaction: async (asked) => (asked === signature ? null : world.truth.transaction(asked)),
    });
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    expect(await alertKinds(world.t)).toContain("payment_in_doubt");
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });
});

it("a platform without a float waits for it in silence, as long as nothing is to be paid", async () => {
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
  const newest = async () => (await pool()).at(-1);

  it.each(["nonce.stored", "nonce.finalized"] as const)(
    "goes on after a crash at %s, and costs its rent once",
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

  it.each(["nonce.missing", "nonce.expired"] as const)(
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

  it("that the chain refuses is tried again after a minute", async () => {
    const before = await ledgerBalance(world.t.database.db, "equity", "operator");
    grow();
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    await work(world);
    expect(await newest()).toMatchObject({ state: "WANTED" });
    await drive(world);
    world.t.travel(61_000);
    await work(world);
    expect(await newest()).toMatchObject({ state: "READY" });
    expect(before - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(1_447_680n + 2n * 5_000n);
    await sound(world);
  });

  it("at an address that is in use is given up, and another position is taken", async () => {
    const positions = (await pool()).length;
    const address = world.services.platformWallet.nonceAddress(positions + 1);
    await payIn(world, address, SOL);
    grow();
    await work(world);
    await work(world);
    expect((await pool()).slice(-2).map(({ state }) => state)).toEqual(["LOST", "READY"]);
    await sound(world);
  });
});

describe("books that were restored", () => {
  it("and have an earlier attempt than the one that landed book the one that landed, and don't pay again [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    // Signed with a higher fee after the backup was made, and landed.
    const { platformWallet } = world.services;
    const [taken] = (await pool()).filter(({ value }) => value !== null);
    const nonce = { address: taken?.address ?? "", value: taken?.value ?? "" };
    const { paid: reference } = await memosOf(world, sale.id);
    const later = platformWallet.signPayment({
      to: sale.to,
      lamports: 4_850_000_000n,
      nonce,
      reference,
      priorityFee: 7n,
    });
    await world.truth.send(later.bytes);
    await finalized(world, later.signature);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts.toSorted()).toEqual(["EXPIRED", "FINALIZED"]);
    expect(await isStopped()).toBe(false);
    await paidOnce(sale);
  });

  it("and have a payment whose forgotten cancellation landed give it back [M4.16]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const { platformWallet } = world.services;
    const [taken] = (await pool()).filter(({ value }) => value !== null);
    const nonce = { address: taken?.address ?? "", value: taken?.value ?? "" };
    const { canceled: reference } = await memosOf(world, sale.id);
    const canceled = platformWallet.signCancellation({ nonce, reference, priorityFee: 7n });
    await world.truth.send(canceled.bytes);
    await finalized(world, canceled.signature);
    await work(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("REFUNDED");
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["10", 0n]);
    await sound(world);
  });
});

describe("a nonce in other hands", () => {
  it("stops payments when someone else uses it up; once resumed, the payment is signed on another and paid once", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const [taken] = (await pool()).filter(({ value }) => value !== null);
    await asThief(
      world,
      SystemProgram.nonceAdvance({
        noncePubkey: new PublicKey(taken?.address ?? ""),
        authorizedPubkey: hotKey.publicKey,
      }),
    );
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
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    expect(await alertKinds(world.t)).not.toContain("nonce_lost");
    // The thief's fee is missing.
    await expect.poll(async () => (await measureReserves(world.services)).unexplained).toBe("-0.000005");
  });

  it("is replaced in the pool once two looks have found its account closed", async () => {
    const before = (await pool()).map(({ state }) => state);
    const [closed] = await pool();
    const to = Keypair.generate().publicKey;
    const noncePubkey = new PublicKey(closed?.address ?? "");
    await asThief(
      world,
      SystemProgram.nonceWithdraw({
        noncePubkey,
        authorizedPubkey: hotKey.publicKey,
        toPubkey: to,
        lamports: 1_447_680,
      }),
    );
    await scanHotWallet(world.services);
    await resumeWithdrawals(world.services);
    const sale = await selling();
    await work(world);
    expect(await alertKinds(world.t)).toContain("nonce_lost");
    expect((await pool())[0]).toMatchObject({ state: "READY" });
    world.t.travel(31_000);
    const other = await selling();
    await work(world);
    await work(world);
    const after = await pool();
    expect(after.map(({ state }) => state)).toEqual(["LOST", ...before.slice(1), "READY"]);
    for (const { to: paid } of [sale, other]) expect(await held(world, paid)).toBe(4_850_000_000n);
  });
});
