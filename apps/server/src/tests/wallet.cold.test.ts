import { processPayments, publishReserves, registerColdWallet } from "@bbux/api";
import { listSuspense, stopWithdrawals } from "@bbux/api/operator";
import { coldNote } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  agree,
  booked,
  CEILING,
  type ColdWorld,
  moveAll,
  moves,
  plan,
  startCold,
  TARGET,
} from "./wallet.cold.support.ts";
import { fenceOf, land, nonceAt, reopen, restore } from "./wallet.fence.support.ts";
import { drive, held, SOL, stranger, withdrawal, work } from "./wallet.support.ts";

// What the hot wallet has above its ceiling goes to the cold wallet (docs/adr/0027).

let world: ColdWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startCold();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => held(world, world.wallet.address);
const vault = () => held(world, world.vault);
const rich = (balance: bigint) => world.rich(`member${unnamed++}`, balance);
const count = async () => (await moves(world)).length;
const last = async () => (await moves(world)).at(-1);

describe("what is above the ceiling", () => {
  it("goes to the cold wallet, down to four fifths, and the reserves count it there", async () => {
    await rich(40n * SOL);
    const before = await vault();
    await moveAll(world);
    expect(await last()).toEqual({ state: "DONE", attempts: ["FINALIZED"] });
    expect(await hot()).toBeGreaterThanOrEqual(TARGET);
    expect(await hot()).toBeLessThan(TARGET + SOL / 100n);
    expect(await booked(world, world.vault)).toBe(await vault());
    expect(await vault()).toBeGreaterThan(before + 30n * SOL);
    const { status, onChain } = await publishReserves(world.services, 0);
    expect(status).toBe("matched");
    expect(onChain.coldWallets).toMatchObject([{ address: world.vault, isCurrent: true }]);
    await agree(world);
  });

  it("isn't moved in small parts: nothing leaves before the hot wallet is above the ceiling again", async () => {
    await moveAll(world);
    const done = await count();
    await rich(3n * SOL);
    expect(await plan(world)).toBe(false);
    expect([await count(), (await hot()) < CEILING]).toEqual([done, true]);
  });

  it("stays as long as withdrawals that wait need it", async () => {
    await moveAll(world);
    const before = await vault();
    const anna = await rich(12n * SOL);
    const to = stranger();
    await withdrawal(world.t, anna, "12", to);
    expect(await plan(world)).toBe(false);
    await work(world);
    expect([await held(world, to), await vault()]).toEqual([11_640_000_000n, before]);
  });

  it("isn't moved while payments are stopped, while SOL is missing, or behind a closed fence", async () => {
    await rich(30n * SOL);
    const [before, owner] = [await vault(), world.t.database.ownerDb];
    await stopWithdrawals(world.services, "a test");
    expect(await plan(world)).toBe(false);
    await sql`update chain_state set withdrawals_stopped_at = null, withdrawals_stopped_because = null`.execute(owner);
    await sql`update chain_state set shortfall = 1`.execute(owner);
    expect(await plan(world)).toBe(false);
    await sql`update chain_state set shortfall = 0`.execute(owner);
    // Planned before, it isn't signed either.
    expect(await plan(world)).toBe(true);
    await sql`update chain_state set shortfall = 1`.execute(owner);
    await drive(world);
    expect((await last())?.attempts).toEqual([]);
    await sql`update chain_state set shortfall = 0`.execute(owner);
    await restore(world);
    await drive(world);
    expect([(await last())?.attempts, await vault()]).toEqual([[], before]);
    await reopen(world);
    expect(await last()).toEqual({ state: "DONE", attempts: ["FINALIZED"] });
    await agree(world);
  });

  it("is left where it is when a withdrawal comes first, and planned anew", async () => {
    await moveAll(world);
    const anna = await rich(30n * SOL);
    expect(await plan(world)).toBe(true);
    const to = stranger();
    await withdrawal(world.t, anna, "25", to);
    await work(world);
    expect([(await last())?.state, await held(world, to)]).toEqual(["GIVEN_UP", 24_250_000_000n]);
    await agree(world);
  });
});

