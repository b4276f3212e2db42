import { ChainError } from "@bbux/chain";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import {
  alertKinds,
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
  withdrawal,
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

/** A member with 10 BBUX who withdraws 5 of them. */
async function selling(): Promise<{ anna: TestMember; to: string; id: string }> {
  const anna = await world.rich(`member${unnamed++}`, 10n * SOL);
  const to = stranger();
  return { anna, to, id: await withdrawal(world.t, anna, "5", to) };
}
const pass = () => drive(world);
/** Asserts that it was paid exactly once, judging by the destination's balance on the chain. */
async function paidOnce({ anna, to, id }: Awaited<ReturnType<typeof selling>>): Promise<void> {
  expect(await stateOf(world.t, id)).toMatchObject({ state: "FINALIZED" });
  expect(await held(world, to)).toBe(4_850_000_000n);
  expect(await balanceOf(world.t, anna)).toBe("5");
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

  it.each(["withdrawal.missing", "withdrawal.expired"] as const)(
    "at %s, after its blockhash expired, is signed again and paid once [M4.17]",
    async (point) => {
      const sale = await selling();
      await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
      await pass();
      await muchLater(world);
      world.crashAt(point);
      if (point === "withdrawal.expired") await pass();
      world.t.travel(31_000);
      await expect(pass()).rejects.toThrow(Crash);
      await world.heal();
      world.t.travel(31_000);
      await work(world);
      expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
      await paidOnce(sale);
    },
  );
});

describe("the bytes of a withdrawal", () => {
  it("are stored with their signature before they are sent, and no others are sent until they have expired [M4.17]", async () => {
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

describe("a withdrawal whose blockhash expires", () => {
  it("is signed again only after two lookups half a minute apart, and paid once [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await muchLater(world);
    await pass();
    world.t.travel(29_000);
    await pass();
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await sound(world);
    await world.heal();
    world.t.travel(2_000);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
    await paidOnce(sale);
  });

  it("again and again is refunded with its fee, and no network fee is lost [M4.16]", async () => {
    const { anna, to, id } = await selling();
    const float = await equity();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    for (let nth = 0; nth < 40 && (await stateOf(world.t, id)).state !== "REFUNDED"; nth++) {
      await pass();
      await muchLater(world);
    }
    const { state, attempts } = await stateOf(world.t, id);
    expect([state, new Set(attempts)]).toEqual(["REFUNDED", new Set(["EXPIRED"])]);
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
    expect(await equity()).toBe(float);
    const said = await call(world.t, "POST", "/wallet/process-withdrawal", { as: anna, body: { transactionId: id } });
    expect(ok(said)).toMatchObject({ success: false, status: "failed", refunded: true });
    await sound(world);
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
    await pass();
    world.t.travel(31_000);
    await work(world);
    expect((await stateOf(world.t, landed.id)).attempts).toEqual(["FINALIZED"]);
    expect((await stateOf(world.t, lost.id)).attempts).toEqual(["EXPIRED", "FINALIZED"]);
    await paidOnce(landed);
    await paidOnce(lost);
  });

  it("after being seen on a dropped fork restarts its two lookups [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    await muchLater(world);
    await pass();
    world.t.travel(31_000);
    const slot = 1n;
    world.instead({ statuses: async (list) => list.map(() => ({ slot, failed: false, level: "confirmed" as const })) });
    await pass();
    world.instead({ statuses: world.truth.statuses });
    await pass();
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    world.t.travel(31_000);
    await work(world);
    await paidOnce(sale);
  });
});

describe("a node that lies", () => {
  it("about a landed payment never makes us pay twice, because the hot wallet's balance reveals it [M4.17]", async () => {
    const sale = await selling();
    await pass();
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    world.instead({ statuses: async (list) => list.map(() => null), transaction: async () => null });
    for (let look = 0; look < 6; look++) {
      await muchLater(world);
      await pass();
    }
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "SENT", attempts: ["SENT"] });
    expect(await alertKinds(world.t)).toContain("payment_in_doubt");
    await world.heal();
    await work(world);
    await paidOnce(sale);
    expect(await alertKinds(world.t)).not.toContain("payment_in_doubt");
  });

  it("and hides it behind a simultaneous deposit doesn't make us pay twice [M4.17]", async () => {
    const sale = await selling();
    await pass();
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    await world.chain.airdrop(world.services.platformWallet.address, 20n * SOL);
    const own = (await stored(sale.id)).map(({ signature }) => signature);
    world.instead({
      statuses: async (list) => list.map(() => null),
      transaction: (signature) =>
        own.includes(signature) ? Promise.resolve(null) : world.truth.transaction(signature),
    });
    for (let look = 0; look < 6; look++) {
      await muchLater(world);
      await pass();
    }
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });

  it("about the height doesn't make us give up what can still land [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    await pass();
    world.instead({ finalizedBlockHeight: async () => 10n ** 9n });
    for (let look = 0; look < 4; look++) {
      await pass();
      world.t.travel(20_000);
    }
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    await muchLater(world);
    await pass();
    world.t.travel(31_000);
    await work(world);
    await paidOnce(sale);
  });

  it("about finality without such a transaction books nothing [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    await pass();
    world.instead({
      statuses: async (list) => list.map(() => ({ slot: 5n, failed: false, level: "finalized" as const })),
    });
    await pass();
    await pass();
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await paidOnce(sale);
  });
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
