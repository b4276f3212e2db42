import { processPayments } from "@bbux/api";
import type { ChainGateway } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectPaidOnce, memosOf, noncePool, type Sale, sell, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  finalized,
  held,
  type MoneyWorld,
  muchLater,
  SOL,
  signOnBlockhash,
  sound,
  startMoney,
  stateOf,
  work,
} from "./wallet.support.ts";

// A payment can land at most once, whatever nodes say, because two transactions with one nonce exclude each other on the chain.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const selling = () => sell(world);
const paidOnce = (sale: Sale) => expectPaidOnce(world, sale);
const isStopped = async () => (await stopReason(world)) !== null;
const nothing = async (list: readonly string[]) => list.map(() => null);

describe("a payment on a nonce", () => {
  it("is paid once even if the height comes from a node that is ahead and everything else from one that lags [M4.17]", async () => {
    const sale = await selling();
    const hot = world.services.platformWallet.address;
    const { rows } = await sql<{ addresses: string[] }>`
      select array_agg(address) as addresses from payment_nonces`.execute(world.t.database.ownerDb);
    // What the node behind knows: everything up to here, nothing after.
    const behind = await world.truth.balances([hot]);
    const nonces = await world.truth.nonces(rows[0]?.addresses ?? []);
    const nonceThen = new Map(rows[0]?.addresses.map((address, index) => [address, nonces.nonces[index] ?? null]));
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    world.instead({
      statuses: nothing,
      transaction: async () => null,
      signaturesOf: async () => [],
      balances: async (addresses) => ({
        slot: behind.slot,
        lamports: addresses.map((address) => (address === hot ? (behind.lamports[0] ?? 0n) : 0n)),
      }),
      nonces: async (addresses) => ({
        slot: nonces.slot,
        nonces: addresses.map((each) => nonceThen.get(each) ?? null),
      }),
    });
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    await world.chain.advance(10);
    expect(await held(world, sale.to)).toBe(4_850_000_000n);
    await world.heal();
    await work(world);
    expect(await isStopped()).toBe(false);
    await paidOnce(sale);
  });

  it.each<[string, Partial<ChainGateway>]>(
    sampled([
      ["hides every transaction", { statuses: nothing, transaction: async () => null, signaturesOf: async () => [] }],
      ["hides that it landed", { statuses: nothing, transaction: async () => null }],
      ["says that the height has passed", { finalizedHeight: async () => ({ slot: 1n, height: 10n ** 9n }) }],
    ]),
  )("is paid once when the node %s [M4.17]", async (_, lies) => {
    const sale = await selling();
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    world.instead(lies);
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    const isHidden = !("finalizedHeight" in lies);
    expect((await stateOf(world.t, sale.id)).state).toBe(isHidden ? "SENT" : "FINALIZED");
    expect(await alertKinds(world.t)).toEqual(isHidden ? ["payment_in_doubt"] : []);
    await world.heal();
    await work(world);
    expect(await alertKinds(world.t)).toEqual([]);
    await paidOnce(sale);
  });

  it("isn't booked on a status alone, without the transaction [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    await drive(world);
    world.instead({
      statuses: async (list) => list.map(() => ({ slot: 5n, failed: false, level: "finalized" as const })),
    });
    await drive(world);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await paidOnce(sale);
  });

  it("carries a memo that only the platform can relate to it", async () => {
    const sale = await selling();
    await work(world);
    const { rows } = await sql<{ signature: string }>`
      select signature from payment_attempts where withdrawal_id = ${sale.id}`.execute(world.t.database.ownerDb);
    const { memos } = (await world.truth.transaction(rows[0]?.signature ?? "")) ?? {};
    expect(memos).toEqual([(await memosOf(world, sale.id)).paid]);
    expect(memos?.[0]).not.toContain(sale.id);
  });

  it("isn't signed with a nonce value that another payment has used, even if the node reports it as current", {
    tags: "proof",
  }, async () => {
    for (let nth = 0; nth < 6; nth++) await selling();
    await work(world);
    const { rows } = await sql<{ value: string }>`
      select distinct on (nonce_id) nonce_value as value from payment_attempts
       where nonce_id is not null order by nonce_id`.execute(world.t.database.ownerDb);
    const authority = world.services.platformWallet.address;
    const used = rows.map(({ value }) => ({ authority, value }));
    expect(used).toHaveLength(6);
    const sale = await selling();
    world.instead({
      nonces: async (list) => ({ slot: 1n, nonces: list.map((_, index) => used[index % used.length] ?? null) }),
    });
    await drive(world);
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "REQUESTED", attempts: [] });
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });
});

