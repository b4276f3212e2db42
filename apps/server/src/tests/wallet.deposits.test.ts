import { watchExpected } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { wordsOf } from "./notifications.support.ts";
import { type CallOptions, call, ok, refused, refusesField, tally } from "./support.ts";
import {
  alertKinds,
  balanceOf,
  depositKey,
  finalized,
  type MoneyWorld,
  payer,
  payIn,
  SOL,
  sign,
  sound,
  startMoney,
  stranger,
  transfer,
  watchAll,
} from "./wallet.support.ts";

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const fresh = () => world.t.member(`member${unnamed++}`);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
const confirm = (as: TestMember, signature: string, body: object = {}, options: CallOptions = {}) =>
  call(world.t, "POST", "/wallet/confirm-deposit", { as, body: { transactionId: "", signature, ...body }, ...options });
const confirmDirect = (as: TestMember, signature: string, body: object = {}) => {
  const claim = { amount: "1", signature, destinationAddress: addressOf(as), ...body };
  return call(world.t, "POST", "/wallet/confirm-direct-deposit", { as, body: claim });
};
const deposits = async (member: TestMember) => {
  const { rows } = await sql<{ amount: string; type: string; above_limit: boolean }>`
    select amount::text, type, above_limit from deposits where user_id = ${member.id} order by id`.execute(
    world.t.database.ownerDb,
  );
  return rows;
};

/** The wallets by which a member may be tied to others (docs/adr/0039). */
const walletsOf = async ({ id }: TestMember) => {
  const { rows } = await sql<{ trace: string }>`
    select trace from account_traces where user_id = ${id} and kind = 'wallet'`.execute(world.t.database.ownerDb);
  return rows.map(({ trace }) => trace);
};

describe("a deposit address", () => {
  it("belongs to one member: two members' differ, and one member's never changes [M3.01 C1.14]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const [one, again, other] = await Promise.all(
      [anna, anna, bert].map(async (as) => ok(await call(world.t, "GET", "/wallet", { as })).platformAddress),
    );
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(one).toBe(addressOf(anna));
  });
});

