import { fundLocalChain } from "@bbux/api";
import { allowUnbacked } from "@bbux/db";
import { deposit, forfeitBalance, totals } from "@bbux/ledger";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTag, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";
import { type MoneyWorld, payIn, SOL, sound, startMoney, stranger, withdrawal, work } from "./wallet.support.ts";

let world: MoneyWorld;
let anna: TestMember;
let bert: TestMember;
const made: Record<string, string> = {};

/** Creates every kind of transaction for a member, in order. */
beforeAll(async () => {
  world = await startMoney();
  const { t, services } = world;
  await createTag(t.database, "money");
  anna = await t.member("anna");
  bert = await t.member("bert");
  const address = world.wallet.addressOf(anna.id);
  made.direct = await payIn(world, address, 20n * SOL);
  const claim = { amount: 20, signature: made.direct, destinationAddress: address };
  ok(await call(t, "POST", "/wallet/confirm-direct-deposit", { as: anna, body: claim }));
  made.manual = await payIn(world, address, 10n * SOL);
  ok(await call(t, "POST", "/wallet/confirm-deposit", { as: anna, body: { signature: made.manual } }));
  await deposit(t.database.db, { member: anna.id, amount: 5n * SOL, cause: "demo:anna" });
  await fundLocalChain(services);
  const won = await ask(t, anna, { bountyAmount: 4 });
  const answerId = await answer(t, bert, won);
  ok(await call(t, "POST", `/posts/${won}/answers/${answerId}/accept`, { as: anna }));
  const gone = await ask(t, anna, { bountyAmount: 2 });
  ok(await call(t, "DELETE", `/posts/${gone}`, { as: anna }));
  made.paid = await withdrawal(t, anna, "1.5", stranger());
  await work(world);
  await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
  made.failed = await withdrawal(t, anna, "2", stranger());
  await work(world);
  made.open = await withdrawal(t, anna, "0.5", stranger());
  ok(await call(t, "POST", "/wallet/deposit", { as: anna, body: { amount: 3 } }));
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const get = (path: string, as: TestMember = anna) => call(world.t, "GET", `/wallet${path}`, { as });
const all = async (query = "") => ok(await get(`/transactions/all${query}`));
type Row = Record<string, string>;

describe("a member's statement", () => {
  it("lists every kind of transaction with type, signed amount, and status, newest first [M2.11 M3.04 M4.20 M7.04]", async () => {
    const { transactions } = await all();
    expect(
      transactions.map(({ type, amount, status, kind, category }: Row) => [type, amount, status, kind, category]),
    ).toEqual([
      ["manual_deposit", "3", "pending", "deposit", "earn"],
      ["withdrawal", "-0.5", "pending", "withdrawal", "spend"],
      ["refund", "2", "completed", "withdrawal", "earn"],
      ["withdrawal", "-2", "failed", "withdrawal", "spend"],
      ["withdrawal", "-1.5", "completed", "withdrawal", "spend"],
      ["refund", "2", "completed", "bounty", "earn"],
      ["bounty", "-2.1", "completed", "bounty", "spend"],
      ["bounty", "-4.2", "completed", "bounty", "spend"],
      ["direct_deposit", "5", "completed", "deposit", "earn"],
      ["manual_deposit", "10", "completed", "deposit", "earn"],
      ["direct_deposit", "20", "completed", "deposit", "earn"],
    ]);
    const { transactions: berts } = ok(await get("/transactions/all", bert));
    expect(berts.map(({ type, amount, kind, category }: Row) => [type, amount, kind, category])).toEqual([
      ["reward", "4", "reward", "reward"],
    ]);
  });

  it("has the fields of all documented shapes in every row [M3.03 M3.04 M3.05 M3.06]", async () => {
    for (const row of (await all()).transactions) {
      expect(row).toMatchObject({
        id: expect.stringMatching(/^\d+$/),
        transactionId: expect.stringMatching(/^\d+$/),
        userId: anna.id,
        kind: expect.stringMatching(/^(deposit|withdrawal|bounty|reward)$/),
        category: expect.stringMatching(/^(earn|spend|stake|unstake|reward)$/),
        amount: expect.stringMatching(/^-?\d+(\.\d{1,9})?$/),
        status: expect.stringMatching(/^(pending|completed|failed)$/),
        description: expect.stringMatching(/./),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      expect(JSON.parse(row.metadata).action).toMatch(/^[a-z_]+$/);
      for (const optional of ["solAmount", "fee", "netAmount", "txHash"]) {
        if (optional in row) expect(row[optional]).toEqual(expect.any(String));
      }
    }
  });

  it("shows a withdrawal's fee, net amount, destination, and transaction, and a deposit's signature [M3.05]", async () => {
    const { transactions } = await all("?type=withdrawal");
    const paid = transactions.find((row: Row) => row.transactionId === made.paid);
    expect(paid).toMatchObject({ fee: "0.045", netAmount: "1.455", solAmount: "1.455" });
    expect((await world.truth.transaction(paid.txHash))?.changes.get(paid.destinationAddress)).toBe(1_455_000_000n);
    expect(transactions.find((row: Row) => row.transactionId === made.open)).not.toHaveProperty("txHash");
    const { transactions: deposits } = await all("?type=manual_deposit&status=completed");
    expect(deposits).toMatchObject([{ txHash: made.manual, solAmount: "10" }]);
  });

  it("names the question of each bounty and its fee, and no question that readers can't see", async () => {
    const about = (row: Row) => JSON.parse(row.metadata ?? "");
    const { transactions } = await all("?type=bounty");
    expect(transactions.map(about)).toEqual([
      { action: "place_bounty", post: expect.stringMatching(/^\d+$/), member: anna.id, fee: "0.1" },
      {
        action: "place_bounty",
        post: expect.stringMatching(/^\d+$/),
        member: anna.id,
        title: expect.any(String),
        fee: "0.2",
      },
    ]);
    const [won] = ok(await get("/transactions/all", bert)).transactions.map(about);
    expect(won).toMatchObject({ action: "win_bounty", post: about(transactions[1]).post, title: expect.any(String) });
    expect(won).not.toHaveProperty("fee");
  });

  it("has a running balance that ends at the available balance [M3.02 M7.02]", async () => {
    const { transactions } = await all();
    const moved = transactions.filter(({ balanceAfter }: { balanceAfter: string | null }) => balanceAfter !== null);
    let balance = 0;
    for (const { amount, balanceAfter } of moved.toReversed()) {
      balance += Number(amount);
      expect(Number(balanceAfter)).toBeCloseTo(balance, 9);
    }
    const wallet = ok(await get(""));
    expect(wallet.bbuxBalance).toBe(moved[0].balanceAfter);
    expect(wallet.virtualBalance).toBe(Number(moved[0].balanceAfter));
  });

  it("comes in pages of 20 with page, limit, total, and totalPages [M2.14 M7.04]", async () => {
    expect((await all()).pagination).toEqual({ page: 1, limit: 20, total: 11, totalPages: 1 });
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await all(`?page=${page}&limit=4`));
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [1, 2, 3].map((page) => ({ page, limit: 4, total: 11, totalPages: 3 })),
    );
    const ids = pages.flatMap(({ transactions }) => transactions.map(({ id }: Row) => id));
    expect(ids).toEqual((await all()).transactions.map(({ id }: Row) => id));
    expect(await all("?page=9&limit=4")).toEqual({
      transactions: [],
      pagination: { page: 9, limit: 4, total: 11, totalPages: 3 },
    });
    for (const query of ["page=0", "page=-1", "page=1.5", "page=x", "limit=0", "limit=101", "limit=1e9"]) {
      refusesField(await get(`/transactions/all?${query}`), query.split("=")[0] ?? "");
    }
  });

  it("has 20 rows per page by default [M7.04 M2.14]", async () => {
    const many = await world.t.member("many");
    for (let n = 1; n <= 23; n++) {
      await deposit(world.t.database.db, { member: many.id, amount: BigInt(n) * SOL, cause: `demo:many${n}` });
    }
    await fundLocalChain(world.services);
    const [first, second] = [ok(await get("/transactions/all", many)), ok(await get("/transactions/all?page=2", many))];
    const amounts = [...first.transactions, ...second.transactions].map(({ amount }: Row) => Number(amount));
    expect(amounts).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n));
    expect([first.transactions.length, second.transactions.length]).toEqual([20, 3]);
    expect(second.pagination).toEqual({ page: 2, limit: 20, total: 23, totalPages: 2 });
  });

  it("can be filtered by type, status, and days [M2.14]", async () => {
    const count = async (query: string) => (await all(query)).pagination.total;
    expect(await count("?type=withdrawal")).toBe(3);
    expect(await count("?type=withdrawal&status=failed")).toBe(1);
    expect(await count("?status=pending")).toBe(2);
    expect(await count("?type=unheard_of")).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await count(`?from=${today}&to=${today}`)).toBe(11);
    expect(await count("?to=2020-01-01")).toBe(0);
    expect(await count("?from=2099-01-01")).toBe(0);
    refusesField(await get("/transactions/all?from=yesterday"), "from");
    refusesField(await get("/transactions/all?status=lost"), "status");
  });

  it("returns the five latest by default, with the same rows as the full list [M7.03 M7.02]", async () => {
    const { transactions } = await all();
    expect(ok(await get("/transactions"))).toEqual({ transactions: transactions.slice(0, 5) });
    expect(ok(await get("/transactions?limit=7"))).toEqual({ transactions: transactions.slice(0, 7) });
    expect(ok(await get("")).transactions).toEqual(transactions.slice(0, 5));
  });

  it("returns a single transaction by any of its ids, and none of another member's", async () => {
    for (const row of (await all()).transactions) {
      for (const name of [row.id, row.transactionId]) {
        expect(ok(await get(`/transactions/${name}`)).transaction.id).toBeDefined();
        refused(await get(`/transactions/${name}`, bert), 404, "NOT_FOUND");
      }
      expect(ok(await get(`/transactions/${row.id}`)).transaction).toEqual(row);
    }
  });

  it("shows what went to the treasury on closing the account [M2.11]", async () => {
    await allowUnbacked(world.t.database.ownerDb, { kind: "balance_forfeited", causes: "part", reason: "a test" });
    await forfeitBalance(world.t.database.db, { member: bert.id, amount: SOL, cause: "part" });
    expect(ok(await get("/transactions", bert)).transactions[0]).toMatchObject({ type: "forfeit", amount: "-1" });
  });
});

