import { planSweeps } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { migrateOne, withoutTriggers } from "@bbux/db/testing";
import { rounds, sampled } from "@bbux/db/testing/form";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import {
  alertKinds,
  balanceOf,
  Crash,
  drive,
  finalized,
  held,
  type MoneyWorld,
  muchLater,
  payer,
  payIn,
  SOL,
  sign,
  sound,
  startMoney,
  stateOf,
  stranger,
  transfer,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Deposits are moved to the hot wallet; whatever happens on the way, no SOL is lost or counted twice.

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => world.services.platformWallet.address;
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
const pass = () => drive(world);
const plan = () => planSweeps(world.services);
/** A member whose address was paid this much, which is booked. */
async function paid(lamports = 3n * SOL): Promise<TestMember> {
  const member = await world.t.member(`member${unnamed++}`);
  await payIn(world, addressOf(member), lamports);
  await watchAll(world);
  return member;
}
const sweeps = async ({ id }: TestMember) => {
  const { rows } = await sql<{ state: string; attempts: string[] }>`
    select s.state, coalesce((select jsonb_agg(p.state order by p.id) from payment_attempts p where p.sweep_id = s.id), '[]')
        as attempts from sweeps s where s.user_id = ${id} order by s.id`.execute(world.t.database.ownerDb);
  return rows;
};
const isNotExpired = (state: string) => state !== "EXPIRED";
const DONE = { state: "DONE", attempts: ["FINALIZED"] };
/** Asserts that all of the member's SOL is in the hot wallet, and the balance is unchanged. */
async function sweptOnce(member: TestMember, balance = "3"): Promise<void> {
  expect(await held(world, addressOf(member))).toBe(0n);
  expect(await balanceOf(world.t, member)).toBe(balance);
  await watchAll(world);
  expect(await balanceOf(world.t, member)).toBe(balance);
  await sound(world);
}

describe("a sweep", () => {
  it("empties a deposit address into the hot wallet, at the expense of the operator's float only [M1.01 M1.02]", async () => {
    const anna = await paid();
    const [before, float] = [await held(world, hot()), await ledgerBalance(world.t.database.db, "equity", "operator")];
    expect(await plan()).toBe(1);
    expect(await plan()).toBe(0);
    await work(world);
    expect(await sweeps(anna)).toEqual([DONE]);
    expect((await held(world, hot())) - before).toBe(3n * SOL - 10_000n);
    expect(float - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(10_000n);
    await sweptOnce(anna);
    expect(await plan()).toBe(0);
  });

  it("leaves amounts that aren't worth the fee", async () => {
    const anna = await paid(9_999_999n);
    expect(await plan()).toBe(0);
    await payIn(world, addressOf(anna), 1n);
    await watchAll(world);
    expect(await plan()).toBe(1);
    await work(world);
    await sweptOnce(anna, "0.01");
  });

  it("takes nothing that isn't booked yet", async () => {
    const anna = await paid();
    await payIn(world, addressOf(anna), 2n * SOL);
    // Noticed by a check that couldn't read it.
    world.instead({ transaction: () => Promise.reject(new ChainError("UNREACHABLE", "no answer")) });
    await watchAll(world);
    expect(await plan()).toBe(0);
    await world.heal();
    await watchAll(world);
    expect(await plan()).toBe(1);
    await work(world);
    await sweptOnce(anna, "5");
  });

  it.each(sampled(["sweep.stored", "sweep.sent", "sweep.finalized"] as const, 2))(
    "that crashes at %s is completed once by the next process",
    async (point) => {
      const anna = await paid();
      await plan();
      world.crashAt(point);
      await expect(work(world)).rejects.toThrow(Crash);
      await watchAll(world);
      expect(await balanceOf(world.t, anna)).toBe("3");
      await sound(world);
      await work(world);
      expect(await sweeps(anna)).toEqual([DONE]);
      await sweptOnce(anna);
    },
  );

  it.each(["stored", "landed", "settled"] as const)(
    "that is %s when more arrives takes the intended amount; the rest is credited and swept next",
    { tags: "proof" },
    async (when) => {
      const anna = await paid();
      await plan();
      if (when !== "stored") await pass();
      if (when === "settled") await work(world);
      if (when === "landed") await expect.poll(() => held(world, addressOf(anna))).toBe(0n);
      // The same amount as before, so that the address's balance alone doesn't reveal it.
      await payIn(world, addressOf(anna), 3n * SOL);
      await watchAll(world);
      await sound(world);
      await work(world);
      await watchAll(world);
      expect(await balanceOf(world.t, anna)).toBe("6");
      await sound(world);
      await plan();
      await work(world);
      await sweptOnce(anna, "6");
    },
  );

  it("that would leave less than the rent-exempt minimum is given up unsent, and redone with what arrived", async () => {
    const anna = await paid();
    await plan();
    await payIn(world, addressOf(anna), 1_000n);
    const sent: number[] = [];
    world.instead({ send: async (bytes) => void sent.push(bytes.byteLength) });
    await pass();
    expect([await sweeps(anna), sent]).toEqual([[{ state: "GIVEN_UP", attempts: [] }], []]);
    await world.heal();
    await watchAll(world);
    world.t.travel(121_000);
    expect(await plan()).toBe(1);
    await work(world);
    await sweptOnce(anna, "3.000001");
  });

  it("that another worker signs and lands while this one rehearses it isn't given up", async () => {
    const anna = await paid();
    await plan();
    const other = await createTestApp({ database: world.t.database, chainUrl: world.chain.url });
    const rehearsed: (string | null)[] = [];
    world.instead({
      async simulate(bytes) {
        // Paused until the other has sent the same, so that the nonce and the SOL are gone.
        await drive(other);
        await expect.poll(() => held(world, addressOf(anna))).toBe(0n);
        const problem = await world.truth.simulate(bytes);
        rehearsed.push(problem);
        return problem;
      },
    });
    await pass();
    expect(rehearsed).toEqual([expect.any(String)]);
    await world.heal();
    await other.close();
    await work(world);
    expect(await sweeps(anna)).toEqual([DONE]);
    await sweptOnce(anna);
  });

  it("that an earlier release gave up after it was sent is booked after the upgrade", async () => {
    const anna = await paid();
    await plan();
    await pass();
    const { ownerDb } = world.t.database;
    await withoutTriggers(ownerDb, sql`update sweeps set state = 'GIVEN_UP' where user_id = ${anna.id}`);
    expect(await pass()).toBeGreaterThan(0);
    await migrateOne(ownerDb, "150_reopened_sweeps");
    await work(world);
    expect(await sweeps(anna)).toEqual([DONE]);
    await sweptOnce(anna);
  });

  it("that lands with an error costs its fee and nothing else, and is redone", async () => {
    const anna = await paid();
    await plan();
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    await work(world);
    expect(await sweeps(anna)).toEqual([{ state: "GIVEN_UP", attempts: ["FAILED"] }]);
    await sound(world);
    world.t.travel(121_000);
    expect(await plan()).toBe(1);
    await work(world);
    await sweptOnce(anna);
  });

  it("that the network doesn't accept is offered with a higher fee on the same nonce, and happens once", {
    tags: "proof",
  }, async () => {
    const anna = await paid();
    const float = await ledgerBalance(world.t.database.db, "equity", "operator");
    await plan();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await pass();
    await muchLater(world);
    await pass();
    expect(await sweeps(anna)).toEqual([{ state: "OPEN", attempts: ["REPLACED", "SENT"] }]);
    await world.heal();
    await work(world);
    expect(await sweeps(anna)).toEqual([{ state: "DONE", attempts: ["EXPIRED", "FINALIZED"] }]);
    expect(float - (await ledgerBalance(world.t.database.db, "equity", "operator"))).toBe(11_000n);
    await sound(world);
    expect(await held(world, addressOf(anna))).toBe(0n);
  });

  it("that landed isn't given up by a node that has lost its history, nor does it hide a payment that landed", async () => {
    const anna = await paid(3n * SOL);
    const bert = await world.rich("bert", 10n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, bert, "1", to);
    await plan();
    await pass();
    await expect.poll(() => held(world, addressOf(anna))).toBe(0n);
    await expect.poll(() => held(world, to)).toBe(970_000_000n);
    world.instead({ statuses: async (list) => list.map(() => null), transaction: async () => null });
    for (let look = 0; look < 4; look++) {
      await muchLater(world);
      await pass().catch(() => undefined);
    }
    expect(await sweeps(anna)).toEqual([{ state: "OPEN", attempts: ["SENT"] }]);
    expect(await stateOf(world.t, id)).toEqual({ state: "SENT", attempts: ["SENT"] });
    expect(await alertKinds(world.t)).toContain("payment_in_doubt");
    await world.heal();
    await work(world);
    expect(await held(world, to)).toBe(970_000_000n);
    expect(await sweeps(anna)).toEqual([DONE]);
    expect(await alertKinds(world.t)).toEqual([]);
    await sweptOnce(anna);
  });

  it("of many addresses by two concurrent workers, whose clocks differ by minutes, happens once for each", {
    tags: "proof",
  }, async () => {
    const members = await Promise.all(
      Array.from({ length: rounds(10, 30) }, () => world.t.member(`member${unnamed++}`)),
    );
    const from = await payer(world.chain, 100n * SOL);
    for (let at = 0; at < members.length; at += 10) {
      const pays = members.slice(at, at + 10).map((member) => transfer(from, addressOf(member), 2n * SOL));
      const { bytes, signature } = await sign(world, [from], pays);
      await world.truth.send(bytes);
      await finalized(world, signature);
    }
    await watchAll(world);
    const other = await createTestApp({ database: world.t.database, chainUrl: world.chain.url });
    await Promise.all([plan(), planSweeps(other.services), plan()]);
    await Promise.all([work(world), work(other), work(world)]);
    await other.close();
    for (const member of members) {
      // To the worker ahead, an attempt of the other looks old, so it may have replaced it.
      const done = (await sweeps(member)).map(({ state, attempts }) => ({
        state,
        attempts: attempts.filter(isNotExpired),
      }));
      expect(done).toEqual([DONE]);
      expect(await held(world, addressOf(member))).toBe(0n);
    }
    await watchAll(world);
    await sound(world);
    expect(await alertKinds(world.t)).toEqual([]);
  });
});
