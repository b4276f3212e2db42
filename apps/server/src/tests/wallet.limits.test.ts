import { processPayments } from "@bbux/api";
import { resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import { DAY_MS, formatAmount } from "@bbux/contract";
import { allowUnbacked } from "@bbux/db";
import { rounds, sampled } from "@bbux/db/testing/form";
import { floatFunded, networkFeeReserved, post } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, tally } from "./support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  type MoneyWorld,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_DAILY_LIMIT: "20", HOT_WALLET_FLOOR: "5" } });
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.heal();
  await resumeWithdrawals(world.services);
});

const rich = (balance: bigint) => world.rich(`member${unnamed++}`, balance);
const withdraw = (as: TestMember, amount: number | string) =>
  call(world.t, "POST", "/wallet/withdraw", { as, body: { amount, destinationAddress: stranger() } });
const pass = () => drive(world);
const db = () => world.t.database.db;

describe("the daily limit", () => {
  it("covers the last 24 hours, says what is left, and doesn't count refunded withdrawals", async () => {
    const anna = await rich(100n * SOL);
    ok(await withdraw(anna, 12));
    const { error, details } = refused(await withdraw(anna, "8.000000001"), 400, "WITHDRAWAL_LIMIT");
    expect([error, details]).toEqual([
      "That's more than you can withdraw in 24 hours. Enter a smaller amount, or try again later.",
      { dailyLimit: "20", dailyLeft: "8" },
    ]);
    expect(ok(await call(world.t, "GET", "/wallet", { as: anna })).withdrawals).toEqual({
      stopped: false,
      dailyLimit: "20",
      dailyLeft: "8",
    });
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    await work(world);
    expect(await balanceOf(world.t, anna)).toBe("100");
    ok(await withdraw(anna, 20));
    refused(await withdraw(anna, "0.001"), 400, "WITHDRAWAL_LIMIT");
    world.t.travel(DAY_MS + 1_000);
    ok(await withdraw(anna, 20));
    await work(world);
    await sound(world);
  });

  it("holds for concurrent withdrawals: of ten withdrawals of 5, four succeed", async () => {
    const anna = await rich(100n * SOL);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(anna, 5)));
    expect(tally(answers)).toEqual({ 200: 4, 400: 6 });
    await work(world);
    expect(await balanceOf(world.t, anna)).toBe("80");
    await sound(world);
  });
});

describe("two concurrent workers", () => {
  it("pay many withdrawals once each, and promise no SOL twice [M4.17]", async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => rich(20n * SOL)));
    const sales: { id: string; to: string }[] = [];
    for (const member of members) {
      for (let n = 0; n < rounds(4, 10); n++) {
        const to = stranger();
        sales.push({ to, id: await withdrawal(world.t, member, "2", to) });
      }
    }
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env: { WITHDRAWAL_DAILY_LIMIT: "20", HOT_WALLET_FLOOR: "5" },
    });
    // Two minutes behind: its attempts look slow to this one, which may replace them, but not a day old, which it would cancel.
    other.travel(world.t.services.now().getTime() - other.services.now().getTime() - 120_000);
    await Promise.all([work(world), work(other), work(world), work(other)]);
    await other.close();
    for (const { id, to } of sales) {
      const { state, attempts } = await stateOf(world.t, id);
      expect([state, attempts.filter((each) => each !== "EXPIRED")]).toEqual(["FINALIZED", ["FINALIZED"]]);
      expect(await held(world, to)).toBe(1_940_000_000n);
    }
    await sound(world);
  });

  it("of which one is paused between signing and storing sign one transaction instead of two [M4.17]", {
    tags: "proof",
  }, async () => {
    const anna = await rich(SOL);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "1", to);
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      async failpoint(point) {
        if (point !== "withdrawal.signed") return;
        reached.resolve();
        await goOn.promise;
      },
    });
    const paused = processPayments(other.services);
    await reached.promise;
    await work(world);
    goOn.resolve();
    await paused;
    await work(world);
    await other.close();
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect(await held(world, to)).toBe(970_000_000n);
    await sound(world);
  });
});