describe("a member's wallet", () => {
  it("is flat, with every field of every documented shape [M7.02 M3.02]", async () => {
    const wallet = ok(await get(""));
    expect(wallet).toMatchObject({
      virtualBalance: 28.7,
      balance: 28.7,
      bbuxBalance: "28.7",
      totalEarned: "0",
      totalSpent: "4.3",
      inEscrow: "0",
      onItsWay: "0.5",
      withdrawalAddress: null,
      withdrawals: { stopped: false, dailyLimit: "1000", dailyLeft: "998" },
    });
    const own = world.wallet.addressOf(anna.id);
    expect([wallet.platformAddress, wallet.address, wallet.solanaAddress]).toEqual([own, own, own]);
    expect(ok(await get("", bert))).toMatchObject({ totalEarned: "4", totalSpent: "0" });
  });

  it("of a new member exists and is empty [C1.14]", async () => {
    const cleo = await world.t.member("cleo");
    expect(ok(await get("", cleo))).toMatchObject({ virtualBalance: 0, bbuxBalance: "0", transactions: [] });
    const { points } = ok(await get("/balance-history", cleo));
    expect(points.map(({ balance }: Row) => balance)).toEqual(["0", "0"]);
  });

  it("has a balance history that ends at the current balance", async () => {
    for (const range of ["week", "month", "year", "all"]) {
      const { points } = ok(await get(`/balance-history?range=${range}`));
      expect(points.at(-1).balance).toBe("28.7");
      const times = points.map(({ at }: Row) => Date.parse(at ?? ""));
      expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    }
    refusesField(await get("/balance-history?range=decade"), "range");
  });

  it("adds up with all other wallets to what the chain holds [M1.01 M1.02]", async () => {
    const { external, ...owed } = await totals(world.t.database.db);
    expect(Object.values(owed).reduce((sum, one) => sum + one, 0n)).toBe(-external);
    await sound(world);
  });
});
