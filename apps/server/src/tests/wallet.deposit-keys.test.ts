import { planSweeps, scanHotWallet } from "@bbux/api";
import { auditReserves, rotateDepositKey } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import {
  balanceOf,
  Crash,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sound,
  startMoney,
  stranger,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Rotating the key of deposit addresses beside a running platform (docs/adr/0028).

let world: MoneyWorld;
let ada: TestMember;
beforeAll(async () => {
  world = await startMoney();
  ada = await world.t.member("ada");
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const rotate = (reason: string) =>
  rotateDepositKey(world.services, async (request) => world.t.signerControl.rotateDeposit({ ...request, reason }));
const addressOf = async (as: TestMember): Promise<string> =>
  ok(await call(world.t, "GET", "/transparency/proof", { as })).address;
const findings = async () => {
  const { problems } = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 20 });
  return problems.map(({ finding, subject }) => `${finding} ${subject}`);
};
/** Pays a member's address, waits until it's credited and swept, and checks that nothing is left at it. */
async function paysAndSweeps(member: TestMember, lamports: bigint): Promise<void> {
  const address = await addressOf(member);
  await payIn(world, address, lamports);
  await watchAll(world);
  const before = await held(world, world.wallet.address);
  expect(await planSweeps(world.services)).toBe(1);
  await work(world);
  expect(await held(world, address)).toBe(0n);
  expect((await held(world, world.wallet.address)) - before).toBe(lamports - 10_000n);
}
async function audited() {
  const { rows } = await sql<{ line: string }>`
    select target_kind || ' ' || target_id || ' ' || reason as line from audit_log where action = 'KEY_ROTATED' order by id`.execute(
    world.t.database.ownerDb,
  );
  return rows.map(({ line }) => line);
}

describe("rotating the key of deposit addresses", () => {
  it("gives new members addresses from the new key; old ones are found, credited and swept, and stay valid [M1.01]", async () => {
    const old = await addressOf(ada);
    expect(await rotate("a drill")).toBe(2);
    const bob = await world.t.member("bob");
    expect(await addressOf(ada)).toBe(old);
    expect(old).toBe(world.wallet.addressAt(ada.id, 1));
    expect(await addressOf(bob)).toBe(world.wallet.addressAt(bob.id, 2));
    expect(await addressOf(bob)).not.toBe(world.wallet.addressAt(bob.id, 1));
    await paysAndSweeps(ada, 3n * SOL);
    await paysAndSweeps(bob, 2n * SOL);
    expect([await balanceOf(world.t, ada), await balanceOf(world.t, bob)]).toEqual(["3", "2"]);
    await withdrawal(world.t, bob, "1", stranger());
    await work(world);
    await sound(world);
    expect(await findings()).toEqual([]);
    expect(await audited()).toEqual(["deposit_key 2 a drill"]);
  });

  it("killed when the signer has a new key is in use at once, and run again is recorded and makes no second one", async () => {
    world.crashAt("keys.rotated");
    await expect(rotate("killed")).rejects.toThrow(Crash);
    world.revive();
    const carl = await world.t.member("carl");
    expect(await addressOf(carl)).toBe(world.wallet.addressAt(carl.id, 3));
    expect(await rotate("run again")).toBe(3);
    expect(await audited()).toEqual(["deposit_key 2 a drill", "deposit_key 3 killed"]);
    await paysAndSweeps(carl, SOL);
    expect(await findings()).toEqual([]);
  });

  it("is refused while the signer lacks a key that the audit log names, instead of making another of its version", async () => {
    const { services } = world;
    const { signer } = services;
    const { deposit, ...others } = await signer.keys();
    const asked: number[] = [];
    for (const kept of [deposit.slice(0, 1), deposit.map((key) => ({ ...key, publicKey: "another" }))]) {
      const keys = async () => ({ ...others, deposit: kept });
      const lost = { ...services, signer: { ...signer, keys } };
      const rotating = rotateDepositKey(lost, async ({ version }) => void asked.push(version));
      await expect(rotating).rejects.toThrow("put back the copy of its keys.json");
    }
    expect([asked, (await audited()).length]).toEqual([[], 2]);
  });

  it("in the middle of a sweep of an old address doesn't disturb it", { tags: "proof" }, async () => {
    await payIn(world, await addressOf(ada), SOL);
    await watchAll(world);
    expect(await planSweeps(world.services)).toBe(1);
    world.crashAt("sweep.stored");
    await expect(work(world)).rejects.toThrow(Crash);
    await rotate("during a sweep");
    await work(world);
    expect(await held(world, await addressOf(ada))).toBe(0n);
    expect(await balanceOf(world.t, ada)).toBe("4");
    await scanHotWallet(world.services);
    await sound(world);
  });

  it("is checked by check-reserves: an address that its version doesn't give is a finding", async () => {
    const change = (version: number) =>
      sql`update wallets set address_version = ${version} where user_id = ${ada.id}`.execute(world.t.database.ownerDb);
    for (const wrong of [2, 9]) {
      await change(wrong);
      expect(await findings()).toEqual([`FOREIGN_ADDRESS ${await addressOf(ada)}`]);
    }
    await change(1);
    expect(await findings()).toEqual([]);
  });
});
