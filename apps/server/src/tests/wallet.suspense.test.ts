import { scanHotWallet } from "@bbux/api";
import { assignSuspense, listSuspense, recordFloat } from "@bbux/api/operator";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { alertKinds, balanceOf, type MoneyWorld, payIn, SOL, sound, startMoney } from "./wallet.support.ts";

let world: MoneyWorld;
let ada: TestMember;
beforeAll(async () => {
  world = await startMoney();
  ada = await world.t.member("ada");
});
afterAll(() => world.stop());

/** Sends SOL to the hot wallet from an unknown address. @returns the id of its item */
async function arrives(lamports: bigint): Promise<string> {
  const signature = await payIn(world, world.services.platformWallet.address, lamports);
  await scanHotWallet(world.services);
  const { items } = await listSuspense(world.t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "none";
}

const float = () => ledgerBalance(world.t.database.db, "equity", "operator");

describe("an item in suspense", () => {
  it("is credited to the member it belongs to, once, and shown to them as a deposit", async () => {
    const id = await arrives(2n * SOL);
    expect(await alertKinds(world.t)).toEqual(["unclaimed_deposit"]);
    const done = await assignSuspense(world.services, id, "ADA");
    expect(done).toEqual({ amount: 2n * SOL, missing: 0, resolution: `Recorded as member ada (${ada.id})` });
    expect(await balanceOf(world.t, ada)).toBe("2");
    const { transactions } = ok(await call(world.t, "GET", "/wallet/transactions", { as: ada }));
    expect(transactions[0]).toMatchObject({ kind: "deposit", amount: "2", status: "completed" });
    expect(await alertKinds(world.t)).toEqual([]);
    const again = {
      code: "CONFLICT",
      message: `Item ${id}, 2 SOL, is resolved already: Recorded as member ada (${ada.id})`,
    };
    await expect(assignSuspense(world.services, id, "ada")).rejects.toMatchObject(again);
    await expect(recordFloat(world.services, id)).rejects.toMatchObject(again);
    await sound(world);
  });

  it("can be recorded as operator's float", async () => {
    const id = await arrives(3n * SOL);
    const before = await float();
    expect((await recordFloat(world.services, id)).resolution).toBe("Recorded as the operator's float");
    expect((await float()) - before).toBe(3n * SOL);
    expect((await listSuspense(world.t.database.db)).openTotal).toBe("0");
    await sound(world);
  });

  it("goes to only one of two members if assigned concurrently", async () => {
    const id = await arrives(SOL);
    const held = BigInt((await float()).toString());
    const outcomes = await Promise.allSettled([
      assignSuspense(world.services, id, "ada"),
      recordFloat(world.services, id),
      assignSuspense(world.services, id, "ada"),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const member = (await balanceOf(world.t, ada)) === "3";
    expect((await float()) - held).toBe(member ? 0n : SOL);
    await sound(world);
  });

  it("stays if the item or member doesn't exist, or the account is closed", async () => {
    const id = await arrives(SOL);
    await expect(assignSuspense(world.services, id, "nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const none of ["1", "none", "-1", "99999999999999999999"]) {
      await expect(recordFloat(world.services, none)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: `There is no suspense item ${none}`,
      });
    }
    const eve = await world.t.member("eve");
    await sql`update users set deleted_at = now(), email = null, password_hash = null where id = ${eve.id}`.execute(
      world.t.database.ownerDb,
    );
    await expect(assignSuspense(world.services, id, "eve")).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The account eve is closed",
    });
    expect((await listSuspense(world.t.database.db)).openTotal).toBe("1");
    await sound(world);
  });
});
