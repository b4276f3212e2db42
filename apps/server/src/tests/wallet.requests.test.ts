import { expireRequests } from "@bbux/api";
import { WALLET } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { type CallOptions, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let unnamed = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const fresh = () => t.member(`member${unnamed++}`);
const deposit = (as: TestMember, body: object, options: CallOptions = {}) =>
  call(t, "POST", "/wallet/deposit", { as, body, ...options });
const action = (as: TestMember, body: object, options: CallOptions = {}) =>
  call(t, "POST", "/wallet/action", { as, body: { action: "deposit", ...body }, ...options });
const listed = async (as: TestMember) => ok(await call(t, "GET", "/wallet/transactions", { as })).transactions;

describe("a deposit request", () => {
  it("returns the expected transaction as pending, and moves no money [M7.33 M4.19]", async () => {
    const anna = await fresh();
    const answer = ok(await deposit(anna, { amount: "1.5", solAmount: 1.5 }));
    expect(answer).toMatchObject({
      success: true,
      transaction: {
        transactionId: answer.transactionId,
        type: "manual_deposit",
        status: "pending",
        amount: "1.5",
        solAmount: "1.5",
        balanceAfter: null,
      },
    });
    expect(await listed(anna)).toEqual([answer.transaction]);
    expect(ok(await call(t, "GET", "/wallet", { as: anna }))).toMatchObject({ virtualBalance: 0, bbuxBalance: "0" });
  });

  it("does the same through the screens' single call [M7.05 M4.19]", async () => {
    const anna = await fresh();
    const answer = ok(await action(anna, { amount: 0.25 }));
    expect(answer).toMatchObject({
      success: true,
      transaction: { type: "manual_deposit", status: "pending", amount: "0.25" },
    });
    expect(await listed(anna)).toEqual([answer.transaction]);
    expect(answer).not.toHaveProperty("fee");
  });

  it.each([
    [0],
    ["0.000999999"],
    ["1000.000000001"],
    [1001],
    [-1],
    ["1e2"],
    ["0.0010000001"],
    ["one"],
    [null],
    [true],
    ["9".repeat(40)],
    [{ amount: 1 }],
  ])("of %j returns a 422 that names amount [M5.05]", async (amount) => {
    const anna = await fresh();
    refusesField(await deposit(anna, { amount }), "amount");
    refusesField(await action(anna, { amount }), "amount");
    expect(await listed(anna)).toEqual([]);
  });

  it("accepts 0.001 and 1000, as numbers or strings, and solAmount alone [M5.05]", async () => {
    const anna = await fresh();
    for (const amount of [0.001, "0.001", 1000, "1000.000000000"]) ok(await deposit(anna, { amount }));
    ok(await deposit(anna, { solAmount: "0.5" }));
    refusesField(await deposit(anna, {}), "amount");
    refusesField(await deposit(anna, { amount: 1, solAmount: 2 }), "solAmount");
  });

  it("is created once per key, however often and concurrently; the key is refused for another request [M7.54]", async () => {
    const anna = await fresh();
    const headers = { "idempotency-key": "one" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => deposit(anna, { amount: 2 }, { headers })));
    expect(new Set(answers.map((answer) => ok(answer).transactionId)).size).toBe(1);
    refused(await deposit(anna, { amount: 3 }, { headers }), 409, "IDEMPOTENCY_CONFLICT");
    // A key belongs to one request, whichever call uses it.
    refused(
      await call(t, "POST", "/wallet/send-transaction", {
        as: anna,
        headers,
        body: { serializedTransaction: [1] },
      }),
      409,
      "IDEMPOTENCY_CONFLICT",
    );
    expect(await listed(anna)).toHaveLength(1);
  });

  it("can be open twenty times, whether requested concurrently or in sequence, and again once they have expired", async () => {
    const anna = await fresh();
    const answers = await Promise.all(Array.from({ length: 30 }, () => deposit(anna, { amount: 1 })));
    expect(tally(answers)).toEqual({ 200: 20, 409: 10 });
    refused(await action(anna, { amount: 1 }), 409, "TOO_MANY_DEPOSITS");
    t.travel((WALLET.manualHours + 1) * 3_600_000);
    expect(await expireRequests(t.services)).toBeGreaterThanOrEqual(20);
    ok(await deposit(anna, { amount: 1 }));
  });

  it("that received nothing fails after a day, not before [M4.20]", async () => {
    const anna = await fresh();
    ok(await deposit(anna, { amount: 1 }));
    t.travel(23 * 3_600_000);
    await expireRequests(t.services);
    expect((await listed(anna))[0]).toMatchObject({ status: "pending" });
    t.travel(2 * 3_600_000);
    await expireRequests(t.services);
    expect((await listed(anna))[0]).toMatchObject({ status: "failed", amount: "1", balanceAfter: null });
  });
});

describe("the wallet's calls", () => {
  it.each([
    ["GET", ""],
    ["GET", "/network"],
    ["GET", "/transactions"],
    ["GET", "/transactions/all"],
    ["GET", "/transactions/1"],
    ["GET", "/transactions/export"],
    ["GET", "/balance-history"],
    ["GET", "/get-blockhash"],
    ["POST", "/action"],
    ["POST", "/deposit"],
    ["POST", "/withdraw"],
    ["POST", "/confirm-deposit"],
    ["POST", "/confirm-direct-deposit"],
    ["POST", "/process-withdrawal"],
    ["POST", "/send-transaction"],
    ["POST", "/solana-proxy"],
    ["PUT", "/withdrawal-address"],
  ] as const)("%s /wallet%s requires a session [M6.02 M1.07]", async (method, path) => {
    const body = method === "GET" ? undefined : { amount: 1, action: "deposit" };
    refused(await call(t, method, `/wallet${path}`, { body }), 401, "UNAUTHENTICATED");
    const headers = { authorization: "Bearer nonsense" };
    refused(await call(t, method, `/wallet${path}`, { body, headers }), 401, "UNAUTHENTICATED");
  });
});
