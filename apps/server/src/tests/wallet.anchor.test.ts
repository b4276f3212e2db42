import { makeCheckpoint, processPayments, scanHotWallet } from "@bbux/api";
import { auditReserves, stopWithdrawals } from "@bbux/api/operator";
import type { RecordPage } from "@bbux/chain";
import { allowUnbacked } from "@bbux/db";
import { sampled } from "@bbux/db/testing/form";
import { networkFeeReleased, networkFeeReserved, post } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anchors, landedAnchors, latestNote, nextCheckpoint } from "./wallet.anchor.support.ts";
import { agree } from "./wallet.cold.support.ts";
import { isOpen, reopen, restore } from "./wallet.fence.support.ts";
import { alertKinds, drive, type MoneyWorld, SOL, startMoney, stranger, withdrawal, work } from "./wallet.support.ts";

// The root of each checkpoint's note is written to the chain (docs/adr/0029).

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
  await reopen(world);
});
afterAll(() => world.stop());

beforeEach(() => nextCheckpoint(world));
afterEach(() => world.heal());

const latest = () => latestNote(world);
const landed = () => landedAnchors(world);
const states = async () => (await anchors(world)).map(({ state }) => state);
const floatOf = async () => {
  const { rows } = await sql<{ balance: string }>`
    select sum(e.amount)::text as balance from ledger_entries e join ledger_accounts a on a.id = e.account_id
     where a.kind = 'equity'`.execute(world.t.database.ownerDb);
  return BigInt(rows[0]?.balance ?? 0);
};

describe("the root of a checkpoint", () => {
  it("is written to the chain once, for a fee that the float pays, and the API says where", async () => {
    const before = await floatOf();
    await work(world);
    await work(world);
    const [anchor, ...more] = await landed();
    expect([more, await states()]).toEqual([[], ["CANCELED"]]);
    expect((await latest()).anchor).toEqual({ signature: anchor?.signature, at: expect.any(String) });
    expect(before - (await floatOf())).toBe(anchor?.fee);
    // It moved nothing but its fee.
    expect([...(anchor?.changes ?? [])].filter(([, change]) => change !== 0n)).toEqual([
      [world.wallet.address, -(anchor?.fee ?? 0n)],
    ]);
    await scanHotWallet(world.services, "start");
    expect(await alertKinds(world.t)).toEqual([]);
    await agree(world);
    await nextCheckpoint(world);
    expect((await latest()).anchor).toBe(null);
    await work(world);
    expect(await landed()).toHaveLength(1);
  });

  it.each(sampled(["anchor.signed", "anchor.stored"] as const))(
    "is written once when the process dies at %s",
    async (point) => {
      world.crashAt(point);
      await expect(drive(world)).rejects.toThrow();
      expect(await states()).toEqual(point === "anchor.signed" ? [] : ["SIGNED"]);
      await world.heal();
      await work(world);
      expect([(await landed()).length, await states()]).toEqual([1, ["CANCELED"]]);
      await agree(world);
    },
  );

  it("is written once by many workers at a time", { tags: "proof" }, async () => {
    await Promise.all(Array.from({ length: 6 }, () => processPayments(world.services).catch(() => 0)));
    await work(world);
    expect([(await landed()).length, await states()]).toEqual([1, ["CANCELED"]]);
    await agree(world);
  });

  it("is sent again when it was lost, and at a higher fee if that takes long", { tags: "proof" }, async () => {
    let fee = 0n;
    world.instead({ send: async () => undefined, recentPriorityPrices: async () => [fee] });
    await drive(world);
    await drive(world);
    expect(await states()).toEqual(["SENT"]);
    fee = 9_000_000n;
    world.t.travel(61_000);
    await drive(world);
    expect(await states()).toEqual(["REPLACED", "SENT"]);
    // Neither holds the nonce, and that isn't a fault.
    const { problems } = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 0 });
    expect(problems).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect([(await landed()).length, await states()]).toEqual([1, ["EXPIRED", "CANCELED"]]);
    expect((await latest()).anchor?.signature).toBe((await landed())[0]?.signature);
    await agree(world);
  });

  it("isn't even signed while the float can't pay for it, however often that is tried, and then once", async () => {
    const { ownerDb, db } = world.t.database;
    await allowUnbacked(ownerDb, { kind: "network_fee_reserved", causes: "elsewhere", reason: "a test" });
    await allowUnbacked(ownerDb, { kind: "network_fee_released", causes: "elsewhere", reason: "a test" });
    const aside = { hold: "elsewhere", networkFee: await floatOf(), cause: "elsewhere" };
    await db.transaction().execute((trx) => post(trx, networkFeeReserved(aside)));
    const { size, root } = await latest();
    const signed = async () => {
      const all: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: RecordPage = await world.services.signer.record(after);
        all.push(...page.lines.flatMap(({ kind, reference }) => (kind === "anchor" ? [reference] : [])));
        after = page.next;
      }
      return all.filter((reference) => reference === `${size} ${root}`).length;
    };
    for (let pass = 0; pass < 3; pass++) await drive(world);
    expect([await signed(), await states(), await alertKinds(world.t)]).toEqual([0, [], ["float_empty"]]);
    await db.transaction().execute((trx) => post(trx, networkFeeReleased(aside)));
    await work(world);
    expect([await signed(), await states(), await alertKinds(world.t)]).toEqual([1, ["CANCELED"], []]);
    await agree(world);
  });

  it("doesn't take a nonce from payments, and they don't take its nonce", { tags: "proof" }, async () => {
    const anna = await world.rich("anna", 20n * SOL);
    for (let n = 0; n < 6; n++) await withdrawal(world.t, anna, "1", stranger());
    world.instead({ send: async () => undefined });
    await drive(world);
    // All six are held.
    expect(await states()).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await work(world);
    expect(await states()).toEqual(["CANCELED"]);
    await nextCheckpoint(world);
    world.instead({ send: async () => undefined });
    await drive(world);
    expect(await states()).toEqual(["SENT"]);
    for (let n = 0; n < 6; n++) await withdrawal(world.t, anna, "1", stranger());
    await drive(world);
    const { rows } = await sql`select from payment_nonces where value is not null`.execute(world.t.database.ownerDb);
    expect(rows).toHaveLength(5);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect((await landed()).length).toBe(1);
    await agree(world);
  });

  it("isn't signed while payments are stopped or the fence is closed", async () => {
    await stopWithdrawals(world.services, "a test");
    await drive(world);
    expect(await states()).toEqual([]);
    await sql`update chain_state set withdrawals_stopped_at = null, withdrawals_stopped_because = null`.execute(
      world.t.database.ownerDb,
    );
    await restore(world);
    // All nonces are renewed then, and not all addresses have been read.
    await work(world);
    expect([await isOpen(world), await states()]).toEqual([false, []]);
    await reopen(world);
    await work(world);
    expect(await states()).toEqual(["CANCELED"]);
    await agree(world);
  });
});

it("isn't written if the operator doesn't want it", async () => {
  const quiet = await startMoney({ env: { LOG_ANCHOR: "off" } });
  await reopen(quiet);
  await makeCheckpoint(quiet.services);
  await work(quiet);
  const { rows } = await sql`select from checkpoint_anchors`.execute(quiet.t.database.ownerDb);
  expect(rows).toEqual([]);
  await quiet.stop();
});
