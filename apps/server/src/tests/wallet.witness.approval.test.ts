import { recheckWaiting, scanHotWallet } from "@bbux/api";
import { approveWaiting, grantRole, listWaiting } from "@bbux/api/operator";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import { alertKinds, balanceOf, Crash, type MoneyWorld, payIn, SOL, sound, startMoney } from "./wallet.support.ts";
import { alertsOf, confirmDeposit, fabricated, showing, waitingOf, watch } from "./wallet.witness.support.ts";

// Without a second node, a deposit above SINGLE_NODE_LIMIT waits for an admin (docs/adr/0021).

let world: MoneyWorld;
let root: TestMember;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({ cluster: true, env: { SINGLE_NODE_LIMIT: "3" } });
  root = await world.t.member("ruth");
  await grantRole(world.services, { member: root.id, role: "admin", actor: null });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const fresh = () => world.t.member(`large${unnamed++}`);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
const again = async () => {
  world.t.travel(11_000);
  await recheckWaiting(world.services);
};
const approve = (id: string, as = root) =>
  call(world.t, "POST", `/admin/waiting-deposits/${id}/approve`, { as, body: { reason: "Seen on another explorer" } });
const waitingId = async (signature: string) =>
  (await listWaiting(world.t.database.db)).find((each) => each.signature === signature)?.id ?? "none";
/** A deposit of 5 SOL that waits. */
const large = async () => {
  const anna = await fresh();
  const signature = await payIn(world, addressOf(anna), 5n * SOL);
  await watch(world.services);
  return { anna, signature, id: await waitingId(signature) };
};

