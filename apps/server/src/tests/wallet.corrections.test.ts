import { publishReserves, scanHotWallet } from "@bbux/api";
import { recordCorrection, recordFloat, resumeWithdrawals } from "@bbux/api/operator";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { steal } from "./wallet.sales.support.ts";
import {
  alertKinds,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const FEE = 5_000n;
const unexplained = async () => (await publishReserves(world.services, 0)).unexplained;
const equity = () => ledgerBalance(world.t.database.db, "equity", "operator");
const hot = () => world.services.platformWallet.address;

/** The hot wallet pays the fee, too. Payments go on, as after an operator has looked into it. */
async function loseToThief(lamports: bigint): Promise<void> {
  await steal(world, lamports);
  await scanHotWallet(world.services);
  await resumeWithdrawals(world.services);
}

describe("a loss", () => {
  it("that the operator makes up for is booked from the float; then books and chain agree, and members are paid", async () => {
    const anna = await world.rich("anna", 20n * SOL);
    await loseToThief(SOL);
    expect(await unexplained()).toBe("-1.000005");
    await payIn(world, hot(), SOL + FEE);
    await scanHotWallet(world.services);
    const { rows } = await sql<{ id: string }>`
      select id::text from suspense_items where resolved_at is null`.execute(world.t.database.ownerDb);
    for (const { id } of rows) await recordFloat(world.services, id);
    const before = await equity();
    await recordCorrection(world.services, { kind: "loss", amount: SOL + FEE, reason: "The key was copied" });
    expect(before - (await equity())).toBe(SOL + FEE);
    expect(await unexplained()).toBe("0");
    await sound(world);
    expect(await alertKinds(world.t)).not.toContain("reserves_mismatch");
    const to = stranger();
    const id = await withdrawal(world.t, anna, "5", to);
    await work(world);
    expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 4_850_000_000n]);
    const { rows: audited } = await sql`
      select action, reason, details from audit_log where action = 'LOSS_RECORDED'`.execute(world.t.database.ownerDb);
    expect(audited).toEqual([
      { action: "LOSS_RECORDED", reason: "The key was copied", details: { amount: String(SOL + FEE) } },
    ]);
  });

  it("isn't booked with an amount that the chain doesn't bear out, more than once, or as a gain", async () => {
    await loseToThief(SOL);
    const loss = { kind: "loss", amount: SOL + FEE, reason: "Again" } as const;
    for (const wrong of [{ ...loss, amount: SOL }, { ...loss, kind: "gain" } as const]) {
      await expect(recordCorrection(world.services, wrong)).rejects.toMatchObject({ code: "CONFLICT" });
    }
    const both = await Promise.allSettled([
      recordCorrection(world.services, loss),
      recordCorrection(world.services, loss),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(recordCorrection(world.services, loss)).rejects.toMatchObject({ code: "CONFLICT" });
    await sound(world);
  });

  it("above the float is refused until the operator has brought the SOL back", async () => {
    const before = await equity();
    const amount = before + SOL;
    await loseToThief(amount - FEE);
    const loss = { kind: "loss", amount, reason: "Most of it" } as const;
    await expect(recordCorrection(world.services, loss)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(await equity()).toBe(before);
    // Here it was lent, and comes back to where it was.
    await world.chain.airdrop(hot(), amount);
    await scanHotWallet(world.services);
    const { rows } = await sql<{ id: string }>`
      select id::text from suspense_items where resolved_at is null`.execute(world.t.database.ownerDb);
    for (const { id } of rows) await recordFloat(world.services, id);
    await recordCorrection(world.services, loss);
    await sound(world);
  });
});

describe("a gain", () => {
  it("goes to the float, and shows in the public log", async () => {
    const before = await equity();
    // As if a booked fee had not been taken.
    await sql`insert into chain_fundings (signature, purpose, amount) values ('nothing', 'float', 1)`.execute(
      world.t.database.ownerDb,
    );
    const address = stranger();
    const signature = await payIn(world, hot(), SOL);
    await sql`insert into alerts (kind, subject, detail, created_at, seen_at)
      values ('unexplained_outflow', ${signature}, ${address}, now(), now())`.execute(world.t.database.ownerDb);
    await scanHotWallet(world.services);
    expect(await unexplained()).toBe("1");
    await recordCorrection(world.services, { kind: "gain", amount: SOL, reason: "A gift" });
    expect((await equity()) - before).toBe(SOL);
    expect(await unexplained()).toBe("0");
    const { rows } = await sql`
      select description from transparency_pending where type = 'GAIN_RECORDED'
      union all
      select description from transparency_sealed where type = 'GAIN_RECORDED'`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ description: "SOL that nothing explains became the operator's float" }]);
  });
});
