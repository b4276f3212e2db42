import { expireRequests, watchExpected } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import {
  alertKinds,
  balanceOf,
  finalized,
  type MoneyWorld,
  payer,
  payIn,
  type Signed,
  SOL,
  sign,
  sound,
  startMoney,
  transfer,
  watchAll,
} from "./wallet.support.ts";

// Each row of the deposits table in docs/FAULTS.md: what happens, and that the books come out right.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const soon = async () => undefined;
const fresh = () => world.t.member(`member${unnamed++}`);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
const confirm = (as: TestMember, signature: string, headers: Record<string, string> = {}) =>
  call(world.t, "POST", "/wallet/confirm-deposit", { as, headers, body: { signature } });
const confirmDirect = (as: TestMember, signature: string, amount = "1") =>
  call(world.t, "POST", "/wallet/confirm-direct-deposit", {
    as,
    body: { amount, signature, destinationAddress: addressOf(as) },
  });
const relay = (as: TestMember, { bytes }: Signed) =>
  call(world.t, "POST", "/wallet/send-transaction", { as, body: { serializedTransaction: [...bytes] } });
const signedTo = async (member: TestMember, lamports = SOL) => {
  const from = await payer(world.chain);
  return sign(world, [from], [transfer(from, addressOf(member), lamports)]);
};
const statement = async (as: TestMember) => {
  const { transactions } = ok(await call(world.t, "GET", "/wallet/transactions", { as }));
  return transactions.map(({ type, status, amount }: Record<string, string>) => ({ type, status, amount }));
};
const down = () => Promise.reject(new ChainError("UNREACHABLE", "no answer"));