describe("a deposit above the limit of a single node", () => {
  it("waits for an admin, and says so to the member, the admins and the alerts, until one approves it [M4.06]", async () => {
    const { anna, signature, id } = await large();
    for (let look = 0; look < 3; look++) await again();
    await watch(world.services);
    const confirmed = await confirmDeposit(world, anna, signature);
    expect([confirmed.statusCode, confirmed.json().message]).toEqual([
      202,
      "An admin checks large deposits before they're credited. You don't need to do anything.",
    ]);
    expect(await waitingOf(world, anna)).toEqual([
      { id, amount: "5", signature, reason: "approval", since: expect.any(String) },
    ]);
    expect(await balanceOf(world.t, anna)).toBe("0");
    expect(ok(await call(world.t, "GET", "/admin/waiting-deposits", { as: root })).deposits).toEqual([
      expect.objectContaining({ id, username: anna.username, address: addressOf(anna), amount: "5" }),
    ]);
    expect(await alertsOf(world)).toEqual([
      `deposit_waiting ${id}: A deposit of ${5n * SOL} base units waits for an admin, because only one node confirms it`,
    ]);
    await sound(world);
    refused(await approve(id, anna), 403, "FORBIDDEN");
    expect(ok(await approve(id))).toEqual({ success: true, username: anna.username, amount: "5", missing: 0 });
    expect([await balanceOf(world.t, anna), await waitingOf(world, anna), await alertsOf(world)]).toEqual([
      "5",
      [],
      [],
    ]);
    expect(ok(await confirmDeposit(world, anna, signature)).bbuxAmount).toBe("5");
    const { entries } = ok(await call(world.t, "GET", "/admin/audit-log?action=DEPOSIT_APPROVED", { as: root }));
    expect(entries).toEqual([
      expect.objectContaining({
        actor: "ruth",
        subject: anna.username,
        reason: "Seen on another explorer",
        details: { amount: String(5n * SOL), signature },
      }),
    ]);
    await sound(world);
  });

  it("is credited once when admins, a command and the watcher race [M4.07]", async () => {
    const { anna, signature, id } = await large();
    const done = await Promise.all([
      approve(id),
      approve(id),
      approveWaiting(world.services, id).then(
        () => ({ statusCode: 200 }),
        () => ({ statusCode: 409 }),
      ),
      again().then(() => ({ statusCode: 0 })),
      watch(world.services).then(() => ({ statusCode: 0 })),
      confirmDeposit(world, anna, signature).then(() => ({ statusCode: 0 })),
    ]);
    expect(done.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(1);
    expect(done.map(({ statusCode }) => statusCode).filter((code) => code === 409)).toHaveLength(2);
    refused(await approve(id), 409, "CONFLICT");
    refused(await approve("999999999"), 404, "NOT_FOUND");
    expect(await balanceOf(world.t, anna)).toBe("5");
    const { rows } = await sql`
      select from audit_log where action = 'DEPOSIT_APPROVED' and target_id = ${id}`.execute(world.t.database.ownerDb);
    expect(rows).toHaveLength(1);
    await sound(world);
  });

  it.each(sampled(["deposit.uncommitted", "deposit.credited"] as const))(
    "whose approval crashes at %s is credited once [M4.07]",
    async (point) => {
      const { anna, id } = await large();
      world.crashAt(point);
      await expect(approveWaiting(world.services, id)).rejects.toThrow(Crash);
      await sound(world);
      expect((await approve(id)).statusCode).toBe(point === "deposit.credited" ? 409 : 200);
      expect(await balanceOf(world.t, anna)).toBe("5");
      await sound(world);
    },
  );

  it("isn't approved when the node no longer shows it, or another amount, and is dropped then [M4.06]", async () => {
    const eve = await fresh();
    const fake = await fabricated(world, addressOf(eve), 50n * SOL);
    world.instead(showing(world, fake));
    expect((await confirmDeposit(world, eve, fake.signature)).statusCode).toBe(202);
    const id = await waitingId(fake.signature);
    world.instead(showing(world, { ...fake, changes: new Map([[addressOf(eve), 60n * SOL]]) }));
    refused(await approve(id), 409, "CONFLICT");
    await world.heal();
    refused(await approve(id), 409, "CONFLICT");
    await again();
    expect([await waitingOf(world, eve), await alertKinds(world.t), await balanceOf(world.t, eve)]).toEqual([
      [],
      [],
      "0",
    ]);
    refused(await approve(id), 409, "CONFLICT");
    await world.chain.faults([{ method: "getTransaction", action: "down" }]);
    const { rows } = await sql<{ id: string }>`
      update waiting_deposits set state = 'WAITING' where id = ${id} returning id::text`.execute(
      world.t.database.ownerDb,
    );
    refused(await approve(rows[0]?.id ?? ""), 503, "CHAIN_UNAVAILABLE");
    await world.heal();
    await again();
  });

  it("at a closed account becomes suspense once approved [M4.06]", async () => {
    const { anna, id, signature } = await large();
    await sql`update users set deleted_at = now() where id = ${anna.id}`.execute(world.t.database.ownerDb);
    ok(await approve(id));
    const { rows } = await sql<{ reason: string }>`
      select reason from suspense_items where signature = ${signature}`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ reason: "closed_account" }]);
    await sound(world);
  });

  it("is the limit itself or less: such a deposit is credited on one node's word [M4.06]", async () => {
    const anna = await fresh();
    await payIn(world, addressOf(anna), 3n * SOL);
    await watch(world.services);
    expect(await balanceOf(world.t, anna)).toBe("3");
  });
});

it("on the local chain no deposit waits, whatever its size [M4.06]", { tags: "proof" }, async () => {
  const local = await startMoney({ env: { SINGLE_NODE_LIMIT: "0", WITNESS_FROM: "0" } });
  try {
    const anna = await local.t.member("anna");
    const signature = await payIn(local, local.wallet.addressOf(anna.id), 500n * SOL);
    expect(ok(await confirmDeposit(local, anna, signature)).status).toBe("completed");
    await scanHotWallet(local.services);
    expect([await balanceOf(local.t, anna), await waitingOf(local, anna)]).toEqual(["500", []]);
    await sound(local);
  } finally {
    await local.stop();
  }
});
