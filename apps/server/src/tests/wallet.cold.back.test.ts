import { planSweeps, publishReserves, registerColdWallet, scanColdWallets, scanHotWallet } from "@bbux/api";
import { listSuspense, recordCorrection, recordFloat, resumeWithdrawals } from "@bbux/api/operator";
import { allowUnbacked } from "@bbux/db";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { Keypair } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { agree, booked, type ColdWorld, moveAll, payFromCold, startCold } from "./wallet.cold.support.ts";
import { stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  payIn,
  SOL,
  stateOf,
  stranger,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// What moves at the cold wallet without the platform (docs/adr/0027): the operator signs it offline.

const DAY_MS = 86_400_000;
const FEE = 5_000n;
let world: ColdWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startCold();
  await rich(60n * SOL);
  await moveAll(world);
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => world.wallet.address;
const rich = (balance: bigint) => world.rich(`member${unnamed++}`, balance);
const equity = () => ledgerBalance(world.t.database.db, "equity", "operator");
const scanAll = async () => [await scanHotWallet(world.services), await scanColdWallets(world.services)];
const unclaimed = async () => (await listSuspense(world.t.database.db)).items.filter(({ status }) => status === "open");

describe("what comes back to the hot wallet", () => {
  it("is nobody's deposit, no suspense and no gain, and the float bears the network's fee, once", async () => {
    const [before, inVault] = [await equity(), await booked(world, world.vault)];
    await payFromCold(world, hot(), 2n * SOL);
    await Promise.all([scanAll(), scanAll(), publishReserves(world.services, 0)]);
    expect(await scanAll()).toEqual([true, true]);
    expect(before - (await equity())).toBe(FEE);
    expect(await booked(world, world.vault)).toBe(inVault - 2n * SOL - FEE);
    expect([await unclaimed(), await alertKinds(world.t), await stopReason(world)]).toEqual([[], [], null]);
    await agree(world);
  });

  it("by a member's deposit address credits nobody, and is swept from there", { tags: "proof" }, async () => {
    const anna = await rich(SOL);
    const { platformAddress } = ok(await call(world.t, "GET", "/wallet", { as: anna }));
    const signature = await payFromCold(world, platformAddress, 2n * SOL);
    await watchAll(world);
    await scanAll();
    expect(await balanceOf(world.t, anna)).toBe("1");
    const confirmed = await call(world.t, "POST", "/wallet/confirm-deposit", {
      as: anna,
      body: { signature },
    });
    expect([confirmed.statusCode, await balanceOf(world.t, anna)]).toEqual([404, "1"]);
    await agree(world);
    expect(await held(world, platformAddress)).toBe(2n * SOL);
    await planSweeps(world.services);
    await work(world);
    expect(await held(world, platformAddress)).toBe(0n);
    await agree(world);
    expect([await unclaimed(), await stopReason(world)]).toEqual([[], null]);
  });

  it("is booked once the float can bear the network's fee, if it can't yet", async () => {
    const float = await equity();
    await payFromCold(world, hot(), SOL);
    // As if all of the float were reserved.
    const { reserve, release } = await holdFloat(float);
    await reserve();
    expect(await scanAll()).toEqual([false, false]);
    expect(await alertKinds(world.t)).toEqual(["float_empty"]);
    await release();
    expect(await scanAll()).toEqual([true, true]);
    await drive(world);
    await agree(world);
  });
});

describe("withdrawals above what the hot wallet has", () => {
  it("wait at a stage that says so, aren't given back, and are paid when the amount in the alert has come back", async () => {
    await moveAll(world);
    const ben = await world.rich("ben", 50n * SOL);
    await moveAll(world);
    const to = stranger();
    const id = await withdrawal(world.t, ben, "45", to);
    await drive(world);
    const read = async () =>
      ok(await call(world.t, "GET", `/wallet/transactions/${id}`, { as: ben })).transaction.withdrawal;
    expect((await read()).stage).toBe("cold_wallet");
    expect(await alertKinds(world.t)).toEqual(["cold_funds_needed"]);
    world.t.travel(4 * DAY_MS);
    await drive(world);
    expect([(await stateOf(world.t, id)).state, (await read()).stage]).toEqual(["REQUESTED", "cold_wallet"]);
    expect(await alertKinds(world.t)).toEqual(["cold_funds_needed"]);
    await payFromCold(world, hot(), await toBringBack());
    await scanAll();
    await work(world);
    expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 43_650_000_000n]);
    expect(await alertKinds(world.t)).toEqual([]);
    await agree(world);
  });
});

