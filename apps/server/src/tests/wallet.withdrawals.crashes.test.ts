import { cancelWithdrawal } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok, refused } from "./support.ts";
import { expectPaidOnce, expectRefundedOnce, type Sale, sell, storedAttempts } from "./wallet.sales.support.ts";
import {
  balanceOf,
  Crash,
  drive,
  held,
  type MoneyWorld,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  work,
} from "./wallet.support.ts";

// A process can die at any point: each withdrawal is still paid once or refunded once (docs/FAULTS.md).

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

  it.each(
    sampled(
      [
        "withdrawal.signed",
        "withdrawal.stored",
        "withdrawal.sent",
        "withdrawal.recorded",
        "withdrawal.finalized",
        "withdrawal.unsettled",
        "withdrawal.settled",
      ] as const,
      3,
    ),
  )("at %s is paid once by the next process [M4.17]", async (point) => {
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
    await expectRefundedOnce(world, sale, ["EXPIRED", "CANCELED"]);
  });
});

describe("the bytes of a withdrawal", () => {
  it("are stored with their signature before they are sent, and no others are sent [M4.17]", async () => {
    const sale = await selling();
    const sent: string[] = [];
    world.instead({
      async send(bytes) {
        const [attempt, ...more] = await storedAttempts(world, sale.id);
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

  it.each(
    sampled(
      [
        ["that throws and lands", { method: "sendTransaction", action: "landSilently" }],
        ["that is first refused with 429", { method: "sendTransaction", action: "status", status: 429, times: 1 }],
        ["that hangs", { method: "sendTransaction", action: "hang", ms: 400, times: 1 }],
        ["that is answered with nonsense", { method: "sendTransaction", action: "lie", result: 7, times: 1 }],
      ] as const,
      2,
    ),
  )("after a send %s are sent again and pay once [M4.17]", async (_, fault) => {
    const sale = await selling();
    await world.chain.faults([fault]);
    await pass();
    world.t.travel(3_000);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED"]);
    await paidOnce(sale);
  });
});
