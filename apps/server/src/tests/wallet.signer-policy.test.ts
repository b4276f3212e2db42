import { noticeBooks } from "@bbux/api";
import { cancelWithdrawal } from "@bbux/api/operator";
import { withoutTriggers } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { isOpen, reopen, restore } from "./wallet.fence.support.ts";
import { expectPaidOnce, expectRefundedOnce, type Sale, sell } from "./wallet.sales.support.ts";
import { alertKinds, drive, type MoneyWorld, SOL, startMoney, stateOf, work } from "./wallet.support.ts";

// The signer's own rules, as the platform meets them (docs/adr/0026). The rules themselves are tested in packages/signer.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { SIGNER_PAYMENT_LIMIT: "5" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const owner = () => world.t.database.ownerDb;
const stageOf = async ({ anna, id }: Sale) =>
  ok(await call(world.t, "GET", `/wallet/transactions/${id}`, { as: anna })).transaction.withdrawal.stage;
const alerts = async () => {
  const { rows } = await sql<{ kind: string; subject: string; detail: string }>`
    select kind, subject, detail from alerts where closed_at is null order by id`.execute(owner());
  return rows;
};

describe("a withdrawal above the signer's limit for one payment", () => {
  it("waits, says so to its member and in one sentence to operators, holds up nobody, and can be given back [M4.16]", async () => {
    const large = await sell(world);
    // As if the signer's limit had been lowered since it was requested.
    await withoutTriggers(
      owner(),
      sql`update withdrawals set net_amount = ${`${6n * SOL}`}, amount = ${`${6n * SOL}`} + fee where id = ${large.id}`,
    );
    const small = await sell(world);
    for (let pass = 0; pass < 50 && (await stateOf(world.t, small.id)).state !== "FINALIZED"; pass++) {
      await drive(world).catch(() => undefined);
    }
    expect((await stateOf(world.t, small.id)).state).toBe("FINALIZED");
    expect([await stateOf(world.t, large.id), await stageOf(large)]).toEqual([
      { state: "REQUESTED", attempts: [] },
      "signer",
    ]);
    expect(await alerts()).toEqual([
      {
        kind: "signer_refused",
        subject: `withdrawal:${large.id}`,
        detail: "6 SOL is above 5 for one payment (SIGNER_PAYMENT_LIMIT)",
      },
    ]);
    await withoutTriggers(
      owner(),
      sql`update withdrawals set net_amount = ${`${5n * SOL}`} - fee, amount = ${`${5n * SOL}`} where id = ${large.id}`,
    );
    await cancelWithdrawal(world.services, large.id, "Asked by the member");
    await work(world);
    await expectRefundedOnce(world, large, []);
    await sql`update alerts set closed_at = now() where closed_at is null`.execute(owner());
  });
});

describe("the fence that the signer remembers", () => {
  const fence = async () => (await noticeBooks(owner())).number;

  it("is passed by restored books, however old they are, and their payments go on [M4.17]", async () => {
    for (let nth = 0; nth < 2; nth++) {
      await restore(world);
      await reopen(world);
    }
    const before = await fence();
    // As if restored from a backup of before both.
    await sql`update chain_state set fence = fence - 2`.execute(owner());
    await restore(world);
    expect(await fence()).toBeLessThan(before);
    const sale = await sell(world);
    await reopen(world);
    await work(world);
    expect(await fence()).toBeGreaterThan(before);
    await expectPaidOnce(world, sale);
    expect(await alertKinds(world.t)).toEqual([]);
  });

  it("leaves books behind that were lost and still run: nothing is signed for them, and operators are alerted [M4.17]", async () => {
    await work(world);
    const [newest, sale] = [await fence(), await sell(world)];
    // As they were before the newer ones were restored from them.
    await sql`update chain_state set fence = ${newest - 1}`.execute(owner());
    await sql`update payment_nonces set fence = ${newest - 1} where fence = ${newest}`.execute(owner());
    expect(await isOpen(world)).toBe(true);
    const { lines } = await world.services.signer.record(0);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual([]);
    expect((await world.services.signer.record(0)).lines).toHaveLength(lines.length);
    expect((await alerts()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(["fence_closed signer"]);
    // An operator who wants these books back on purpose says so to the signer.
    world.t.signerControl.resetFence("The newer ones were a drill");
    await work(world);
    await expectPaidOnce(world, sale);
    expect(await alertKinds(world.t)).toEqual([]);
  });
});
