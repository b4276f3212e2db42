import { randomBytes } from "node:crypto";
import { planSweeps, processPayments, scanHotWallet, watchRound } from "@bbux/api";
import { measureReserves } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { deposit } from "@bbux/ledger";
import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, tally } from "./support.ts";
import {
  alertKinds,
  depositKey,
  finalized,
  held,
  type MoneyWorld,
  payer,
  payIn,
  SOL,
  sign,
  startMoney,
  stateOf,
  stranger,
  transfer,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

describe("a long statement", () => {
  it("shows every row once, newest first, page by page, and the right total", async () => {
    const { t } = world;
    const member = await t.member("chronicler");
    for (let n = 0; n < 230; n++) {
      await deposit(t.database.db, { member: member.id, amount: BigInt(n + 1), cause: `chronicler:${n}` });
      if (n % 40 === 7) ok(await call(t, "POST", "/wallet/deposit", { as: member, body: { amount: "0.5" } }));
    }
    const seen: { id: string; createdAt: string }[] = [];
    for (let page = 1; ; page++) {
      const body = ok(await call(t, "GET", `/wallet/transactions/all?page=${page}&limit=9`, { as: member }));
      expect(body.pagination.total).toBe(236);
      if (body.transactions.length === 0) break;
      seen.push(...body.transactions);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(236);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("returns 422 instead of 500 for days that don't exist", async () => {
    const { t } = world;
    const member = await t.member("historian");
    for (const query of ["from=0000-01-01", "to=0000-12-31"]) {
      const answer = await call(t, "GET", `/wallet/transactions/all?${query}`, { as: member });
      refused(answer, 422, "VALIDATION_ERROR");
    }
    ok(await call(t, "GET", "/wallet/transactions/all?from=0001-01-01&to=9999-12-31", { as: member }));
  });

  it("is read through the index of its account, however many entries other accounts have", async () => {
    const { t } = world;
    const member = await t.member("needle", { balance: SOL });
    await sql`
      select count(*) from generate_series(1, 20000) as n, lateral ledger_post(
        'deposit', 'hay:' || n, 'hay:' || n, 'Of others', '{}', array['external', 'member'],
        array['solana', 'hay' || n % 100], array[-1, 1]::bigint[])`.execute(t.database.ownerDb);
    await sql`analyze`.execute(t.database.ownerDb);
    const before = await entriesRead();
    ok(await call(t, "GET", "/wallet", { as: member }));
    ok(await call(t, "GET", "/wallet/balance-history", { as: member }));
    ok(await call(t, "GET", "/wallet/transactions/all?type=withdrawal", { as: member }));
    expect((await entriesRead()) - before).toBe(0);
  });
});

/** Counts full scans of the entries table that an index would have avoided, whatever the planner thinks of its size. */
async function entriesRead(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await sql<{ n: number }>`
    select seq_scan::int as n from pg_stat_user_tables where relname = 'ledger_entries'`.execute(
    world.t.database.ownerDb,
  );
  return rows[0]?.n ?? 0;
}

const hot = () => world.services.platformWallet.address;

/** Names an address in a transaction that moves nothing from or to it. @returns its signature, finalized */
async function name(address: string): Promise<string> {
  const from = await payer(world.chain, SOL);
  const memo = {
    programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    keys: [],
    data: Buffer.from(address),
  };
  const named = transfer(from, from.publicKey.toBase58(), 1n);
  named.keys.push({ pubkey: new PublicKey(address), isSigner: false, isWritable: false });
  const { bytes, signature } = await sign(world, [from], [memo, named]);
  await world.truth.send(bytes);
  return finalized(world, signature);
}

describe("one member's abuse", () => {
  it("of many withdrawals delays nobody else's, because members take turns [M4.17]", async () => {
    const { t } = world;
    const [many, one] = [await world.rich("many", 2n * SOL), await world.rich("one", SOL)];
    const [shop, home] = [stranger(), stranger()];
    // The same amount to the same address, one per blockhash.
    for (let n = 0; n < 105; n++) await withdrawal(t, many, "0.001", shop);
    const id = await withdrawal(t, one, "0.5", home);
    await processPayments(world.services);
    expect((await stateOf(t, id)).state).toBe("SENT");
    await sql`update withdrawals set state = 'REFUNDED' where state = 'REQUESTED' and user_id = ${many.id}`.execute(
      t.database.ownerDb,
    );
    await work(world);
    expect(await held(world, home)).toBe(485_000_000n);
  });
});

describe("a transaction that names the hot wallet and that the node can't return", () => {
  it("is waited for, then reported to operators, and no longer hides what came after it", async () => {
    const poison = await name(hot());
    world.instead({
      async transaction(signature) {
        if (signature === poison) throw new ChainError("REFUSED", "Transaction version (1) is not supported");
        return world.truth.transaction(signature);
      },
    });
    const from = await payer(world.chain);
    const { bytes, signature } = await sign(world, [from], [transfer(from, hot(), SOL)]);
    await world.truth.send(bytes);
    await finalized(world, signature);
    expect(await scanHotWallet(world.services)).toBe(false);
    await world.chain.advance(1_600);
    expect(await scanHotWallet(world.services)).toBe(true);
    const { rows } = await sql<{ signature: string }>`
      select signature from suspense_items where signature = ${signature}`.execute(world.t.database.ownerDb);
    expect(rows).toHaveLength(1);
    expect(await alertKinds(world.t)).toEqual(["unclaimed_deposit", "unexplained_balance"]);
  });
});

describe("transactions that name a deposit address without paying it", () => {
  it("are read once, in portions, and a deposit below them is found anyway", async () => {
    const { t, truth } = world;
    const victim = await t.member("victim");
    const address = ok(await call(t, "GET", "/wallet", { as: victim })).platformAddress;
    await payIn(world, address, SOL);
    const noise: string[] = [];
    for (let n = 0; n < 3; n++) noise.push(await name(address));
    const reads: string[] = [];
    const listed = await truth.signaturesOf(address, { limit: 10 });
    // As many as an hour of abuse would produce.
    const many = Array.from({ length: 150 }, (_, n) => ({
      ...listed[0],
      signature: `noise${n}`,
      slot: 1n,
      failed: false,
    }));
    world.instead({
      async signaturesOf(of, page) {
        if (of !== address) return truth.signaturesOf(of, page);
        return page.before === undefined ? [...many, ...listed] : [];
      },
      async transaction(signature) {
        reads.push(signature);
        const idle = {
          signature,
          slot: 1n,
          blockTime: null,
          failed: false,
          fee: 0n,
          recentBlockhash: "",
          memos: [],
          signers: [],
          feePayer: "",
          changes: new Map(),
        };
        return signature.startsWith("noise") ? idle : truth.transaction(signature);
      },
    });
    const round = () =>
      watchRound(
        world.services,
        async () => undefined,
        async () => true,
      );
    await round();
    expect(reads).toHaveLength(100);
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("0");
    await round();
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("1");
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toEqual(expect.arrayContaining(noise));
  });

  it("can't hide a deposit behind one that the node refuses to return", async () => {
    const { t, truth } = world;
    const victim = await t.member("poisoned");
    const address = ok(await call(t, "GET", "/wallet", { as: victim })).platformAddress;
    const poison = await name(address);
    await payIn(world, address, SOL);
    world.instead({
      async transaction(signature) {
        if (signature === poison) throw new ChainError("REFUSED", "Transaction version (1) is not supported");
        return truth.transaction(signature);
      },
    });
    await watchRound(
      world.services,
      async () => undefined,
      async () => true,
    );
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("1");
  });
});

describe("a round over all addresses", () => {
  it("resumes where a call failed instead of starting over", async () => {
    let calls = 0;
    await sql`
      insert into users (username, email, solana_address)
      select 'crowd' || n, 'crowd' || n || '@example.org', ${stranger()}::text || n from generate_series(1, 250) n`.execute(
      world.t.database.ownerDb,
    );
    world.instead({
      async balances(addresses) {
        calls++;
        if (calls % 2 === 1) throw new ChainError("RATE_LIMITED", "HTTP 429");
        return { slot: 0n, lamports: addresses.map(() => 0n) };
      },
    });
    const place = { after: "0" };
    let failures = 0;
    for (let done = false; !done; ) {
      try {
        done = await watchRound(
          world.services,
          async () => undefined,
          async () => true,
          place,
        );
      } catch {
        failures++;
        expect(failures).toBeLessThan(6);
      }
    }
    expect(failures).toBeGreaterThan(1);
    await sql`delete from wallets where user_id in (select id from users where username like 'crowd%')`.execute(
      world.t.database.ownerDb,
    );
  });
});

describe("a report on reserves", () => {
  it("doesn't offset one address's shortfall with what has just arrived at another", async () => {
    const { t, services, truth } = world;
    const before = await measureReserves(services);
    const [robbed, paid] = [await t.member("robbed"), await t.member("paid")];
    const addressOf = async (as: TestMember) => ok(await call(t, "GET", "/wallet", { as })).platformAddress;
    await payIn(world, await addressOf(robbed), SOL);
    const round = () =>
      watchRound(
        services,
        async () => undefined,
        async () => true,
      );
    await round();
    const thief = await sign(world, [depositKey(robbed)], [transfer(depositKey(robbed), stranger(), SOL - 5_000n)]);
    await truth.send(thief.bytes);
    await finalized(world, thief.signature);
    await payIn(world, await addressOf(paid), 3n * SOL);
    world.instead({ signaturesOf: async () => [] });
    await round();
    const report = await measureReserves(services);
    expect(Number(report.unexplained) - Number(before.unexplained)).toBeCloseTo(-1, 9);
    expect(report.inFlight.arriving).toBe("3");
    expect(report.status).toBe("mismatch");
  });
});

describe("a hot wallet below its floor", () => {
  it("still sweeps, because deposits refill it, and then pays withdrawals", async () => {
    const poor = await startMoney({ env: { HOT_WALLET_FLOOR: "11" } });
    try {
      const member = await poor.t.member("filler");
      const { platformAddress } = ok(await call(poor.t, "GET", "/wallet", { as: member }));
      await payIn(poor, platformAddress, 5n * SOL);
      const round = () =>
        watchRound(
          poor.services,
          async () => undefined,
          async () => true,
        );
      await round();
      const id = await withdrawal(poor.t, member, "1", stranger());
      await processPayments(poor.services);
      expect((await stateOf(poor.t, id)).state).toBe("REQUESTED");
      expect(await planSweeps(poor.services)).toBe(1);
      await work(poor);
      expect((await stateOf(poor.t, id)).state).toBe("FINALIZED");
    } finally {
      await poor.stop();
    }
  });
});

describe("a reserves report on tampered books", () => {
  it("counts what each kind of account is owed, and doesn't match", async () => {
    const { t, services } = world;
    const member = await t.member("forger", { balance: 1n });
    const before = await measureReserves(services);
    await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update ledger_accounts set balance = balance + ${SOL.toString()}::bigint
                 where kind = 'member' and owner = ${member.id}`.execute(trx);
    });
    const after = await measureReserves(services);
    expect(Number(after.liabilities.total) - Number(before.liabilities.total)).toBeCloseTo(1, 9);
    expect(Number(after.unexplained) - Number(before.unexplained)).toBeCloseTo(-1, 9);
  });
});

describe("a payment that lands after it was given up", () => {
  it("stops payments and alerts operators, whatever the node said about it before [M4.17]", async () => {
    const { t } = world;
    const member = await world.rich("twice", 5n * SOL);
    const id = await withdrawal(t, member, "1", stranger());
    await processPayments(world.services);
    // Another worker was lied to and has given it up.
    await sql`update payment_attempts set state = 'EXPIRED' where withdrawal_id = ${id}`.execute(t.database.ownerDb);
    await expect.poll(() => stopped()).toBe(true);
    expect(await alertKinds(t)).toContain("unexplained_outflow");
    await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update payment_attempts set state = 'SENT' where withdrawal_id = ${id}`.execute(trx);
    });
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(t.database.ownerDb);
    await work(world);
    expect(await stateOf(t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
  });
});

async function stopped(): Promise<boolean> {
  await scanHotWallet(world.services);
  const row = await world.t.database.db.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow();
  return row.withdrawals_stopped_at !== null;
}

describe("calls that make the platform query the chain", () => {
  it("are limited to 60 a minute per member, so that nobody exhausts the node's limit; then 429", async () => {
    const t = await createTestApp({ env: { RATE_LIMITS: "on" }, chainUrl: world.chain.url });
    try {
      const [busy, other] = [await t.member("busy", { balance: SOL }), await t.member("other")];
      const confirm = (as: TestMember) =>
        call(t, "POST", "/wallet/confirm-deposit", { as, body: { signature: bs58.encode(randomBytes(64)) } });
      const answers = await Promise.all(Array.from({ length: 61 }, () => confirm(busy)));
      expect(tally(answers)).toEqual({ 404: 60, 429: 1 });
      refused(await call(t, "GET", "/wallet/get-blockhash", { as: busy }), 429, "RATE_LIMITED");
      const body = { amount: "0.1", destinationAddress: stranger() };
      refused(await call(t, "POST", "/wallet/withdraw", { as: busy, body }), 429, "RATE_LIMITED");
      refused(await confirm(other), 404, "NOT_FOUND");
    } finally {
      await t.close();
    }
  });
});

describe("dust", () => {
  it("at the hot wallet is listed and counted, and raises no alert that would bury others", async () => {
    const { t } = world;
    const before = await alertKinds(t);
    const signature = await payIn(world, hot(), 1n);
    await scanHotWallet(world.services);
    const { rows } = await sql<{ amount: string }>`
      select amount::text from suspense_items where signature = ${signature}`.execute(t.database.ownerDb);
    expect(rows).toEqual([{ amount: "1" }]);
    expect(await alertKinds(t)).toEqual(before);
  });
});