describe("the emergency stop", () => {
  it("lets nothing be signed or sent, keeps what is requested, and pays it once it ends", async () => {
    const anna = await rich(10n * SOL);
    await stopWithdrawals(world.services, "drill");
    const to = stranger();
    const id = await withdrawal(world.t, anna, "1", to);
    const sent: unknown[] = [];
    world.instead({ send: async (bytes) => void sent.push(bytes.byteLength) });
    expect(await pass()).toBe(0);
    expect([await stateOf(world.t, id), sent]).toEqual([{ state: "REQUESTED", attempts: [] }, []]);
    expect(ok(await call(world.t, "GET", "/wallet", { as: anna })).withdrawals.stopped).toBe(true);
    await world.heal();
    expect(await resumeWithdrawals(world.services)).toBe(true);
    expect(await resumeWithdrawals(world.services)).toBe(false);
    await work(world);
    expect(await held(world, to)).toBe(970_000_000n);
    await sound(world);
  });

  it.each(sampled(["nonces", "statuses", "balances"] as const))(
    "imposed while a worker is waiting for the chain (%s) lets nothing more be signed or sent",
    async (asked) => {
      const anna = await rich(10n * SOL);
      const first = await withdrawal(world.t, anna, "1", stranger());
      world.crashAt("withdrawal.stored");
      await expect(pass()).rejects.toThrow();
      const second = await withdrawal(world.t, anna, "1", stranger());
      const sent: unknown[] = [];
      const stopFirst = async () => {
        await stopWithdrawals(world.services, "drill");
        // Anything sent after this was sent after the stop.
        world.instead({ send: async (bytes) => void sent.push(bytes.byteLength) });
      };
      const { truth } = world;
      world.instead({
        nonces: async (...args) => {
          if (asked === "nonces") await stopFirst();
          return truth.nonces(...args);
        },
        statuses: async (list) => {
          if (asked === "statuses") await stopFirst();
          return truth.statuses(list);
        },
        balances: async (...args) => {
          if (asked === "balances") await stopFirst();
          return truth.balances(...args);
        },
      });
      await pass();
      expect(sent).toEqual([]);
      expect((await stateOf(world.t, second)).attempts).toEqual([]);
      await world.heal();
      await resumeWithdrawals(world.services);
      await work(world);
      expect([(await stateOf(world.t, first)).state, (await stateOf(world.t, second)).state]).toEqual([
        "FINALIZED",
        "FINALIZED",
      ]);
      await sound(world);
    },
  );

  it("lets sent payments be settled", async () => {
    const anna = await rich(10n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "1", to);
    await pass();
    await stopWithdrawals(world.services, "drill");
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    await resumeWithdrawals(world.services);
    await sound(world);
  });
});

describe("a hot wallet that is short", () => {
  it("keeps what it can't pay on hold, reports it, pays others, and pays it once there is SOL again", async () => {
    const anna = await rich(30n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "20", to);
    const other = await withdrawal(world.t, await rich(SOL), "1", stranger());
    // Everything in the hot wallet except for 2 SOL must stay there.
    const floor = (await held(world, world.services.platformWallet.address)) - 2n * SOL;
    const poor = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env: { HOT_WALLET_FLOOR: formatAmount(floor) },
    });
    for (let nth = 0; nth < 30; nth++) await processPayments(poor.services);
    await poor.close();
    expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    await expect.poll(async () => (await stateOf(world.t, other)).attempts).toHaveLength(1);
    expect(await alertKinds(world.t)).toContain("hot_wallet_short");
    expect(await balanceOf(world.t, anna)).toBe("10");
    await sound(world);
    await work(world);
    expect(await held(world, to)).toBe(19_400_000_000n);
    expect(await alertKinds(world.t)).not.toContain("hot_wallet_short");
    await sound(world);
  });

  it("of the operator's float signs nothing, reports it, and continues once there is some again", async () => {
    const anna = await rich(10n * SOL);
    const id = await withdrawal(world.t, anna, "1", stranger());
    // All of the float is reserved for something else.
    const { rows } = await sql<{ float: string }>`
      select balance::text as float from ledger_balances where kind = 'equity'`.execute(db());
    const networkFee = BigInt(rows[0]?.float ?? 0);
    const aside = { hold: "elsewhere", networkFee, cause: "elsewhere" };
    await allowUnbacked(world.t.database.ownerDb, {
      kind: "network_fee_reserved",
      causes: "elsewhere",
      reason: "a test",
    });
    await db()
      .transaction()
      .execute((trx) => post(trx, networkFeeReserved(aside)));
    await pass();
    expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    expect(await alertKinds(world.t)).toContain("float_empty");
    const signature = await world.chain.airdrop(world.services.platformWallet.address, SOL);
    await sql`insert into chain_fundings (signature, purpose, amount) values (${signature}, 'float', ${String(SOL)})`.execute(
      world.t.database.ownerDb,
    );
    await db()
      .transaction()
      .execute((trx) => post(trx, floatFunded({ amount: SOL, cause: signature })));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect(await alertKinds(world.t)).not.toContain("float_empty");
  });
});

describe("the wrong chain", () => {
  it("is detected before anything is signed, because the books belong to one chain and one wallet [M4.17]", async () => {
    const anna = await rich(SOL);
    const id = await withdrawal(world.t, anna, "1", stranger());
    const sent: unknown[] = [];
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      gateway: (real) => ({
        ...real,
        genesisHash: async () => "another",
        send: async (bytes) => void sent.push(bytes.byteLength),
      }),
    });
    await expect(processPayments(other.services)).rejects.toThrow(/belong to the chain/);
    await other.close();
    expect([await stateOf(world.t, id), sent]).toEqual([{ state: "REQUESTED", attempts: [] }, []]);
    expect(await alertKinds(world.t)).toContain("wrong_chain");

    const { ownerDb } = world.t.database;
    const { hot_address: hot } = await ownerDb
      .selectFrom("chain_state")
      .select("hot_address")
      .executeTakeFirstOrThrow();
    await ownerDb.updateTable("chain_state").set({ hot_address: stranger() }).execute();
    const same = await createTestApp({ database: world.t.database, chainUrl: world.chain.url });
    await expect(processPayments(same.services)).rejects.toThrow(/belong to the wallet/);
    await same.close();
    await ownerDb.updateTable("chain_state").set({ hot_address: hot }).execute();
    expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });
});
