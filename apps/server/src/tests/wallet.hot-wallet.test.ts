import { fundLocalChain, publishReserves, scanHotWallet } from "@bbux/api";
import { resumeWithdrawals } from "@bbux/api/operator";
import { deposit, balanceOf as ledgerBalance } from "@bbux/ledger";
import { Keypair } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import {
  alertKinds,
  finalized,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sign,
  sound,
  startMoney,
  stranger,
  transfer,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Covers everything that happens to the hot wallet except payments, and to the addresses of closed accounts.

let world: MoneyWorld;
let admin: TestMember;
beforeAll(async () => {
  world = await startMoney();
  admin = await world.t.member("boss");
  await world.t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => world.services.platformWallet.address;
const listed = async () => ok(await call(world.t, "GET", "/admin/suspense", { as: admin }));
const signatures = async () => (await listed()).items.map((item: { signature: string }) => item.signature);
const supply = async () => {
  const { rows } = await sql<{ total: string }>`
    select (-balance)::text as total from ledger_balances where kind = 'external'`.execute(world.t.database.db);
  return BigInt(rows[0]?.total ?? 0);
};

describe("SOL that arrives at the hot wallet from an unknown address", () => {
  it("goes to suspense, once however often it is looked for, listed for admins, with an alert [M1.02]", async () => {
    const before = await supply();
    const signature = await payIn(world, hot(), 3n * SOL);
    await Promise.all([scanHotWallet(world.services), scanHotWallet(world.services)]);
    await scanHotWallet(world.services, "start");
    expect(await supply()).toBe(before + 3n * SOL);
    expect(await listed()).toMatchObject({
      openTotal: "3",
      items: [{ signature, address: hot(), amount: "3", reason: "unknown_sender", status: "open", resolution: null }],
    });
    expect(await alertKinds(world.t)).toContain("unclaimed_deposit");
    await sound(world);
  });

  it("can't be claimed by confirming it [M4.10]", async () => {
    const anna = await world.t.member("anna");
    const signature = await payIn(world, hot(), SOL);
    const body = { signature, destinationAddress: hot(), amount: 1 };
    const confirm = (path: string) => call(world.t, "POST", `/wallet/${path}`, { as: anna, body });
    refused(await confirm("confirm-deposit"), 404, "NOT_FOUND");
    refused(await confirm("confirm-direct-deposit"), 422, "TRANSACTION_FAILED");
    await scanHotWallet(world.services);
    await sound(world);
  });

  it("is found through mismatching reserves if an incomplete list lacks it", async () => {
    const first = await payIn(world, hot(), SOL);
    const second = await payIn(world, hot(), 2n * SOL);
    await world.chain.faults([
      { method: "getSignaturesForAddress", action: "short", keep: 1, times: 1 },
      { method: "getSignaturesForAddress", action: "short", keep: 0, times: 1 },
    ]);
    await scanHotWallet(world.services);
    expect(await signatures()).not.toContain(first);
    await world.heal();
    await scanHotWallet(world.services);
    expect((await publishReserves(world.services, 0)).status).toBe("matched");
    expect(await signatures()).toEqual(expect.arrayContaining([first, second]));
    await sound(world);
  });

  it("is read from the previous position after a read that died halfway", async () => {
    const paid = [await payIn(world, hot(), SOL), await payIn(world, hot(), SOL), await payIn(world, hot(), SOL)];
    const { truth } = world;
    world.instead({
      transaction: (one) => (one === paid[1] ? Promise.reject(new Error("died")) : truth.transaction(one)),
    });
    await expect(scanHotWallet(world.services)).rejects.toThrow("died");
    await world.heal();
    await scanHotWallet(world.services);
    expect(await signatures()).toEqual(expect.arrayContaining(paid));
    await sound(world);
  });
});

describe("the suspense list", () => {
  it("is for admins only", async () => {
    const bert = await world.t.member("bert");
    refused(await call(world.t, "GET", "/admin/suspense", { as: bert }), 403, "FORBIDDEN");
    refused(await call(world.t, "GET", "/admin/suspense"), 401, "UNAUTHENTICATED");
    await world.t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", bert.id).execute();
    refused(await call(world.t, "GET", "/admin/suspense", { as: bert }), 403, "FORBIDDEN");
  });
});

describe("a deposit to the address of a closed account", () => {
  it("goes to suspense, once, and credits no one", async () => {
    const cleo = await world.t.member("cleo");
    const address = world.wallet.addressOf(cleo.id);
    ok(await call(world.t, "POST", "/auth/delete-account", { as: cleo, body: { password: cleo.password } }));
    const signature = await payIn(world, address, 4n * SOL);
    await watchAll(world);
    await watchAll(world);
    const items = (await listed()).items.filter((item: { address: string }) => item.address === address);
    expect(items).toMatchObject([{ signature, amount: "4", reason: "closed_account", status: "open" }]);
    expect(await ledgerBalance(world.t.database.db, "member", cleo.id)).toBe(0n);
    await sound(world);
  });
});

describe("an outflow that isn't the platform's", () => {
  it("stops all payments and raises an alert, because someone else has the key; only an operator can end the stop", async () => {
    const dora = await world.rich("dora", 10n * SOL);
    const key = Keypair.fromSeed(new Uint8Array(32).fill(1));
    const theft = await sign(world, [key], [transfer(key, stranger(), SOL)]);
    await world.truth.send(theft.bytes);
    await finalized(world, theft.signature);
    await scanHotWallet(world.services);
    const to = stranger();
    await withdrawal(world.t, dora, "5", to);
    await work(world);
    expect(await held(world, to)).toBe(0n);
    expect(ok(await call(world.t, "GET", "/wallet", { as: dora })).withdrawals.stopped).toBe(true);
    expect(await alertKinds(world.t)).toContain("unexplained_outflow");
    // The reserves show it, too: one SOL and the network fee are missing.
    const report = await publishReserves(world.services, 0);
    expect([report.status, report.unexplained]).toEqual(["mismatch", "-1.000005"]);
    expect(await alertKinds(world.t)).toContain("reserves_mismatch");
    expect(ok(await call(world.t, "GET", "/reserves"))).toMatchObject({ status: "mismatch", unexplained: "-1.000005" });
    await resumeWithdrawals(world.services);
    await publishReserves(world.services, 0);
    await scanHotWallet(world.services, "start");
    await work(world);
    expect(await held(world, to)).toBe(4_850_000_000n);
  });
});

describe("the local chain's float and the backing of demo balances", () => {
  it("are funded once, however many processes start at the same time, and no SOL is booked twice [M1.02]", {
    tags: "proof",
  }, async () => {
    const other = await startMoney();
    await sound(other);
    await deposit(other.t.database.db, { member: "somebody", amount: 7n * SOL, cause: "demo:somebody" });
    await Promise.all([1, 2, 3].flatMap(() => [fundLocalChain(other.services), scanHotWallet(other.services)]));
    await scanHotWallet(other.services);
    const { rows } = await sql<{ purpose: string; n: number }>`
      select purpose, count(*)::int as n from chain_fundings group by purpose order by purpose`.execute(
      other.t.database.ownerDb,
    );
    expect(rows).toEqual([
      { purpose: "demo", n: 1 },
      { purpose: "float", n: 1 },
    ]);
    await sound(other);
    await other.stop();
  });

  it("are complete when each of two calls returns, even if one is faster and has less to fund than the other [M1.02]", {
    tags: "proof",
  }, async () => {
    const other = await startMoney();
    const { db } = other.t.database;
    const backed = async () => {
      const { rows } = await sql<{ sol: string }>`
        select coalesce(sum(amount), 0)::text as sol from chain_fundings where purpose = 'demo'`.execute(db);
      return BigInt(rows[0]?.sol ?? 0);
    };
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const goOn = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let airdrops = 0;
    other.instead({
      async airdrop(address, lamports) {
        const nth = airdrops++;
        asked[nth]?.resolve();
        await goOn[nth]?.promise;
        return other.truth.airdrop(address, lamports);
      },
    });
    await deposit(db, { member: "anna", amount: 2n * SOL, cause: "demo:anna" });
    const less = fundLocalChain(other.services);
    await asked[0]?.promise;
    await deposit(db, { member: "bert", amount: 3n * SOL, cause: "demo:bert" });
    const more = fundLocalChain(other.services);
    await asked[1]?.promise;
    goOn[0]?.resolve();
    await less;
    expect(await backed()).toBe(5n * SOL);
    goOn[1]?.resolve();
    await more;
    expect(await backed()).toBe(5n * SOL);
    // SOL that arrived too late for any member has no owner: it is found, and the books stay correct.
    await scanHotWallet(other.services);
    await sound(other);
    await other.stop();
  });
});
