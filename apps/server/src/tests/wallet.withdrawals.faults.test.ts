import { cancelWithdrawal } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok, refused } from "./support.ts";
import { expectPaidOnce, type Sale, sell } from "./wallet.sales.support.ts";
import {
  balanceOf,
  Crash,
  drive,
  held,
  type MoneyWorld,
  muchLater,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  work,
} from "./wallet.support.ts";

// Each row of the withdrawals table in docs/FAULTS.md: what happens, and that it is paid once or refunded once.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const selling = () => sell(world);
const pass = () => drive(world);
const paidOnce = (sale: Sale) => expectPaidOnce(world, sale);
/** Asserts that it was given back exactly once, and that nothing was paid. */
async function refundedOnce({ anna, to, id }: Sale, attempts: string[]): Promise<void> {
  expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts });
  expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
  await sound(world);
}
const equity = () => ledgerBalance(world.t.database.db, "equity", "operator");
const stored = async (id: string) => {
  const { rows } = await sql<{ signature: string; bytes: Buffer }>`
    select signature, bytes from payment_attempts where withdrawal_id = ${id} order by id`.execute(
    world.t.database.ownerDb,
  );
  return rows;
};

describe("a withdrawal that crashes", () => {
  it("before its hold commits never happened, and can be requested again with the same key [M7.54]", async () => {
    const anna = await world.rich(`member${unnamed++}`, 10n * SOL);
    const to = stranger();
    const options = {
      as: anna,
      body: { amount: 5, destinationAddress: to },
      headers: { "idempotency-key": "again" },
    };
    world.crashAt("withdrawal.uncommitted");
    refused(await call(world.t, "POST", "/wallet/withdraw", options), 500, "INTERNAL_ERROR");
    expect(await balanceOf(world.t, anna)).toBe("10");
    const id = ok(await call(world.t, "POST", "/wallet/withdraw", options)).transactionId;
    await work(world);
    await paidOnce({ anna, to, id });
  });

  it("after the hold but before the response is taken by the next worker, and reported under its key [M4.17 M7.54]", async () => {
    const anna = await world.rich(`member${unnamed++}`, 10n * SOL);
    const to = stranger();
    const options = {
      as: anna,
      body: { amount: 5, destinationAddress: to },
      headers: { "idempotency-key": "held" },
    };
    world.crashAt("withdrawal.held");
    refused(await call(world.t, "POST", "/wallet/withdraw", options), 500, "INTERNAL_ERROR");
    await work(world);
    const id = ok(await call(world.t, "POST", "/wallet/withdraw", options)).transactionId;
    await paidOnce({ anna, to, id });
  });

  it.each([
    "withdrawal.signed",
    "withdrawal.stored",
    "withdrawal.sent",
    "withdrawal.recorded",
    "withdrawal.finalized",
    "withdrawal.unsettled",
    "withdrawal.settled",
  ] as const)("at %s is paid once by the next process [M4.17]", async (point) => {
    const sale = await selling();
    world.crashAt(point);
    await expect(work(world)).rejects.toThrow(Crash);
    expect(await balanceOf(world.t, sale.anna)).toBe("5");
    await sound(world);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED"]);
    await paidOnce(sale);
  });

  it("at withdrawal.failed, after landing with an error, is refunded once [M4.16]", async () => {
    const { anna, to, id } = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    world.crashAt("withdrawal.failed");
    await expect(work(world)).rejects.toThrow(Crash);
    expect(await balanceOf(world.t, anna)).toBe("5");
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts: ["FAILED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
    await sound(world);
  });

  it("at withdrawal.replaced, with two attempts stored, is paid once [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    world.t.travel(61_000);
    world.crashAt("withdrawal.replaced");
    await expect(pass()).rejects.toThrow(Crash);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["REPLACED", "SIGNED"]);
    await sound(world);
    await world.heal();
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
    await paidOnce(sale);
  });

  it("at withdrawal.canceled, after its cancellation landed, is refunded once [M4.16]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    await world.heal();
    await cancelWithdrawal(world.services, sale.id, "The network is stuck");
    world.crashAt("withdrawal.canceled");
    await expect(work(world)).rejects.toThrow(Crash);
    await sound(world);
    await work(world);
    await refundedOnce(sale, ["EXPIRED", "CANCELED"]);
  });
});

describe("the bytes of a withdrawal", () => {
  it("are stored with their signature before they are sent, and no others are sent [M4.17]", async () => {
    const sale = await selling();
    const sent: string[] = [];
    world.instead({
      async send(bytes) {
        const [attempt, ...more] = await stored(sale.id);
        expect(more).toEqual([]);
        expect(attempt && Buffer.from(bytes).equals(attempt.bytes)).toBe(true);
        sent.push(attempt?.signature ?? "");
        throw new ChainError("UNREACHABLE", "timed out");
      },
    });
    for (let nth = 0; nth < 5; nth++) {
      await pass();
      world.t.travel(3_000);
    }
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(new Set(sent).size).toBe(1);
    expect(await balanceOf(world.t, sale.anna)).toBe("5");
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await paidOnce(sale);
  });

  it.each([
    ["that throws and lands", { method: "sendTransaction", action: "landSilently" }],
    ["that is first refused with 429", { method: "sendTransaction", action: "status", status: 429, times: 1 }],
    ["that hangs", { method: "sendTransaction", action: "hang", ms: 400, times: 1 }],
    ["that is answered with nonsense", { method: "sendTransaction", action: "lie", result: 7, times: 1 }],
  ] as const)("after a send %s are sent again and pay once [M4.17]", async (_, fault) => {
    const sale = await selling();
    await world.chain.faults([fault]);
    await pass();
    world.t.travel(3_000);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED"]);
    await paidOnce(sale);
  });
});

describe("a withdrawal that the network does not take", () => {
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

  it("offers from the start what others pay for priority", async () => {
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
    const [first] = await stored(sale.id);
    world.t.travel(61_000);
    await pass();
    await pass();
    await world.heal();
    await world.truth.send(first?.bytes ?? new Uint8Array());
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED", "EXPIRED"]);
    const [, second] = await stored(sale.id);
    await world.truth.send(second?.bytes ?? new Uint8Array()).catch(() => undefined);
    await world.chain.advance(10);
    await paidOnce(sale);
  });

  it("for a day is canceled and refunded with its fee; the cancellation's fee is the operator's expense [M4.16]", async () => {
    const sale = await selling();
    const float = await equity();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    await muchLater(world, 24 * 60 * 60_000);
    await pass();
    await world.heal();
    await work(world);
    await refundedOnce(sale, ["EXPIRED", "CANCELED"]);
    expect(float - (await equity())).toBe(6_000n);
    const body = { transactionId: sale.id };
    const said = await call(world.t, "POST", "/wallet/process-withdrawal", { as: sale.anna, body });
    expect(ok(said)).toMatchObject({ success: false, status: "failed", refunded: true });
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
  it("that was never signed refunds it at once", async () => {
    const sale = await selling();
    expect(await cancelWithdrawal(world.services, sale.id, "Asked by the member")).toBe(true);
    expect(await cancelWithdrawal(world.services, sale.id, "Again")).toBe(false);
    await work(world);
    await refundedOnce(sale, []);
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
      const attempts = await stored(sale.id);
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
      } else await refundedOnce(sale, [...ends]);
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