describe("a payment from before there were nonces", () => {
  it("is tracked by its blockhash until it ends [M4.17]", async () => {
    const sale = await selling();
    await signOnBlockhash(world, sale.id);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["FINALIZED"]);
    await paidOnce(sale);
  });

  it("is paid on a nonce once it has expired and two checks and the balance agree [M4.17]", async () => {
    const sale = await selling();
    await signOnBlockhash(world, sale.id);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await muchLater(world);
    await drive(world);
    world.t.travel(29_000);
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    world.t.travel(2_000);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts.toSorted()).toEqual(["EXPIRED", "FINALIZED"]);
    await paidOnce(sale);
  });

  it("isn't given up sooner because the clock of the second process is ahead [M4.17]", async () => {
    const sale = await selling();
    await signOnBlockhash(world, sale.id);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await muchLater(world);
    await drive(world);
    const { services } = world;
    await processPayments({ ...services, now: () => new Date(services.now().getTime() + 3_600_000) });
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    await world.heal();
    world.t.travel(31_000);
    await work(world);
    await paidOnce(sale);
  });

  it("isn't paid again while the balance shows that it landed, even if the node denies it [M4.17]", async () => {
    const sale = await selling();
    const { signature } = await signOnBlockhash(world, sale.id);
    // From the start: a slow pass would see it landed.
    world.instead({
      statuses: nothing,
      transaction: async (asked) => (asked === signature ? null : world.truth.transaction(asked)),
    });
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    await world.chain.airdrop(world.services.platformWallet.address, 20n * SOL);
    for (let look = 0; look < 5; look++) {
      await muchLater(world);
      await drive(world);
    }
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    expect(await alertKinds(world.t)).toContain("payment_in_doubt");
    await world.heal();
    await work(world);
    await paidOnce(sale);
  });
});

describe("restored books", () => {
  it("book an attempt that landed even if they know only an earlier one, and don't pay again [M4.17]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    // Signed with a higher fee after the backup was made, and landed.
    const { wallet: platformWallet } = world;
    const [taken] = (await noncePool(world)).filter(({ value }) => value !== null);
    const nonce = { address: taken?.address ?? "", value: taken?.value ?? "" };
    const { paid: reference } = await memosOf(world, sale.id);
    const later = platformWallet.signPayment({
      to: sale.to,
      lamports: 4_850_000_000n,
      nonce,
      reference,
      priorityFee: 7n,
    });
    await world.truth.send(later.bytes);
    await finalized(world, later.signature);
    await work(world);
    expect((await stateOf(world.t, sale.id)).attempts.toSorted()).toEqual(["EXPIRED", "FINALIZED"]);
    expect(await isStopped()).toBe(false);
    await paidOnce(sale);
  });

  it("refund a payment whose forgotten cancellation landed [M4.16]", async () => {
    const sale = await selling();
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const { wallet: platformWallet } = world;
    const [taken] = (await noncePool(world)).filter(({ value }) => value !== null);
    const nonce = { address: taken?.address ?? "", value: taken?.value ?? "" };
    const { canceled: reference } = await memosOf(world, sale.id);
    const canceled = platformWallet.signCancellation({ nonce, reference, priorityFee: 7n });
    await world.truth.send(canceled.bytes);
    await finalized(world, canceled.signature);
    await work(world);
    expect((await stateOf(world.t, sale.id)).state).toBe("REFUNDED");
    expect([await balanceOf(world.t, sale.anna), await held(world, sale.to)]).toEqual(["10", 0n]);
    await sound(world);
  });
});
