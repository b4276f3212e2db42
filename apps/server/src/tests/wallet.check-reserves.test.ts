import { setTimeout as pause } from "node:timers/promises";
import { planSweeps, processPayments, publishReserves, scanHotWallet } from "@bbux/api";
import { type AuditOptions, auditReserves, cancelWithdrawal, type ReserveAudit } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { steal } from "./wallet.sales.support.ts";
import {
  depositKey,
  finalized,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sign,
  startMoney,
  stranger,
  transfer,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";
import { LANDED, PAID, WRONG_BOOKS, type Wrong } from "./wallet.wrong-books.ts";

let world: MoneyWorld;
let ada: TestMember;
let bob: TestMember;

const audit = (): Promise<ReserveAudit> =>
  auditReserves({ ...world.services, db: world.t.database.ownerDb, chain: world.truth }, { deep: true, pauseMs: 50 });
const owner = (statement: RawBuilder<unknown>) => statement.execute(world.t.database.ownerDb);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);

beforeAll(async () => {
  world = await startMoney({ env: { HOT_WALLET_FLOOR: "0", WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
  await live();
});
afterAll(() => world.stop());

/** Creates everything the books can hold: deposits, a paid and a refunded withdrawal, a sweep, suspense, an expired transaction. */
async function live(): Promise<void> {
  ada = await world.rich("ada", 50n * SOL);
  bob = await world.t.member("bob");
  await payIn(world, addressOf(bob), 3n * SOL);
  await payIn(world, world.services.platformWallet.address, SOL);
  await scanHotWallet(world.services);
  await watchAll(world);
  await withdrawal(world.t, ada, "5", stranger());
  await work(world);
  // Never reaches the chain, and is replaced by another transaction.
  world.instead({ send: async () => undefined });
  await withdrawal(world.t, ada, "2", stranger());
  await processPayments(world.services);
  world.t.travel(61_000);
  await processPayments(world.services);
  await world.heal();
  await work(world);
  // Another one is canceled.
  world.instead({ send: async () => undefined });
  const canceled = await withdrawal(world.t, ada, "1", stranger());
  await processPayments(world.services);
  await world.heal();
  await cancelWithdrawal(world.services, canceled, "Asked by the member");
  await work(world);
  await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
  await withdrawal(world.t, ada, "3", stranger());
  await work(world);
  await planSweeps(world.services);
  await work(world);
  await payIn(world, addressOf(bob), SOL / 2n);
  await watchAll(world);
}

class Undone extends Error {}

/** Makes a wrong change, audits, and reverts it. @returns the kinds of findings */
async function when(wrong: Wrong, options: AuditOptions = { deep: true }): Promise<string[]> {
  let found: string[] = [];
  await world.t.database.ownerDb
    .transaction()
    .execute(async (trx) => {
      // Without the triggers that refuse most of it.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const each of [wrong].flat()) await each.execute(trx);
      await sql`set local session_replication_role = origin`.execute(trx);
      const { problems } = await auditReserves(
        { ...world.services, db: trx, chain: world.truth },
        { ...options, pauseMs: 20 },
      );
      found = [...new Set(problems.map(({ finding }) => finding))].sort();
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

describe("the audit of the books against the chain", () => {
  it("finds nothing if all is right, and adds up: what is owed equals what the chain holds [M1.01 M1.02]", async () => {
    const { problems, total, checked, money } = await audit();
    expect(problems).toEqual([]);
    expect(total).toBe(0);
    expect(checked).toEqual({ addresses: 2, transactions: 18, inFull: 18 });
    expect(money).toMatchObject({ difference: 0n, arriving: 0n, leaving: 0n, unexplained: 0n });
    expect(money?.owed).toBe(money?.onChain);
    expect(money?.totals.suspense).toBe(SOL);
    const states = await owner(sql`select distinct state from payment_attempts order by state`);
    expect(states.rows).toEqual([
      { state: "CANCELED" },
      { state: "EXPIRED" },
      { state: "FAILED" },
      { state: "FINALIZED" },
    ]);
  });

  it("agrees with what is published for everyone: the wallet's address and its balance on the chain [M3.10]", async () => {
    await publishReserves(world.services, 0);
    const { address } = world.services.platformWallet;
    const balance = formatAmount(await held(world, address));
    expect(Number(balance)).toBeGreaterThan(1);
    const answer = ok(await call(world.t, "GET", "/transparency"));
    expect(answer.platformWallet).toEqual({ address, balance });
  });

  it("counts uncredited arrivals as in transit, unless a round of watching should have found them", async () => {
    await payIn(world, addressOf(ada), 2n * SOL);
    await payIn(world, world.services.platformWallet.address, 3n * SOL);
    const { total, money } = await audit();
    expect([total, money?.arriving, money?.unexplained, money?.difference]).toEqual([0, 5n * SOL, 0n, 5n * SOL]);
    await owner(sql`update chain_state set round_finished_at = now() + interval '2 hours'`);
    expect((await audit()).problems.map(({ finding }) => finding)).toEqual(["MISSED_DEPOSIT"]);
    await scanHotWallet(world.services);
    await watchAll(world);
    expect((await audit()).money).toMatchObject({ arriving: 0n, difference: 0n });
  });

  it("counts landed but unsettled payments as in transit", async () => {
    await withdrawal(world.t, ada, "1", stranger());
    await owner(sql`update wallets set seen = booked`);
    await planSweeps(world.services);
    // Signed and sent, and not checked since.
    world.instead({ statuses: async (signatures) => signatures.map(() => null) });
    await processPayments(world.services);
    await world.chain.advance(50);
    const { problems, money } = await audit();
    expect(problems).toEqual([]);
    // Minus the 3% fee; two sweeps with two signatures each, one payment with one.
    expect(money).toMatchObject({ leaving: (SOL * 97n) / 100n + 25_000n, arriving: 0n, unexplained: 0n });
    expect(money?.difference).toBe(-(money?.leaving ?? 0n));
    await world.heal();
    await work(world);
    expect((await audit()).money).toMatchObject({ leaving: 0n, difference: 0n });
  });

  it.each(WRONG_BOOKS)("reports %s", async (_what, wrong, expected) => {
    expect(await when(wrong)).toEqual(expected);
  });

  it("checks every signature, but reads all transactions in full only in deep mode", async () => {
    const elsewhere = sql`update withdrawals set destination = ${stranger()} where id = ${PAID}`;
    expect(await when(elsewhere, { inFull: 1 })).toEqual([]);
    expect(await when(elsewhere, { inFull: 1_000 })).toEqual(["MOVED_OTHERWISE"]);
    const unknown = sql`update payment_attempts set signature = ${"3".repeat(88)} where id = ${LANDED}`;
    expect(await when(unknown, { inFull: 1 })).toContain("NOT_ON_CHAIN");
  });

  it("finds nothing while money is constantly deposited, withdrawn, and swept [M1.02]", { tags: "proof" }, async () => {
    const { services, t, chain } = world;
    let over = false;
    // Busy, but no more than a slow machine can handle.
    const always = async (act: () => Promise<unknown>) => {
      for (; !over; await pause(25)) await act();
    };
    const traffic = [
      always(() => chain.airdrop(addressOf(bob), SOL / 10n)),
      always(() => chain.airdrop(services.platformWallet.address, 7n)),
      always(() => watchAll(world).then(() => scanHotWallet(services))),
      always(() => withdrawal(t, ada, "0.01", stranger())),
      always(() => planSweeps(services).then(() => processPayments(services))),
    ];
    const audits: ReserveAudit[] = [];
    try {
      while (audits.length < 4) {
        audits.push(await auditReserves({ ...services, db: t.database.ownerDb, chain: world.truth }, { pauseMs: 100 }));
      }
    } finally {
      over = true;
      await Promise.all(traffic);
    }
    expect(audits.flatMap(({ problems }) => problems)).toEqual([]);
    expect(audits.every(({ money }) => money?.unexplained === 0n)).toBe(true);
    // Proves that it was busy.
    expect(audits.at(-1)?.checked.transactions).toBeGreaterThan((audits[0]?.checked.transactions ?? 0) + 5);
    await work(world);
  });

  it("reports what someone else took from an address or the hot wallet, also while more has arrived than that", async () => {
    await payIn(world, addressOf(bob), SOL);
    // One round reads a limited number of arrivals.
    do {
      await scanHotWallet(world.services);
      await watchAll(world);
    } while ((await audit()).money?.arriving);
    const { bytes, signature } = await sign(
      world,
      [depositKey(bob)],
      [transfer(depositKey(bob), stranger(), SOL / 4n)],
    );
    await world.truth.send(bytes);
    await finalized(world, signature);
    const { problems, money } = await audit();
    const taken = [["ADDRESS_CHAIN", addressOf(bob)]];
    expect(problems.map(({ finding, subject }) => [finding, subject])).toEqual(taken);
    expect(money?.unexplained).toBe(-SOL / 4n - 5_000n);
    expect(money?.difference).toBe(money?.unexplained);
    await payIn(world, addressOf(bob), SOL);
    expect((await audit()).problems.map(({ finding, subject }) => [finding, subject])).toEqual(taken);
    const hot = world.services.platformWallet.address;
    await steal(world, SOL / 4n);
    await payIn(world, hot, SOL);
    const { problems: both } = await audit();
    expect(both.map(({ finding, subject }) => [finding, subject])).toEqual([...taken, ["HOT_WALLET", hot]]);
  });

  it("says that the result is unknown if the chain doesn't respond", async () => {
    await world.chain.faults([{ method: "getMultipleAccounts", action: "down" }]);
    await expect(audit()).rejects.toMatchObject({ name: "ChainError" });
    await world.heal();
  });
});
