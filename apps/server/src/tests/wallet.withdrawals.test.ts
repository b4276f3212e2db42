import { DAY_MS, formatAmount } from "@bbux/contract";
import { sampled } from "@bbux/db/testing/form";
import { balanceOf as ledgerBalance, treasuryBalance } from "@bbux/ledger";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendDigests } from "../jobs/mail-digest.ts";
import type { Mail } from "../mail.ts";
import type { TestMember } from "../testing.ts";
import { newsOf } from "./notifications.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { type CallOptions, call, ok, refused, refusesField, tally } from "./support.ts";
import { withdrawalsOf } from "./wallet.sales.support.ts";
import {
  balanceOf,
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
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const rich = (balance: bigint) => world.rich(`member${unnamed++}`, balance);
const withdraw = (as: TestMember, body: object, options: CallOptions = {}) =>
  call(world.t, "POST", "/wallet/withdraw", { as, body: { destinationAddress: stranger(), ...body }, ...options });
const processed = (as: TestMember, transactionId: string, options: CallOptions = {}) =>
  call(world.t, "POST", "/wallet/process-withdrawal", { as, body: { transactionId }, ...options });

describe("a withdrawal", () => {
  it("is pending, holds its amount, and is sold for SOL minus 3%, which go to the treasury [M1.04 M4.14 M4.19 M9.01 M7.34]", async () => {
    const anna = await rich(150n * SOL);
    const treasury = await treasuryBalance(world.t.database.db);
    const to = stranger();
    const answer = ok(await withdraw(anna, { amount: 100, destinationAddress: to }));
    expect(answer).toMatchObject({
      success: true,
      fee: "3",
      netAmount: "97",
      transaction: {
        type: "withdrawal",
        amount: "-100",
        status: "pending",
        fee: "3",
        netAmount: "97",
        destinationAddress: to,
      },
    });
    expect(await balanceOf(world.t, anna)).toBe("50");
    // Anyone may name anyone's address, so it ties nobody (docs/adr/0039).
    const traces = world.t.database.ownerDb.selectFrom("account_traces").select("trace");
    expect(await traces.where("user_id", "=", anna.id).execute()).toEqual([]);
    const early = await processed(anna, answer.transactionId);
    expect([early.statusCode, early.json()]).toMatchObject([202, { status: "pending", refunded: false }]);
    await work(world);
    const done = ok(await processed(anna, answer.transactionId));
    expect(done).toMatchObject({
      success: true,
      status: "completed",
      refunded: false,
      message: "Withdrawal completed",
      transaction: { status: "completed", txHash: done.signature },
    });
    expect(await held(world, to)).toBe(97n * SOL);
    expect((await world.truth.transaction(done.signature))?.changes.get(to)).toBe(97n * SOL);
    expect((await treasuryBalance(world.t.database.db)) - treasury).toBe(3n * SOL);
    expect(await balanceOf(world.t, anna)).toBe("50");
    await sound(world);
  });

  it("is mailed to its member once, when it's requested; that it's final is a notification and an event", async () => {
    const anna = await rich(2n * SOL);
    ok(await call(world.t, "PUT", "/notifications/settings", { as: anna, body: { mail: "daily" } }));
    const to = stranger();
    const id = await withdrawal(world.t, anna, "1", to);
    const mails: Mail[] = [];
    const { services, database } = world.t;
    const mailed = async () => {
      await sendDigests({
        ...{ db: database.db, vault: services.vault, verifiesEmail: false, log: pino({ level: "silent" }) },
        ...{ origin: "https://bbux.example", now: () => new Date(services.now().getTime() + DAY_MS) },
        sendMail: async (mail) => void mails.push(mail),
      });
      mails.push(...(await dueSecurityMails(world.t)));
      return mails.filter((mail) => mail.to === anna.email).map(({ subject }) => subject);
    };
    expect(await mailed()).toEqual(["Withdrawal requested on BBUX"]);
    const text = mails.find((mail) => mail.to === anna.email)?.text;
    const sums = "Amount: 1.00 BBUX\nFee: 0.03 BBUX\nRecipient gets: 0.97 SOL (1 BBUX = 1 SOL)";
    expect(text).toContain(`\n${sums}\nTo: ${to}\nWhen: `);
    expect(text).toContain("If this withdrawal was already sent, freezing still protects the rest of your balance.");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect(await mailed()).toEqual(["Withdrawal requested on BBUX"]);
    const [news] = await newsOf(world.t, anna);
    expect([news?.kind, news?.title]).toEqual(["withdrawal", "Withdrawal completed"]);
    const { events } = ok(await call(world.t, "GET", "/auth/security-events", { as: anna }));
    expect(events[0]).toMatchObject({ kind: "withdrawal_sent", network: null, device: null });
    expect(events[0].message).toContain(`0.97 SOL was paid to ${to}.`);
  });

  it.each(
    sampled(
      [
        ["0.001", "0.00003", "0.00097"],
        ["0.001000001", "0.000030001", "0.00097"],
        ["0.001000033", "0.000030001", "0.000970032"],
        ["0.001000034", "0.000030002", "0.000970032"],
        ["7.777777777", "0.233333334", "7.544444443"],
      ],
      2,
    ),
  )("of %s costs %s, rounded up to the base unit, and pays %s [M9.01 M9.02]", async (amount, fee, netAmount) => {
    const anna = await rich(8n * SOL);
    const to = stranger();
    const answer = ok(await withdraw(anna, { amount, destinationAddress: to }));
    expect([answer.fee, answer.netAmount]).toEqual([fee, netAmount]);
    await work(world);
    expect(formatAmount(await held(world, to))).toBe(netAmount);
    await sound(world);
  });

  it("takes its network fee from the operator's float, not from the member or the treasury", async () => {
    const anna = await rich(SOL);
    const [float, treasury] = [
      await ledgerBalance(world.t.database.db, "equity", "operator"),
      await treasuryBalance(world.t.database.db),
    ];
    ok(await withdraw(anna, { amount: 1 }));
    await work(world);
    expect(float - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(5_000n);
    expect((await treasuryBalance(world.t.database.db)) - treasury).toBe((SOL / 100n) * 3n);
  });

  it.each([[0], ["0.000999999"], [-1], ["1e3"], ["0.0010000001"], [null], [undefined], ["Infinity"], [[]]])(
    "of %j is refused with the field named [M5.09]",
    async (amount) => {
      const anna = await rich(SOL);
      refusesField(await withdraw(anna, { amount }), "amount");
      const action = { action: "withdraw", amount, destinationAddress: stranger() };
      refusesField(await call(world.t, "POST", "/wallet/action", { as: anna, body: action }), "amount");
      expect(await withdrawalsOf(world, anna)).toBe(0);
    },
  );

  it("of more than the balance is refused and changes nothing [M5.10 M8.27]", async () => {
    const anna = await rich(SOL);
    for (const amount of ["1.000000001", 5, 999]) {
      refused(await withdraw(anna, { amount }), 400, "INSUFFICIENT_BALANCE");
      const action = { action: "withdraw", amount, destinationAddress: stranger() };
      refused(await call(world.t, "POST", "/wallet/action", { as: anna, body: action }), 400, "INSUFFICIENT_BALANCE");
    }
    expect([await balanceOf(world.t, anna), await withdrawalsOf(world, anna)]).toEqual(["1", 0]);
    ok(await withdraw(anna, { amount: 1 }));
    await work(world);
    await sound(world);
  });

  it("of the whole balance fifty times at once gets one 200 and 400 otherwise [M5.10 M8.27]", {
    tags: "proof",
  }, async () => {
    const anna = await rich(10n * SOL);
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(anna, { amount: 10 })));
    expect(tally(answers)).toEqual({ 200: 1, 400: 49 });
    for (const answer of answers.filter(({ statusCode }) => statusCode === 400)) {
      refused(answer, 400, "INSUFFICIENT_BALANCE");
    }
    await work(world);
    expect([await balanceOf(world.t, anna), await withdrawalsOf(world, anna)]).toEqual(["0", 1]);
    await sound(world);
  });

  it("is created once per key, however often and concurrently it is requested [M7.54]", async () => {
    const anna = await rich(10n * SOL);
    const body = { amount: 2, destinationAddress: stranger() };
    const headers = { "idempotency-key": "one" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(anna, body, { headers })));
    expect(new Set(answers.map((answer) => ok(answer).transactionId)).size).toBe(1);
    refused(await withdraw(anna, { ...body, amount: 3 }, { headers }), 409, "IDEMPOTENCY_CONFLICT");
    const action = { ...body, action: "withdraw" };
    const through = { as: anna, body: action, headers: { "idempotency-key": "two" } };
    const [first, again] = [
      await call(world.t, "POST", "/wallet/action", through),
      await call(world.t, "POST", "/wallet/action", through),
    ];
    expect(ok(again)).toEqual(ok(first));
    expect([await balanceOf(world.t, anna), await withdrawalsOf(world, anna)]).toEqual(["6", 2]);
  });

  it("repeated after the saved address was removed gets the first response [M7.54]", async () => {
    const anna = await rich(4n * SOL);
    const save = (address: string | null) =>
      call(world.t, "PUT", "/wallet/withdrawal-address", { as: anna, body: { address } }).then(ok);
    const once = () =>
      call(world.t, "POST", "/wallet/withdraw", {
        as: anna,
        body: { amount: 1 },
        headers: { "idempotency-key": "saved" },
      });
    await save(stranger());
    const first = ok(await once());
    await save(null);
    expect(ok(await once())).toEqual(first);
    expect(await withdrawalsOf(world, anna)).toBe(1);
  });

  it("of the same amount to the same address at the same time is a separate payment [M4.14]", async () => {
    const anna = await rich(4n * SOL);
    const to = stranger();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await withdrawal(world.t, anna, "1", to));
    await work(world);
    expect(await Promise.all(ids.map((id) => stateOf(world.t, id)))).toEqual(
      ids.map(() => ({ state: "FINALIZED", attempts: ["FINALIZED"] })),
    );
    expect(await held(world, to)).toBe(3_880_000_000n);
    await sound(world);
  });

  it("through the screens' single call returns transactionId, fee, netAmount, and message [M7.06]", async () => {
    const anna = await rich(10n * SOL);
    const body = { action: "withdraw", amount: "1", destinationAddress: stranger() };
    expect(ok(await call(world.t, "POST", "/wallet/action", { as: anna, body }))).toMatchObject({
      success: true,
      transactionId: expect.stringMatching(/^\d+$/),
      fee: "0.03",
      netAmount: "0.97",
      message: "Withdrawal request created",
    });
    refused(
      await call(world.t, "POST", "/wallet/action", { as: anna, body: { ...body, action: "steal" } }),
      400,
      "BAD_REQUEST",
    );
  });

  it("processed twice, or often concurrently, pays once, and then returns 200 with its state [M7.11]", async () => {
    const anna = await rich(10n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "10", to);
    const nudges = Array.from({ length: 10 }, () => processed(anna, id));
    await Promise.all([...nudges, work(world), work(world)]);
    const headers = { "idempotency-key": "process" };
    const [first, again] = [await processed(anna, id, { headers }), await processed(anna, id, { headers })];
    expect([first.statusCode, again.body]).toEqual([200, first.body]);
    expect(await held(world, to)).toBe(9_700_000_000n);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    await sound(world);
  });

  it("of another member, or a nonexistent one, returns 404 [M7.11]", async () => {
    const [anna, bert] = [await rich(SOL), await rich(SOL)];
    const id = await withdrawal(world.t, anna, "1", stranger());
    for (const wanted of [id, "999999999", "0", "one", bert.id]) {
      refused(await processed(bert, wanted), 404, "NOT_FOUND");
      refused(await call(world.t, "GET", `/wallet/transactions/${wanted}`, { as: bert }), 404, "NOT_FOUND");
    }
  });
});

describe("a suspended member", () => {
  it("can withdraw and see the wallet, but can't deposit [C6.28]", async () => {
    const anna = await rich(2n * SOL);
    const { ownerDb } = world.t.database;
    await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", anna.id).execute();
    const id = ok(await withdraw(anna, { amount: 1 })).transactionId;
    await work(world);
    ok(await processed(anna, id));
    ok(await call(world.t, "GET", "/wallet", { as: anna }));
    ok(await call(world.t, "GET", "/wallet/transactions/all", { as: anna }));
    const signature = "5".repeat(87);
    const destinationAddress = stranger();
    for (const [path, body] of [
      ["deposit", { amount: 1 }],
      ["action", { action: "deposit", amount: 1 }],
      ["confirm-deposit", { signature }],
      ["confirm-direct-deposit", { signature, amount: 1, destinationAddress }],
      ["send-transaction", { serializedTransaction: [1] }],
    ] as const) {
      refused(await call(world.t, "POST", `/wallet/${path}`, { as: anna, body }), 403, "ACCOUNT_SUSPENDED");
    }
    await sound(world);
  });
});
