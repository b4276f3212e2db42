import { UNIT } from "@bbux/contract";
import { deposit, post, withdrawalRefunded, withdrawalSettled } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Legs, sendAs, UNBACKED } from "./wallet.backed.support.ts";
import { type MoneyWorld, SOL, startMoney, stateOf, stranger, watchAll, withdrawal, work } from "./wallet.support.ts";

// SOL enters and leaves the books only with the row that says why, whatever the app's role posts.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());

const app = () => world.t.database.db;
const owner = () => world.t.database.ownerDb;

const totals = () => sql`select kind, owner, balance::text from ledger_balances order by kind, owner`.execute(owner());
const send = (kind: string, cause: string, legs: Legs, ...rows: RawBuilder<unknown>[]) =>
  sendAs(app(), { kind, cause, legs }, ...rows);

describe("without what it books, the app's role can't commit", () => {
  it.each([
    ["a deposit", "deposit", "no signature", { "external:solana": -5n, "member:4242": 5n }],
    ["unclaimed SOL", "deposit_unclaimed", "no:one", { "external:solana": -5n, "suspense:4242": 5n }],
    ["funding of the float", "float_funded", "no signature", { "external:solana": -5n, "equity:operator": 5n }],
    ["a gain", "gain_recorded", "4242", { "external:solana": -5n, "equity:operator": 5n }],
    ["a loss", "loss_recorded", "4242", { "equity:operator": -5n, "external:solana": 5n }],
    ["a payout", "withdrawal_settled", "4242", { "equity:operator": -5n, "external:solana": 5n }],
    ["a refund", "withdrawal_refunded", "4242", { "equity:operator": -5n, "member:4242": 5n }],
    ["a network fee", "network_fee_paid", "no signature", { "equity:operator": -5n, "external:solana": 5n }],
  ])("%s", async (_, kind, cause, legs) => {
    const before = await totals();
    await expect(send(kind, cause, legs)).rejects.toMatchObject(UNBACKED);
    expect((await totals()).rows).toEqual(before.rows);
  });
});

describe("what is posted", () => {
  it("is the amount of the row, for the account of the row", async () => {
    const funding = sql`insert into chain_fundings (signature, purpose, amount) values ('funded', 'float', 5)`;
    const float = (amount: bigint) => ({ "external:solana": -amount, "equity:operator": amount });
    await expect(send("float_funded", "funded", float(6n), funding)).rejects.toMatchObject(UNBACKED);
    await expect(send("float_funded", "another", float(5n), funding)).rejects.toMatchObject(UNBACKED);
    const item = (id: number) =>
      sql`insert into suspense_items (id, signature, address, amount, slot, reason) values (${id}, 's', 'a', 5, 1, 'unknown_sender')`;
    const arrived = { "external:solana": -5n, "suspense:4242": 5n };
    await expect(send("deposit_unclaimed", "s:a:again", arrived, item(4242))).rejects.toMatchObject(UNBACKED);
    const gain = sql`
      insert into reserve_corrections (id, kind, amount, reason, slot, created_at) values (4242, 'gain_recorded', 5, 'x', 1, now())`;
    await expect(send("gain_recorded", "04242", float(5n), gain)).rejects.toMatchObject(UNBACKED);
    await expect(send("deposit_unclaimed", "s:a", arrived, item(4243))).rejects.toMatchObject(UNBACKED);
    await expect(
      send("deposit_unclaimed", "s:a", { ...arrived, "external:solana": -6n, "suspense:4242": 6n }, item(4242)),
    ).rejects.toMatchObject(UNBACKED);
  });

  it("is a deposit that was credited from the chain, once and to its member", async () => {
    const anna = await world.t.member("anna");
    const address = world.wallet.addressOf(anna.id);
    await world.chain.airdrop(address, 2n * SOL);
    await watchAll(world);
    const { rows } = await sql<{ cause: string }>`
      select signature || ':' || address as cause from deposits where user_id = ${anna.id} and amount = ${String(2n * UNIT)}`.execute(
      owner(),
    );
    expect(rows).toHaveLength(1);
    for (const cause of [`${rows[0]?.cause}:again`, `again ${rows[0]?.cause}`]) {
      await expect(
        send("deposit", cause, { "external:solana": -2n * UNIT, [`member:${anna.id}`]: 2n * UNIT }),
      ).rejects.toMatchObject(UNBACKED);
    }
  });

  it("is a payout of the withdrawal that was held and paid, not of one that is open or was paid", async () => {
    const bert = await world.rich("bert", 20n * SOL);
    const open = await withdrawal(world.t, bert, "5", stranger());
    const row = await owner().selectFrom("withdrawals").selectAll().where("id", "=", open).executeTakeFirstOrThrow();
    const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
    const tries = [
      withdrawalSettled({
        hold: open,
        netAmount: amount - fee,
        fee,
        reserved: 0n,
        networkFee: 0n,
        cause: open,
        refs: {},
      }),
      withdrawalRefunded({ hold: open, member: bert.id, amount, reserved: 0n, networkFee: 0n, cause: open, refs: {} }),
    ];
    for (const one of tries) {
      await expect(
        app()
          .transaction()
          .execute((trx) => post(trx, one)),
      ).rejects.toMatchObject(UNBACKED);
    }
    await work(world);
    expect((await stateOf(world.t, open)).state).toBe("FINALIZED");
  });
});

describe("a waiver", () => {
  it("can't be written by the app's role", async () => {
    for (const change of [
      sql`insert into ledger_waivers values ('deposit', 'x', 'none')`,
      sql`update ledger_waivers set causes = ''`,
      sql`delete from ledger_waivers`,
    ]) {
      await expect(change.execute(app())).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("counts for causes that begin like it, and ends when it is removed", async () => {
    await deposit(app(), { cause: "demo:one", member: "4242", amount: 5n });
    await expect(deposit(app(), { cause: "x demo:one", member: "4242", amount: 5n })).rejects.toMatchObject({
      code: "UNBACKED",
    });
    await sql`delete from ledger_waivers`.execute(owner());
    await expect(deposit(app(), { cause: "demo:two", member: "4242", amount: 5n })).rejects.toMatchObject({
      code: "UNBACKED",
    });
  });
});
