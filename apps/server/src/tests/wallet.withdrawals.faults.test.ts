import { cancelWithdrawal } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import { expectPaidOnce, expectRefundedOnce, type Sale, sell, storedAttempts } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  type MoneyWorld,
  muchLater,
  sound,
  startMoney,
  stateOf,
  work,
} from "./wallet.support.ts";

// Whatever the network or an operator does, each withdrawal is paid once or refunded once (docs/FAULTS.md).

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const selling = () => sell(world);
const pass = () => drive(world);
const paidOnce = (sale: Sale) => expectPaidOnce(world, sale);
const equity = () => ledgerBalance(world.t.database.db, "equity", "operator");

describe("a withdrawal that the network doesn't accept", () => {
  const noncesOf = async (id: string) => {
    const { rows } = await sql<{ nonce: string; fee: string }>`
      select nonce_id || ' ' || nonce_value as nonce, network_fee::text as fee from payment_attempts
       where withdrawal_id = ${id} order by id`.execute(world.t.database.ownerDb);
    return { names: new Set(rows.map(({ nonce }) => nonce)), fees: rows.map(({ fee }) => Number(fee)) };
  };

  it("is offered with a higher fee each minute, up to the limit, always with the same nonce, and paid once [M4.17]", async () => {
    const sale = await selling();
    const float = await equity();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    for (let minute = 0; minute < 15; minute++) {
      await pass();
      await muchLater(world);
    }
    const { names, fees } = await noncesOf(sale.id);
    expect(names.size).toBe(1);
    expect(fees).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 500].map((thousands) => 5_000 + thousands * 1_000));
    await sound(world);
    await world.heal();
    await work(world);
    const { attempts } = await stateOf(world.t, sale.id);
    expect(attempts.filter((state) => state !== "EXPIRED")).toEqual(["FINALIZED"]);
    expect(float - (await equity())).toBe(505_000n);
    await paidOnce(sale);
  });

  it("offers from the start what others pay for priority", { tags: "proof" }, async () => {
    const sale = await selling();
    world.instead({ recentPriorityPrices: async () => [0n, 25_000n, 500_000n, 50_000_000n] });
    await pass();
    // Of three in four blocks: half a lamport for each of 40,000 units.
    expect((await noncesOf(sale.id)).fees).toEqual([25_000]);
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });

  it("lands with an earlier attempt, and the later one can't land any more [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    const [first] = await storedAttempts(world, sale.id);
    world.t.travel(61_000);
    await pass();
    await pass();
    await world.heal();
    await world.truth.send(first?.bytes ?? new Uint8Array());
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED", "EXPIRED"]);
    const [, second] = await storedAttempts(world, sale.id);
    await world.truth.send(second?.bytes ?? new Uint8Array()).catch(() => undefined);
    await world.chain.advance(10);
    await paidOnce(sale);
  });

  it("for a day is canceled and refunded with its fee; the cancellation's fee is the operator's expense [M4.16]", {
    tags: "proof",
  }, async () => {
    const sale = await selling();
    const float = await equity();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    await muchLater(world, 24 * 60 * 60_000);
    await pass();
    await world.heal();
    await work(world);
    await expectRefundedOnce(world, sale, ["EXPIRED", "CANCELED"]);
    expect(float - (await equity())).toBe(6_000n);
    const body = { transactionId: sale.id };
    const said = await call(world.t, "POST", "/wallet/process-withdrawal", { as: sale.anna, body });
    expect(ok(said)).toMatchObject({ success: false, status: "failed", refunded: true });
  });

  it("isn't canceled by a process whose clock is a day and a half ahead, and still counts there for the day's limit [M4.16 M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    const ahead = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      // Like the other process, or it would create more nonce accounts.
      env: { NONCE_POOL: "6" },
      skew: () => 36 * 60 * 60_000,
    });
    try {
      await drive(ahead);
      expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
      expect(await alertKinds(world.t)).toEqual([]);
      const body = { amount: formatAmount(ahead.services.money.dailyWithdrawalLimit), destinationAddress: sale.to };
      refused(await call(ahead, "POST", "/wallet/withdraw", { as: sale.anna, body }), 400, "WITHDRAWAL_LIMIT");
    } finally {
      await ahead.close();
    }
    await world.heal();
    await muchLater(world);
    await work(world);
    await paidOnce(sale);
  });

  it("while the node is down is paid once, whether or not it had landed [M4.17]", async () => {
    const [landed, lost] = [await selling(), await selling()];
    let first = true;
    world.instead({
      send(bytes) {
        const isLost = !first;
        first = false;
        return isLost ? Promise.reject(new ChainError("UNREACHABLE", "down")) : world.truth.send(bytes);
      },
    });
    await pass();
    await world.heal();
    await world.chain.faults([{ action: "down" }]);
    await expect(pass()).rejects.toThrow(ChainError);
    await world.heal();
    await muchLater(world);
    await world.chain.faults([{ method: "getSignatureStatuses", action: "status", status: 503 }]);
    await expect(pass()).rejects.toThrow(ChainError);
    await world.heal();
    await work(world);
    expect((await stateOf(world.t, landed.id)).attempts).toContain("FINALIZED");
    await paidOnce(landed);
    await paidOnce(lost);
  });
});

describe("canceling a withdrawal", () => {
  it("that was never signed refunds it immediately", async () => {
    const sale = await selling();
    expect(await cancelWithdrawal(world.services, sale.id, "Asked by the member")).toBe(true);
    expect(await cancelWithdrawal(world.services, sale.id, "Again")).toBe(false);
    await work(world);
    await expectRefundedOnce(world, sale, []);
    const { rows } = await sql<{ failure: string }>`
      select failure from withdrawals where id = ${sale.id}`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ failure: "Canceled by the operator" }]);
    await expect(cancelWithdrawal(world.services, sale.id, "Late")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(cancelWithdrawal(world.services, "1", "Nothing")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["the payment", 0, ["FINALIZED", "EXPIRED"]],
    ["the cancellation", 1, ["EXPIRED", "CANCELED"]],
  ] as const)(
    "while it is paid ends with %s if that lands first, and nothing lands after it [M4.17]",
    async (_, first, ends) => {
      const sale = await selling();
      await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
      await pass();
      await cancelWithdrawal(world.services, sale.id, "Too slow");
      await pass();
      const attempts = await storedAttempts(world, sale.id);
      expect(attempts).toHaveLength(2);
      await world.heal();
      for (const { bytes } of first === 0 ? attempts : attempts.toReversed()) {
        await world.truth.send(bytes).catch(() => undefined);
        await world.chain.advance(5);
      }
      await work(world);
      if (first === 0) {
        expect((await stateOf(world.t, sale.id)).attempts).toEqual(ends);
        await paidOnce(sale);
      } else await expectRefundedOnce(world, sale, ends);
    },
  );
});

describe("a withdrawal that lands with an error", () => {
  it("is refunded once with its fee; the network fee is the operator's expense [M4.16]", async () => {
    const { anna, to, id } = await selling();
    const float = await equity();
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    await Promise.all([work(world), work(world)]);
    expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts: ["FAILED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
    expect(float - (await equity())).toBe(5_000n);
    const { transactions } = ok(await call(world.t, "GET", "/wallet/transactions", { as: anna }));
    expect(transactions.map(({ type, status, amount }: Record<string, string>) => [type, status, amount])).toEqual([
      ["refund", "completed", "5"],
      ["withdrawal", "failed", "-5"],
      ["direct_deposit", "completed", "10"],
    ]);
    await sound(world);
  });
});