describe("confirming a deposit", () => {
  it("credits 1 BBUX per SOL, exact to the base unit and without a fee [M1.01 M1.03 M9.02 M7.09 M7.10]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), 12_345_678_901n);
    const first = await confirm(anna, signature);
    expect(ok(first)).toEqual({
      success: true,
      status: "completed",
      message: "Deposit of 12.345678901 BBUX credited",
      bbuxAmount: "12.345678901",
      transactionId: expect.stringMatching(/^\d+$/),
    });
    expect(await balanceOf(world.t, anna)).toBe("12.345678901");
    // It is still at the address and isn't waiting for anything.
    await watchAll(world);
    expect(ok(await call(world.t, "GET", "/wallet", { as: anna }))).toMatchObject({
      solBalance: "12.345678901",
      arriving: "0",
    });
    expect((await confirm(anna, signature)).json()).toEqual(first.json());
    await sound(world);
  });

  it("credits what arrived, whatever the request claims, through the direct and the manual call [M4.06 M7.07]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), 2n * SOL);
    expect(ok(await confirmDirect(anna, signature, { amount: "900" }))).toMatchObject({ bbuxAmount: "2" });
    expect(await deposits(anna)).toEqual([{ amount: "2000000000", type: "direct_deposit", above_limit: false }]);
    await sound(world);
  });

  it("tells a member who paid directly that the purchase is complete, and others what arrived at their address", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    ok(await confirmDirect(anna, await payIn(world, addressOf(anna), 2n * SOL)));
    ok(await confirm(bert, await payIn(world, addressOf(bert), 2n * SOL)));
    const arrived = "deposit: 2 SOL arrived at your deposit address and is in your balance now";
    expect(await wordsOf(world.t, anna)).toContain("deposit: Your purchase is complete: 2 BBUX is in your balance.");
    expect(await wordsOf(world.t, bert)).toContain(arrived);
  });

  it("remembers the wallet of a payment whose signature the member gave, and none that paid unasked or the announced amount", async () => {
    const [anna, bert, cleo] = [await fresh(), await fresh(), await fresh()];
    const from = await payer(world.chain);
    const { bytes, signature } = await sign(world, [from], [transfer(from, addressOf(anna), SOL)]);
    await world.truth.send(bytes);
    ok(await confirmDirect(anna, await finalized(world, signature)));
    await payIn(world, addressOf(bert), SOL);
    ok(await call(world.t, "POST", "/wallet/deposit", { as: cleo, body: { amount: 1 } }));
    await payIn(world, addressOf(cleo), SOL);
    await watchAll(world);
    expect([await balanceOf(world.t, bert), await balanceOf(world.t, cleo)]).toEqual(["1", "1"]);
    expect(await Promise.all([anna, bert, cleo].map(walletsOf))).toEqual([[from.publicKey.toBase58()], [], []]);
  });

  it("credits the net change of several transfers and an outflow in one transaction [M4.06]", async () => {
    const anna = await fresh();
    const [from, own] = [await payer(world.chain), depositKey(anna)];
    const to = addressOf(anna);
    const instructions = [transfer(from, to, 3n * SOL), transfer(from, to, 5n), transfer(own, stranger(), SOL)];
    const { bytes, signature } = await sign(world, [from, own], instructions);
    await world.truth.send(bytes);
    await finalized(world, signature);
    expect(ok(await confirm(anna, signature))).toMatchObject({ bbuxAmount: "2.000000005" });
    const out = await sign(world, [from, own], [transfer(from, to, SOL), transfer(own, stranger(), 2n * SOL)]);
    await world.truth.send(out.bytes);
    await finalized(world, out.signature);
    refused(await confirm(anna, out.signature), 404, "NOT_FOUND");
    expect(await balanceOf(world.t, anna)).toBe("2.000000005");
    // Replaces what the test took with the platform's own key, because reserves would otherwise be short.
    await payIn(world, to, SOL);
    await sound(world);
  });

  it("reads v0 transactions [M4.06]", async () => {
    const anna = await fresh();
    const from = await payer(world.chain);
    const { bytes, signature } = await sign(world, [from], [transfer(from, addressOf(anna), SOL)], { version: "v0" });
    await world.truth.send(bytes);
    await finalized(world, signature);
    expect(ok(await confirm(anna, signature))).toMatchObject({ bbuxAmount: "1" });
  });

  it("credits each of two members paid by one transaction, once [M4.07]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const from = await payer(world.chain);
    const pays = [transfer(from, addressOf(anna), SOL), transfer(from, addressOf(bert), 2n * SOL)];
    const { bytes, signature } = await sign(world, [from], pays);
    await world.truth.send(bytes);
    await finalized(world, signature);
    for (let time = 0; time < 2; time++) {
      expect(ok(await confirm(anna, signature))).toMatchObject({ bbuxAmount: "1" });
      expect(ok(await confirm(bert, signature))).toMatchObject({ bbuxAmount: "2" });
    }
    expect([await balanceOf(world.t, anna), await balanceOf(world.t, bert)]).toEqual(["1", "2"]);
    await sound(world);
  });

  it("credits amounts below the minimum, and above the maximum with a flag and an alert [M5.06]", async () => {
    const anna = await fresh();
    ok(await confirm(anna, await payIn(world, addressOf(anna), 900_000n)));
    ok(await confirm(anna, await payIn(world, addressOf(anna), 7n)));
    expect(await alertKinds(world.t)).not.toContain("large_deposit");
    ok(await confirm(anna, await payIn(world, addressOf(anna), 1_000n * SOL)));
    ok(await confirm(anna, await payIn(world, addressOf(anna), 1_000n * SOL + 1n)));
    expect((await deposits(anna)).map(({ above_limit }) => above_limit)).toEqual([false, false, false, true]);
    expect(await balanceOf(world.t, anna)).toBe("2000.000900008");
    expect(await alertKinds(world.t)).toContain("large_deposit");
    await sound(world);
  });

  it("with a signature that paid someone else, or nobody, returns the same 404 as an unknown one [M4.10]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const toBert = await payIn(world, addressOf(bert), SOL);
    const toNobody = await payIn(world, stranger(), SOL);
    const answers = await Promise.all(
      [toBert, toNobody, "5".repeat(87), "no signature", "\u{1F4B0}"].map((signature) => confirm(anna, signature)),
    );
    for (const answer of answers) {
      refused(answer, 404, "NOT_FOUND");
      expect(answer.body).toBe(answers[0]?.body);
    }
    expect(await balanceOf(world.t, anna)).toBe("0");
    refused(await confirmDirect(anna, toBert), 404, "NOT_FOUND");
    ok(await confirm(bert, toBert));
  });

  it("with an address that isn't the caller's returns 422 before the chain is asked [M7.08]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const signature = await payIn(world, addressOf(bert), SOL);
    const asked: string[] = [];
    world.instead({
      transaction: (one) => Promise.resolve(asked.push(one)).then(() => null),
      statuses: () => Promise.resolve(asked.push("statuses")).then(() => []),
    });
    for (const destinationAddress of [addressOf(bert), stranger(), world.services.platformWallet.address, "nonsense"]) {
      refused(await confirmDirect(anna, signature, { destinationAddress }), 422, "TRANSACTION_FAILED");
    }
    expect(asked).toEqual([]);
    expect([await deposits(anna), await deposits(bert)]).toEqual([[], []]);
    await world.heal();
    ok(await confirmDirect(bert, signature));
  });

  it("of a transaction to the caller that failed on the chain returns 422 and credits nothing [M8.30]", async () => {
    const anna = await fresh();
    const from = await payer(world.chain, SOL);
    const { bytes, signature } = await sign(world, [from], [transfer(from, addressOf(anna), 5n * SOL)]);
    await world.truth.send(bytes);
    await finalized(world, signature);
    for (const answer of [await confirm(anna, signature), await confirmDirect(anna, signature)]) {
      expect(refused(answer, 422, "TRANSACTION_FAILED").error).toMatch(/failed on the chain/);
    }
    refused(await confirm(await fresh(), signature), 404, "NOT_FOUND");
    expect(await deposits(anna)).toEqual([]);
    await sound(world);
  });

  it("without a signature is refused with a message [M5.08]", async () => {
    const anna = await fresh();
    for (const signature of ["", "   "]) {
      const answer = await confirm(anna, signature);
      refusesField(answer, "signature");
      expect(JSON.stringify(answer.json())).toContain("Transaction signature is required");
    }
    refusesField(await confirm(anna, "", { signature: undefined }), "signature");
  });

  it("returns the request it names, and no other member's [M7.09]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const requested = await call(world.t, "POST", "/wallet/deposit", { as: anna, body: { amount: 3 } });
    const { transactionId } = ok(requested);
    const signature = await payIn(world, addressOf(anna), 3n * SOL);
    refused(await confirm(bert, signature, { transactionId }), 404, "NOT_FOUND");
    refused(await confirm(anna, signature, { transactionId: "999999999" }), 404, "NOT_FOUND");
    refused(await confirm(anna, signature, { transactionId: "one" }), 404, "NOT_FOUND");
    ok(await confirm(anna, signature, { transactionId }));
    const { transactions } = ok(await call(world.t, "GET", "/wallet/transactions", { as: anna }));
    expect(transactions).toMatchObject([{ transactionId, type: "manual_deposit", status: "completed" }]);
  });

  it("twenty times at once, together with the watcher, credits once [M4.07 M4.08]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), SOL);
    const answers = Array.from({ length: 20 }, (_, i) => (i % 2 ? confirm : confirmDirect)(anna, signature));
    await Promise.all([
      ...answers,
      watchAll(world),
      watchAll(world),
      watchExpected(world.services, async () => undefined),
    ]);
    expect(tally(await Promise.all(answers))).toEqual({ 200: 20 });
    expect(await deposits(anna)).toHaveLength(1);
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("returns the first response for the same key, and refuses the key for another signature [M7.54]", async () => {
    const anna = await fresh();
    const headers = { "idempotency-key": "one" };
    const signature = await payIn(world, addressOf(anna), SOL);
    const first = await confirm(anna, signature, {}, { headers });
    const again = await confirm(anna, signature, {}, { headers });
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    refused(await confirm(anna, "5".repeat(87), {}, { headers }), 409, "IDEMPOTENCY_CONFLICT");
  });

  it("leaves a key unused if it was refused [M7.54]", async () => {
    const anna = await fresh();
    const headers = { "idempotency-key": "two" };
    refused(await confirm(anna, "5".repeat(87), {}, { headers }), 404, "NOT_FOUND");
    const signature = await payIn(world, addressOf(anna), SOL);
    ok(await confirm(anna, signature, {}, { headers }));
  });
});