describe("what somebody else sends to the cold wallet", () => {
  it("is unclaimed there, and may become float", { tags: "proof" }, async () => {
    const before = await booked(world, world.vault);
    await payIn(world, world.vault, 3n * SOL);
    await Promise.all([scanAll(), scanAll()]);
    expect(await unclaimed()).toMatchObject([{ address: world.vault, amount: "3", reason: "unknown_sender" }]);
    expect(await booked(world, world.vault)).toBe(before + 3n * SOL);
    await agree(world);
    for (const { id } of await unclaimed()) await recordFloat(world.services, id);
    await agree(world);
  });
});

describe("what goes from the cold wallet to somebody else", () => {
  it("stops payments; the loss is booked at the cold wallet, and books and chain agree again", async () => {
    const before = await booked(world, world.vault);
    await payFromCold(world, stranger(), SOL);
    await scanAll();
    expect([await alertKinds(world.t), (await stopReason(world)) !== null]).toEqual([["unexplained_outflow"], true]);
    expect((await publishReserves(world.services, 0)).unexplained).toBe("-1");
    await resumeWithdrawals(world.services);
    // Read again, it stops nothing a second time.
    await sql`update cold_wallets set read_signature = null`.execute(world.t.database.ownerDb);
    await scanAll();
    expect(await stopReason(world)).toBe(null);
    await recordCorrection(world.services, { kind: "loss", amount: SOL, reason: "Paid to a wrong address" });
    expect(await booked(world, world.vault)).toBe(before - SOL - FEE);
    await agree(world);
  });
});

describe("another cold wallet", () => {
  it("takes the next moves; the one before counts while it holds anything, and may pay into the new one", {
    tags: "proof",
  }, async () => {
    const next = Keypair.generate();
    const address = next.publicKey.toBase58();
    await payIn(world, address, SOL);
    const services = { ...world.services, money: { ...world.services.money, coldWallet: address } };
    expect(await Promise.all([registerColdWallet(services), registerColdWallet(services)])).toContain(true);
    expect(await registerColdWallet(services)).toBe(false);
    expect(await unclaimed()).toMatchObject([{ address, amount: "1", reason: "cold_opening" }]);
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where action = 'COLD_WALLET_CHANGED' order by id desc limit 1`.execute(
      world.t.database.ownerDb,
    );
    expect(rows).toMatchObject([{ details: { before: world.vault, after: address, opening: SOL.toString() } }]);
    const report = await publishReserves(world.services, 0);
    expect(report.onChain.coldWallets.map((wallet) => wallet.address)).toEqual([address, world.vault]);
    await agree(world);
    const rest = (await held(world, world.vault)) - FEE;
    await payFromCold(world, address, rest);
    await scanAll();
    expect([await booked(world, world.vault), await booked(world, address)]).toEqual([0n, rest + SOL]);
    const after = await publishReserves(world.services, 0);
    expect(after.onChain.coldWallets.map((wallet) => wallet.address)).toEqual([address]);
    expect([after.status, await stopReason(world)]).toEqual(["matched", null]);
    await agree(world);
  });
});

/** The amount in the alert. */
async function toBringBack(): Promise<bigint> {
  const { rows } = await sql<{ detail: string }>`
    select detail from alerts where kind = 'cold_funds_needed' and closed_at is null`.execute(world.t.database.ownerDb);
  const [, amount = "0"] = /send at least ([\d.]+) SOL/.exec(rows[0]?.detail ?? "") ?? [];
  return BigInt(Math.round(Number(amount) * Number(SOL)));
}

/** Takes the float away and gives it back, as reserving and releasing fees do. */
async function holdFloat(amount: bigint) {
  const owner = world.t.database.ownerDb;
  for (const kind of ["network_fee_reserved", "network_fee_released"]) {
    await allowUnbacked(owner, { kind, causes: "a test", reason: "a test" });
  }
  const move = (kind: string, sign: bigint) =>
    sql`
      select ledger_post(${kind}, 'a test', ${`${kind} a test`}, 'none', '{}', array['equity', 'hold'], array['operator', '0'],
        ${[(-sign * amount).toString(), (sign * amount).toString()]}::bigint[])`.execute(owner);
  return { reserve: () => move("network_fee_reserved", 1n), release: () => move("network_fee_released", -1n) };
}
