import { cancelWithdrawal, resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import type { WithdrawalProgress } from "@bbux/contract";
import { allowUnbacked } from "@bbux/db";
import { balanceOf, networkFeeReserved, post } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { drive, type MoneyWorld, SOL, sound, startMoney, stranger, withdrawal, work } from "./wallet.support.ts";

// What members read about a withdrawal: where it is, why it waits, and what happens next.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({
    env: { APPROVAL_FROM: "8", WITHDRAWAL_DAILY_LIMIT: "10", WITHDRAWAL_HOURLY_LIMIT: "10", HOT_WALLET_FLOOR: "0.1" },
  });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const owner = () => world.t.database.ownerDb;
async function ask(amount = "1"): Promise<{ anna: TestMember; id: string }> {
  const anna = await world.rich(`member${unnamed++}`, 20n * SOL);
  return { anna, id: await withdrawal(world.t, anna, amount, stranger()) };
}
async function progress(as: TestMember, id: string, { t }: Pick<MoneyWorld, "t"> = world): Promise<WithdrawalProgress> {
  const { transaction } = ok(await call(t, "GET", `/wallet/transactions/${id}`, { as }));
  const { transactions } = ok(await call(t, "GET", "/wallet", { as }));
  expect(
    transactions.find(
      (row: { transactionId: string; amount: string }) => row.transactionId === id && row.amount.startsWith("-"),
    ).withdrawal,
  ).toEqual(transaction.withdrawal);
  return transaction.withdrawal;
}
const stage = async (as: TestMember, id: string, of: MoneyWorld = world) => (await progress(as, id, of)).stage;
const news = async (as: TestMember): Promise<string> =>
  ok(await call(world.t, "GET", "/notifications", { as })).find(({ kind }: { kind: string }) => kind === "withdrawal")
    ?.message;

it("a withdrawal is requested, and then sent and paid [M4.16]", async () => {
  const { anna, id } = await ask();
  expect(await progress(anna, id)).toEqual({ stage: "requested", until: null, reason: null });
  await world.chain.pause();
  await drive(world);
  const sent = await progress(anna, id);
  expect(sent.stage).toBe("sent");
  // It is canceled after a day.
  expect(Math.round((Date.parse(sent.until ?? "") - Date.now()) / 3_600_000)).toBe(24);
  await sql`update payment_attempts set created_at = created_at - interval '2 minutes' where withdrawal_id = ${id}`.execute(
    owner(),
  );
  expect(await stage(anna, id)).toBe("congestion");
  await world.chain.resume();
  await work(world);
  expect(await progress(anna, id)).toEqual({ stage: "paid", until: null, reason: null });
  await sound(world);
});

it("a withdrawal that payments don't reach says why: a stop, books that may not be the newest, and who decides [M4.16]", async () => {
  const { anna, id } = await ask();
  await stopWithdrawals(world.services, "A drill");
  expect(await stage(anna, id)).toBe("stopped");
  await resumeWithdrawals(world.services);
  await sql`update chain_state set fence_open = false`.execute(owner());
  expect(await stage(anna, id)).toBe("books");
  await sql`update chain_state set fence_open = true`.execute(owner());
  await cancelWithdrawal(world.services, id, "Asked by mail");
  expect(await progress(anna, id)).toEqual({ stage: "canceling", until: null, reason: "Canceled by the operator" });
  await work(world);
  expect(await progress(anna, id)).toEqual({ stage: "returned", until: null, reason: "Canceled by the operator" });
  expect(await news(anna)).toContain("Canceled by the operator. 1 BBUX, including the fee, is back in your balance.");
  await sound(world);
});

it("a large withdrawal says by when it is approved or given back [M4.16]", async () => {
  const { anna, id } = await ask("9");
  const { stage: at, until } = await progress(anna, id);
  expect([at, Math.round((Date.parse(until ?? "") - Date.now()) / 3_600_000)]).toEqual(["approval", 72]);
  const { message } = (
    await call(world.t, "POST", "/wallet/process-withdrawal", { as: anna, body: { transactionId: id } })
  ).json();
  expect(message).toMatch(/^Two admins review each large withdrawal/);
  await cancelWithdrawal(world.services, id, "Done");
  await work(world);
});

it("a withdrawal that waits for a refill of the payout wallet, or for the platform's limit, says so [M4.16]", async () => {
  const first = await ask("5");
  world.instead({
    balances: async (of, slot) => ({ ...(await world.truth.balances(of, slot)), lamports: of.map(() => SOL) }),
  });
  await drive(world);
  expect(await stage(first.anna, first.id)).toBe("hot_wallet");
  await world.heal();
  await work(world);
  const second = await ask("7");
  await work(world);
  expect([await stage(first.anna, first.id), await stage(second.anna, second.id)]).toEqual(["paid", "limit"]);
  await cancelWithdrawal(world.services, second.id, "Done");
  await work(world);
  await sound(world);
});

it("a withdrawal that waits for a free nonce, or for SOL to pay the network, says so [M4.16]", {
  tags: "proof",
}, async () => {
  const other = await startMoney({ env: { NONCE_POOL: "1" } });
  try {
    const [anna, bert] = [await other.rich("anna", 20n * SOL), await other.rich("bert", 20n * SOL)];
    const first = await withdrawal(other.t, anna, "1", stranger());
    const second = await withdrawal(other.t, bert, "1", stranger());
    await other.chain.pause();
    await drive(other);
    expect([await stage(anna, first, other), await stage(bert, second, other)]).toEqual(["sent", "nonce"]);
    await other.chain.resume();
    await work(other);
    // All of the float is reserved for something else.
    const networkFee = await balanceOf(other.t.database.db, "equity", "operator");
    const aside = { hold: "elsewhere", networkFee, cause: "elsewhere" };
    await allowUnbacked(other.t.database.ownerDb, {
      kind: "network_fee_reserved",
      causes: "elsewhere",
      reason: "a test",
    });
    await other.t.database.db.transaction().execute((trx) => post(trx, networkFeeReserved(aside)));
    const third = await withdrawal(other.t, anna, "1", stranger());
    await drive(other);
    expect(await stage(anna, third, other)).toBe("float");
  } finally {
    await other.stop();
  }
});