describe("a move to the cold wallet", () => {
  it.each(sampled(["cold.stored", "cold.sent", "cold.finalized", "cold.uncommitted", "cold.settled"] as const))(
    "happens once when the process dies at %s",
    async (point) => {
      world.t.travel(5 * 60_000);
      await rich(25n * SOL);
      const [before, done] = [await vault(), await count()];
      expect(await plan(world)).toBe(true);
      world.crashAt(point);
      await expect(work(world)).rejects.toThrow();
      await world.heal();
      await work(world);
      expect([await count(), await last()]).toEqual([done + 1, { state: "DONE", attempts: ["FINALIZED"] }]);
      expect((await vault()) - before).toBe(BigInt((await lastAmount()) ?? 0));
      await agree(world);
    },
  );

  it("is signed once by two workers, and only one is open at a time", { tags: "proof" }, async () => {
    world.t.travel(5 * 60_000);
    await rich(25n * SOL);
    const before = await vault();
    await Promise.all([plan(world), plan(world), plan(world)]);
    await Promise.all([processPayments(world.services), processPayments(world.services), drive(world)]);
    await work(world);
    expect(await last()).toEqual({ state: "DONE", attempts: ["FINALIZED"] });
    expect((await vault()) - before).toBe(BigInt((await lastAmount()) ?? 0));
    const owner = world.t.database.ownerDb;
    const second = sql`
      insert into cold_transfers (address, amount, created_at, updated_at)
      select ${world.vault}, 5, now(), now() from generate_series(1, 2)`;
    await expect(second.execute(owner)).rejects.toMatchObject({ code: "23505" });
    await agree(world);
  });

  it("that restored books have forgotten is recognized by its note, and not made again", {
    tags: "proof",
  }, async () => {
    world.t.travel(5 * 60_000);
    await rich(25n * SOL);
    const before = await vault();
    const nonce = await nonceAt(world, 1);
    const signed = await world.services.signer.toCold({
      reference: "7f9c24e8-3b12-4fef-91e0-6e2f2f1d0b55",
      destination: world.vault,
      lamports: 9n * SOL,
      nonce,
      priorityFee: 3n,
      fence: await fenceOf(world),
    });
    await restore(world, "7/00000002/5/16384/1");
    await land(world, signed);
    await reopen(world);
    expect((await vault()) - before).toBe(9n * SOL);
    expect(await last()).toEqual({ state: "DONE", attempts: ["FINALIZED"] });
    expect(await booked(world, world.vault)).toBe(await vault());
    await agree(world);
  });

  it("to a cold wallet that restored books don't know is recognized, too, and counts there as the platform's", {
    tags: "proof",
  }, async () => {
    const address = stranger();
    const note = coldNote("7f9c24e8-3b12-4fef-91e0-6e2f2f1d0b57", 2n * SOL);
    const terms = { nonce: await nonceAt(world, 1), reference: world.wallet.noteOf(note), priorityFee: 3n };
    const signed = world.wallet.signPayment({ to: address, lamports: 2n * SOL, ...terms });
    await restore(world, "7/00000003/5/16384/1");
    await land(world, signed);
    const services = { ...world.services, money: { ...world.services.money, coldWallet: address } };
    // What is there isn't taken for an opening balance that belongs to nobody.
    expect(await registerColdWallet(services)).toBe(false);
    await reopen(world);
    await agree(world);
    expect(await registerColdWallet(services)).toBe(true);
    expect([await booked(world, address), (await listSuspense(world.t.database.db)).items]).toEqual([2n * SOL, []]);
    await registerColdWallet(world.services);
    await agree(world);
  });

  it("keeps its amount and address, and stays as it ended, whatever the app's role does", async () => {
    const app = world.t.database.db;
    for (const change of [
      sql`update cold_transfers set state = 'OPEN'`,
      sql`update cold_transfers set amount = 1`,
      sql`update cold_movements set amount = 1`,
    ]) {
      await expect(change.execute(app)).rejects.toMatchObject({ code: expect.stringMatching(/LG004|42501/) });
    }
    await expect(sql`update cold_wallets set booked = 0`.execute(app)).rejects.toMatchObject({ code: "42501" });
    await expect(sql`delete from cold_transfers`.execute(world.t.database.ownerDb)).rejects.toMatchObject({
      code: "LG004",
    });
  });

  it("goes to no other address than the one in the signer's settings", async () => {
    const request = {
      reference: "7f9c24e8-3b12-4fef-91e0-6e2f2f1d0b56",
      lamports: SOL,
      priorityFee: 0n,
      fence: await fenceOf(world),
    };
    const nonce = await nonceAt(world, 1);
    await expect(world.services.signer.toCold({ ...request, nonce, destination: stranger() })).rejects.toMatchObject({
      code: "REFUSED",
    });
  });
});

async function lastAmount(): Promise<string | undefined> {
  const { rows } = await sql<{ amount: string }>`
    select amount::text from cold_transfers where state = 'DONE' order by updated_at desc, id desc limit 1`.execute(
    world.t.database.ownerDb,
  );
  return rows[0]?.amount;
}
