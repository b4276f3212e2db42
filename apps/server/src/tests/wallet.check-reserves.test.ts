import { setTimeout as pause } from "node:timers/promises";
import { drivePayments, planSweeps, scanHotWallet, watchRound } from "@bbux/api";
import { type AuditOptions, auditReserves, type ReserveAudit } from "@bbux/api/operator";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  depositKey,
  finalized,
  type MoneyWorld,
  payIn,
  SOL,
  sign,
  startMoney,
  stranger,
  transfer,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;
let ada: TestMember;
let bob: TestMember;

const audit = (): Promise<ReserveAudit> =>
  auditReserves({ ...world.services, db: world.t.database.ownerDb, chain: world.truth }, { deep: true, pauseMs: 50 });
const owner = (statement: RawBuilder<unknown>) => statement.execute(world.t.database.ownerDb);
const watch = () =>
  watchRound(
    world.services,
    async () => undefined,
    async () => true,
  );
const addressOf = ({ id }: TestMember) => world.services.platformWallet.addressOf(id);

beforeAll(async () => {
  world = await startMoney({ env: { HOT_WALLET_FLOOR: "0", WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());

/** Deposits, a withdrawal paid, one given back, a sweep, suspense, an expired transaction: all that the books can hold. */
async function live(): Promise<void> {
  ada = await world.rich("ada", 50n * SOL);
  bob = await world.t.member("bob");
  await payIn(world, addressOf(bob), 3n * SOL);
  await payIn(world, world.services.platformWallet.address, SOL);
  await scanHotWallet(world.services);
  await watch();
  await withdrawal(world.t, ada, "5", stranger());
  await work(world);
  // Never reaches the chain, expires, and is paid by another transaction.
  world.instead({ send: async () => undefined });
  await withdrawal(world.t, ada, "2", stranger());
  await drivePayments(world.services);
  await world.chain.advance(400);
  for (let pass = 0; pass < 3; pass++) await drivePayments(world.services);
  await world.heal();
  await work(world);
  await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
  await withdrawal(world.t, ada, "3", stranger());
  await work(world);
  await planSweeps(world.services);
  await work(world);
  await payIn(world, addressOf(bob), SOL / 2n);
  await watch();
}

class Undone extends Error {}

type Wrong = RawBuilder<unknown> | RawBuilder<unknown>[];

/** Does a wrong thing, audits, and takes it back. @returns the kinds found */
async function when(wrong: Wrong, options: AuditOptions = { deep: true }): Promise<string[]> {
  let found: string[] = [];
  await world.t.database.ownerDb
    .transaction()
    .execute(async (trx) => {
      for (const each of [wrong].flat()) await each.execute(trx);
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
  it("finds nothing where all is right, and adds up: what is owed is what the chain holds [M1.01 M1.02]", async () => {
    await live();
    const { problems, total, checked, money } = await audit();
    expect(problems).toEqual([]);
    expect(total).toBe(0);
    expect(checked).toEqual({ addresses: 2, transactions: 10, inFull: 10 });
    expect(money).toMatchObject({ difference: 0n, arriving: 0n, leaving: 0n, unexplained: 0n });
    expect(money?.owed).toBe(money?.onChain);
    expect(money?.totals.suspense).toBe(SOL);
    const states = await owner(sql`select distinct state from payment_attempts order by state`);
    expect(states.rows).toEqual([{ state: "EXPIRED" }, { state: "FAILED" }, { state: "FINALIZED" }]);
  });

  it("counts what arrives and is not credited as in flight, unless a round of watching should have found it", async () => {
    await payIn(world, addressOf(ada), 2n * SOL);
    await payIn(world, world.services.platformWallet.address, 3n * SOL);
    const { total, money } = await audit();
    expect([total, money?.arriving, money?.unexplained, money?.difference]).toEqual([0, 5n * SOL, 0n, 5n * SOL]);
    await owner(sql`update chain_state set round_finished_at = now() + interval '2 hours'`);
    expect((await audit()).problems.map(({ finding }) => finding)).toEqual(["MISSED_DEPOSIT"]);
    await scanHotWallet(world.services);
    await watch();
    expect((await audit()).money).toMatchObject({ arriving: 0n, difference: 0n });
  });

  it("counts payments that have landed and are not settled as in flight", async () => {
    await withdrawal(world.t, ada, "1", stranger());
    await owner(sql`update wallets set seen = booked`);
    await planSweeps(world.services);
    // Signed and sent, and nobody has looked since.
    world.instead({ statuses: async (signatures) => signatures.map(() => null) });
    await drivePayments(world.services);
    await world.chain.advance(50);
    const { problems, money } = await audit();
    expect(problems).toEqual([]);
    // Net of the fee of 3%; two sweeps of two signatures each, one payment of one.
    expect(money).toMatchObject({ leaving: (SOL * 97n) / 100n + 25_000n, arriving: 0n, unexplained: 0n });
    expect(money?.difference).toBe(-(money?.leaving ?? 0n));
    await world.heal();
    await work(world);
    expect((await audit()).money).toMatchObject({ leaving: 0n, difference: 0n });
  });

  const anyDeposit = sql`(select min(id) from deposits)`;
  const paid = sql`(select min(id) from withdrawals where state = 'FINALIZED')`;
  const landed = sql`(select min(id) from payment_attempts where withdrawal_id is not null and state = 'FINALIZED')`;
  const swept = sql`(select min(id) from sweeps where state = 'DONE')`;
  const expired = sql`(select min(id) from payment_attempts where state = 'EXPIRED')`;

  it.each<[string, Wrong, string[]]>([
    [
      "a deposit of another amount",
      sql`update deposits set amount = amount + 1 where id = ${anyDeposit}`,
      ["ADDRESS_BOOKS", "DEPOSIT_POSTING", "MOVED_OTHERWISE"],
    ],
    [
      "a deposit that the chain does not know",
      sql`update deposits set signature = ${"2".repeat(88)} where id = ${anyDeposit}`,
      ["DEPOSIT_POSTING", "NOT_ON_CHAIN"],
    ],
    [
      "an arrival that is credited, and nobody's besides",
      sql`insert into suspense_items (signature, address, amount, slot, reason)
            select signature, address, amount, slot, 'closed_account' from deposits where id = ${anyDeposit}`,
      ["ADDRESS_BOOKS", "CREDITED_TWICE", "SUSPENSE"],
    ],
    [
      "a wallet that says something else than came and went",
      sql`update wallets set booked = booked + 7 where user_id = (select min(user_id) from wallets)`,
      ["ADDRESS_BOOKS", "ADDRESS_CHAIN", "HOT_WALLET"],
    ],
    [
      "an address that the wallet's secret does not give",
      sql`insert into users (username, solana_address) values ('eve', ${stranger()})`,
      ["FOREIGN_ADDRESS"],
    ],
    [
      "a payment that was made and is called given back",
      sql`update withdrawals set state = 'REFUNDED' where id = ${paid}`,
      ["PAYMENT_ATTEMPTS", "WITHDRAWAL_POSTING"],
    ],
    [
      "a payment of another amount than was held",
      sql`update withdrawals set net_amount = net_amount + 1, amount = amount + 1 where id = ${paid}`,
      ["PAYMENT_ATTEMPTS", "WITHDRAWAL_POSTING"],
    ],
    [
      "a payment that went to somebody else",
      sql`update withdrawals set destination = ${stranger()} where id = ${paid}`,
      ["MOVED_OTHERWISE"],
    ],
    [
      "a payment that was given up and has landed",
      sql`update payment_attempts set state = 'EXPIRED' where id = ${landed}`,
      ["GIVEN_UP_LANDED", "NETWORK_FEE_POSTING", "PAYMENT_ATTEMPTS", "WITHDRAWAL_POSTING"],
    ],
    [
      "a payment that failed by the books and not on the chain",
      sql`update payment_attempts set state = 'FAILED' where id = ${landed}`,
      ["NOT_ON_CHAIN", "PAYMENT_ATTEMPTS"],
    ],
    [
      "a payment that the chain does not know",
      sql`update payment_attempts set signature = ${"3".repeat(88)} where id = ${landed}`,
      ["NETWORK_FEE_POSTING", "NOT_ON_CHAIN"],
    ],
    [
      "a fee that was not released",
      sql`update payment_attempts set network_fee = network_fee + 1 where id = ${expired}`,
      ["NETWORK_FEE_POSTING"],
    ],
    [
      "a sweep of another amount",
      sql`update sweeps set amount = amount + 1 where id = ${swept}`,
      ["ADDRESS_BOOKS", "PAYMENT_ATTEMPTS"],
    ],
    ["suspense that nobody resolved", sql`update suspense_items set resolved_at = now()`, ["SUSPENSE"]],
    [
      "a gift of the chain that was not posted",
      sql`update chain_fundings set amount = amount + 1 where purpose = 'float'`,
      ["FUNDING", "MOVED_OTHERWISE"],
    ],
    [
      "a withdrawal that nothing was held for and nobody works on",
      sql`insert into withdrawals (user_id, amount, fee, net_amount, destination, created_at, updated_at)
            select user_id, 2, 1, 1, destination, now() - interval '2 hours', now() from withdrawals where id = ${paid}`,
      ["HOLD", "OVERDUE", "WITHDRAWAL_POSTING"],
    ],
    [
      "a request that should have expired",
      sql`with seen as (update chain_state set round_finished_at = now() + interval '1 day')
            insert into deposit_requests (user_id, type, amount, expires_at, created_at, updated_at)
            select user_id, 'manual_deposit', 1, now(), now(), now() from wallets limit 1`,
      ["OVERDUE"],
    ],
    [
      "balances that are not the sum of their entries",
      [
        sql`set local session_replication_role = replica`,
        sql`update ledger_accounts set balance = balance + 1 where kind = 'equity'`,
      ],
      ["BALANCE_DRIFT", "TOTAL_NOT_ZERO"],
    ],
    ["another chain", sql`update chain_state set genesis_hash = 'another'`, ["WRONG_CHAIN"]],
    ["another wallet", sql`update chain_state set hot_address = 'another'`, ["WRONG_WALLET"]],
  ])("names %s", async (_what, wrong, expected) => {
    expect(await when(wrong)).toEqual(expected);
  });

  it("looks at every signature, and reads all in full only when it goes deep", async () => {
    const elsewhere = sql`update withdrawals set destination = ${stranger()} where id = ${paid}`;
    expect(await when(elsewhere, { inFull: 1 })).toEqual([]);
    expect(await when(elsewhere, { inFull: 1_000 })).toEqual(["MOVED_OTHERWISE"]);
    const unknown = sql`update payment_attempts set signature = ${"3".repeat(88)} where id = ${landed}`;
    expect(await when(unknown, { inFull: 1 })).toContain("NOT_ON_CHAIN");
  });

  it("finds nothing while money comes, goes and is swept all the time [M1.02]", { timeout: 120_000 }, async () => {
    const { services, t, chain } = world;
    let over = false;
    // Busy, and no more than a slow machine follows.
    const always = async (act: () => Promise<unknown>) => {
      for (; !over; await pause(25)) await act();
    };
    const traffic = [
      always(() => chain.airdrop(addressOf(bob), SOL / 10n)),
      always(() => chain.airdrop(services.platformWallet.address, 7n)),
      always(() => watch().then(() => scanHotWallet(services))),
      always(() => withdrawal(t, ada, "0.01", stranger())),
      always(() => planSweeps(services).then(() => drivePayments(services))),
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
    // It was not quiet.
    expect(audits.at(-1)?.checked.transactions).toBeGreaterThan((audits[0]?.checked.transactions ?? 0) + 5);
    await work(world);
    await scanHotWallet(services);
    await watch();
  });

  it("names what left an address by somebody else's hand", async () => {
    await payIn(world, addressOf(bob), SOL);
    await watch();
    const { bytes, signature } = await sign(
      world,
      [depositKey(bob)],
      [transfer(depositKey(bob), stranger(), SOL / 4n)],
    );
    await world.truth.send(bytes);
    await finalized(world, signature);
    const { problems, money } = await audit();
    expect(problems.map(({ finding, subject }) => [finding, subject])).toEqual([["ADDRESS_CHAIN", addressOf(bob)]]);
    expect(money?.unexplained).toBe(-SOL / 4n - 5_000n);
    expect(money?.difference).toBe(money?.unexplained);
  });

  it("says that it cannot know when the chain does not answer", async () => {
    await world.chain.faults([{ method: "getMultipleAccounts", action: "down" }]);
    await expect(audit()).rejects.toMatchObject({ name: "ChainError" });
    await world.heal();
  });
});
