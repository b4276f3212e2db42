import { scanColdWallets, scanHotWallet } from "@bbux/api";
import { auditReserves } from "@bbux/api/operator";
import { withoutTriggers } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agree, type ColdWorld, moveAll, payFromCold, startCold } from "./wallet.cold.support.ts";
import { payIn, SOL, stranger } from "./wallet.support.ts";

// What check-reserves finds about cold wallets: books that contradict themselves, and books that contradict the chain.

let world: ColdWorld;
beforeAll(async () => {
  world = await startCold();
  await world.rich("anna", 60n * SOL);
  await moveAll(world);
  await payFromCold(world, world.wallet.address, SOL);
  await payIn(world, world.vault, 2n * SOL);
  await scanHotWallet(world.services);
  await scanColdWallets(world.services);
});
afterAll(() => world.stop());

async function findings() {
  const { problems } = await auditReserves(world.services, { deep: true, pauseMs: 1 });
  return problems.filter(({ finding }) => finding.startsWith("COLD_"));
}

/** What is found after a change that no role of the platform could make, which is taken back. */
async function afterChange(change: RawBuilder<unknown>, back: RawBuilder<unknown>) {
  await withoutTriggers(world.t.database.ownerDb, change);
  try {
    return await findings();
  } finally {
    await withoutTriggers(world.t.database.ownerDb, back);
  }
}

describe("COLD_BOOKS", () => {
  it("isn't found after moves, returns, and payments of others", async () => {
    expect(await findings()).toEqual([]);
    await agree(world);
  });

  it("names a cold wallet whose balance isn't the sum of its movements", async () => {
    const found = await afterChange(
      sql`update cold_wallets set booked = booked + 7`,
      sql`update cold_wallets set booked = booked - 7`,
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        finding: "COLD_BOOKS",
        subject: world.vault,
        detail: expect.stringMatching(/^says \d+, its movements come to \d+$/),
      }),
    );
  });

  it("names a move whose movement is of another amount", async () => {
    const found = await afterChange(
      sql`update cold_transfers set amount = amount + 1 where state = 'DONE'`,
      sql`update cold_transfers set amount = amount - 1 where state = 'DONE'`,
    );
    expect(found).toEqual([
      expect.objectContaining({ finding: "COLD_BOOKS", subject: expect.stringMatching(/^cold transfer \d+$/) }),
    ]);
  });

  it("names a move that is said to be given up, and was booked", async () => {
    const found = await afterChange(
      sql`update cold_transfers set state = 'GIVEN_UP'`,
      sql`update cold_transfers set state = 'DONE'`,
    );
    expect(found).toEqual([
      expect.objectContaining({ finding: "COLD_BOOKS", detail: expect.stringMatching(/^GIVEN_UP of/) }),
    ]);
  });

  it("names an arrival whose unclaimed item is of another amount", async () => {
    const found = await afterChange(
      sql`update suspense_items set amount = amount + 1 where address = ${world.vault}`,
      sql`update suspense_items set amount = amount - 1 where address = ${world.vault}`,
    );
    expect(found).toEqual([
      expect.objectContaining({
        finding: "COLD_BOOKS",
        detail: expect.stringMatching(/^arrival of 2000000000, suspense/),
      }),
    ]);
  });

  it("names a return whose network fee was posted otherwise", async () => {
    const found = await afterChange(
      sql`update cold_movements set fee = fee + 1 where kind = 'return'`,
      sql`update cold_movements set fee = fee - 1 where kind = 'return'`,
    );
    expect(found).toEqual([expect.objectContaining({ finding: "COLD_BOOKS", detail: "fee of 5001, posted 5000" })]);
  });
});

describe("COLD_WALLET", () => {
  it("names a cold wallet that holds more than books and arrivals explain", async () => {
    const [less, back] = [sql`cold_wallets set booked = booked - 9`, sql`cold_wallets set booked = booked + 9`];
    const found = await afterChange(sql`update ${less}`, sql`update ${back}`);
    expect(found).toContainEqual(
      expect.objectContaining({
        finding: "COLD_WALLET",
        subject: world.vault,
        detail: "the chain has 0.000000009 SOL more than the books and what has landed explain",
      }),
    );
  });

  it("names a cold wallet from which SOL went to someone else, until that is booked", async () => {
    await payFromCold(world, stranger(), SOL);
    expect(await findings()).toEqual([
      expect.objectContaining({
        finding: "COLD_WALLET",
        subject: world.vault,
        detail: "the chain has 1.000005 SOL less than the books and what has landed explain",
      }),
    ]);
  });
});