describe("a deposit", () => {
  it("that nobody confirms is found by the watcher, relayed or not [M4.08]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const signed = await signedTo(anna);
    ok(await relay(anna, signed));
    await finalized(world, signed.signature);
    // Only announced deposits are checked here: the relayed one.
    await payIn(world, addressOf(bert), 2n * SOL);
    await watchExpected(world.services, soon);
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "completed", amount: "1" }]);
    expect(await balanceOf(world.t, bert)).toBe("0");
    await watchAll(world);
    expect(await statement(bert)).toEqual([{ type: "manual_deposit", status: "completed", amount: "2" }]);
    await sound(world);
  });

  it.each(sampled(["deposit.found", "deposit.uncommitted"] as const))(
    "whose credit crashes at %s is credited once, by the watcher [M4.07 M4.08]",
    async (point) => {
      const anna = await fresh();
      const signature = await payIn(world, addressOf(anna), SOL);
      world.crashAt(point);
      refused(await confirm(anna, signature), 500, "INTERNAL_ERROR");
      expect(await balanceOf(world.t, anna)).toBe("0");
      await sound(world);
      await watchAll(world);
      await watchAll(world);
      expect(await balanceOf(world.t, anna)).toBe("1");
      expect(ok(await confirm(anna, signature))).toMatchObject({ status: "completed", bbuxAmount: "1" });
      await sound(world);
    },
  );

  it("whose response is lost after the commit gets the same response when confirmed again [M4.07 M7.54]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), SOL);
    world.crashAt("deposit.credited");
    const headers = { "idempotency-key": "lost" };
    refused(await confirm(anna, signature, headers), 500, "INTERNAL_ERROR");
    expect(await balanceOf(world.t, anna)).toBe("1");
    const again = await confirm(anna, signature, headers);
    expect(ok(again)).toMatchObject({ status: "completed", bbuxAmount: "1" });
    expect((await confirm(anna, signature)).json()).toEqual(again.json());
    await sound(world);
  });

  it("whose relay crashes after sending is credited, and can be relayed again [M4.08 M7.13]", async () => {
    const anna = await fresh();
    const signed = await signedTo(anna);
    world.crashAt("deposit.relayed");
    refused(await relay(anna, signed), 500, "INTERNAL_ERROR");
    expect(ok(await relay(anna, signed))).toEqual({ success: true, signature: signed.signature });
    await finalized(world, signed.signature);
    await watchExpected(world.services, soon);
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "completed", amount: "1" }]);
    await sound(world);
  });

  it("that was sent to an unresponsive node is credited when it lands [M4.08 M7.13]", async () => {
    const anna = await fresh();
    const signed = await signedTo(anna);
    await world.chain.faults([{ method: "sendTransaction", action: "landSilently", times: 1 }]);
    refused(await relay(anna, signed), 503, "CHAIN_UNAVAILABLE");
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "pending", amount: "1" }]);
    await finalized(world, signed.signature);
    await watchExpected(world.services, soon);
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "completed", amount: "1" }]);
    await sound(world);
  });

  it("that isn't final gets 202, no matter who sent it, and is later credited as the member announced it [M4.09]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const [relayed, sent] = [await signedTo(anna), await signedTo(bert, 2n * SOL)];
    await world.chain.pause();
    ok(await relay(anna, relayed));
    await world.truth.send(sent.bytes);
    await world.chain.advance(1);
    for (const answer of [await confirmDirect(anna, relayed.signature), await confirmDirect(bert, sent.signature)]) {
      expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: "pending", bbuxAmount: null }]);
    }
    expect([await balanceOf(world.t, anna), await balanceOf(world.t, bert)]).toEqual(["0", "0"]);
    await world.chain.resume();
    await finalized(world, relayed.signature);
    await finalized(world, sent.signature);
    await watchExpected(world.services, soon);
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "completed", amount: "1" }]);
    expect(await statement(bert)).toEqual([{ type: "direct_deposit", status: "completed", amount: "2" }]);
    expect(ok(await confirmDirect(anna, relayed.signature))).toMatchObject({ status: "completed", bbuxAmount: "1" });
    await sound(world);
  });

  it.each(
    sampled([
      ["is down", { action: "down" }],
      ["is rate limiting", { action: "status", status: 429 }],
      ["returns nonsense", { action: "lie", result: "yes" }],
    ] as const),
  )("confirmed while the node %s gets 202, and is credited afterward [M4.09]", async (_, fault) => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), SOL);
    await world.chain.faults([fault]);
    const headers = { "idempotency-key": "the-same" };
    const first = await confirm(anna, signature, headers);
    expect([first.statusCode, first.json()]).toMatchObject([202, { status: "pending", bbuxAmount: null }]);
    await expect(watchAll(world)).rejects.toThrow(ChainError);
    await world.heal();
    // A pending response isn't stored as the key's final one.
    expect(ok(await confirm(anna, signature, headers))).toMatchObject({ status: "completed" });
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("with a signature that neither we nor the chain know gets 404 instead of pending [M4.10]", async () => {
    const anna = await fresh();
    const { signature } = await signedTo(anna);
    refused(await confirmDirect(anna, signature), 404, "NOT_FOUND");
    expect(await statement(anna)).toEqual([]);
  });

  it("that is missing from an incomplete list is found through its balance, with an alert until then [M4.08]", async () => {
    const anna = await fresh();
    for (const lamports of [SOL, 2n * SOL, 3n * SOL]) await payIn(world, addressOf(anna), lamports);
    const list = "getSignaturesForAddress";
    await world.chain.faults([{ method: list, action: "short", keep: 0 }]);
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("0");
    expect(await alertKinds(world.t)).toContain("unexplained_balance");
    await world.chain.faults([
      { method: list, action: "lie", result: [], times: 2 },
      { method: list, action: "short", keep: 1 },
    ]);
    await watchAll(world);
    await watchAll(world);
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("6");
    expect(await alertKinds(world.t)).not.toContain("unexplained_balance");
    await sound(world);
  });

  it("isn't undone by a node that lags behind [M4.07]", async () => {
    const anna = await fresh();
    const before = await world.truth.balances([addressOf(anna)]);
    await payIn(world, addressOf(anna), SOL);
    await watchAll(world);
    world.instead({ balances: async (asked) => ({ slot: before.slot, lamports: asked.map(() => 0n) }) });
    await watchAll(world);
    await world.heal();
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("doesn't hold up others if its own transaction can't be read [M4.08]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const unread = await payIn(world, addressOf(anna), SOL);
    await payIn(world, addressOf(bert), 2n * SOL);
    world.instead({ transaction: (one) => (one === unread ? down() : world.truth.transaction(one)) });
    await watchAll(world);
    expect([await balanceOf(world.t, anna), await balanceOf(world.t, bert)]).toEqual(["0", "2"]);
    await world.heal();
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("that was dropped fails along with its request, and says so [M4.20]", async () => {
    const anna = await fresh();
    const signed = await signedTo(anna);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    ok(await relay(anna, signed));
    expect((await confirmDirect(anna, signed.signature)).statusCode).toBe(202);
    world.t.travel(11 * 60_000);
    await expireRequests(world.services);
    expect(await statement(anna)).toEqual([{ type: "direct_deposit", status: "failed", amount: "1" }]);
    refused(await confirmDirect(anna, signed.signature), 422, "TRANSACTION_FAILED");
    await sound(world);
  });

  it("that arrives after its request expired is credited as a separate row [M4.08 M4.20]", async () => {
    const anna = await fresh();
    const signed = await signedTo(anna);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    ok(await relay(anna, signed));
    world.t.travel(11 * 60_000);
    await expireRequests(world.services);
    // An open request for the same amount doesn't hold it up.
    ok(await call(world.t, "POST", "/wallet/deposit", { as: anna, body: { amount: 1 } }));
    await world.truth.send(signed.bytes);
    await finalized(world, signed.signature);
    await watchAll(world);
    const rows = await statement(anna);
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ type: "direct_deposit", status: "completed", amount: "1" });
    expect(rows).toContainEqual({ type: "direct_deposit", status: "failed", amount: "1" });
    expect(rows).toContainEqual({ type: "manual_deposit", status: "pending", amount: "1" });
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("that arrived while nobody watched, for however long, is found when watching resumes [M4.08]", async () => {
    const members = [];
    for (let n = 0; n < 5; n++) members.push(await fresh());
    for (const [n, member] of members.entries()) await payIn(world, addressOf(member), BigInt(n + 1) * SOL);
    world.t.travel(40 * 24 * 3_600_000);
    await watchAll(world);
    const balances = await Promise.all(members.map((member) => balanceOf(world.t, member)));
    expect(balances).toEqual(["1", "2", "3", "4", "5"]);
    await sound(world);
  });

  it("on a different chain than the books' isn't looked for, and nobody is credited [M1.01]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), SOL);
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      gateway: (real) => ({ ...real, genesisHash: async () => "another" }),
    });
    const answer = await call(other, "POST", "/wallet/confirm-deposit", { as: anna, body: { signature } });
    expect(answer.statusCode).toBe(202);
    refused(await call(other, "GET", "/wallet/get-blockhash", { as: anna }), 503, "CHAIN_UNAVAILABLE");
    await other.close();
    expect(await balanceOf(world.t, anna)).toBe("0");
    expect(await alertKinds(world.t)).toContain("wrong_chain");
    await sql`update alerts set closed_at = now() where kind = 'wrong_chain'`.execute(world.t.database.ownerDb);
  });
});
