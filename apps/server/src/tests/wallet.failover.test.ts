import { drawMemberId, noticeBooks, scanColdWallets, scanHotWallet, watchRound } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ColdWorld, payFromCold, startCold } from "./wallet.cold.support.ts";
import { reopen } from "./wallet.fence.support.ts";
import { payIn, SOL, sound } from "./wallet.support.ts";

// A replica that was behind takes over while processes run: they reconnect to it, and nobody tells them.

let world: ColdWorld;
beforeAll(async () => {
  world = await startCold();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const db = () => world.t.database.ownerDb;
/** The table gets another file, as if the database were another one. */
const takeOver = () => sql`vacuum full chain_state`.execute(db());
const oneOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db())).rows[0];

/** What the node lists while this is done arrives after the replica took over. */
function takesOverDuringLists(): void {
  world.instead({
    async signaturesOf(address, page) {
      const list = await world.truth.signaturesOf(address, page);
      if (page.before === undefined) await takeOver();
      return list;
    },
  });
}

describe("what was read before a replica took over", () => {
  it("of the hot wallet is read again, because the replica may lack what was booked by then [M4.17]", async () => {
    const read = () => oneOf(sql<{ signature: string }>`select signature from hot_wallet_reads`);
    await scanHotWallet(world.services);
    const before = await read();
    const signature = await payIn(world, world.wallet.address, SOL);
    takesOverDuringLists();
    await scanHotWallet(world.services);
    expect(await read()).toEqual(before);
    await world.heal();
    await reopen(world);
    expect(await read()).not.toEqual(before);
    const { rows } = await sql`select from suspense_items where signature = ${signature}`.execute(db());
    expect(rows.length).toBe(1);
    await sound(world);
  });

  it("of a cold wallet is read again [M4.17]", async () => {
    const read = () => oneOf(sql<{ read: string | null }>`select read_signature as read from cold_wallets`);
    await payIn(world, world.vault, 2n * SOL);
    await scanColdWallets(world.services);
    const before = await read();
    const signature = await payFromCold(world, world.wallet.address, SOL);
    expect(signature).not.toBe(before?.read);
    takesOverDuringLists();
    await scanColdWallets(world.services);
    expect(await read()).toEqual(before);
    await world.heal();
    await scanColdWallets(world.services);
    expect(await read()).toEqual({ read: signature });
  });

  it("of all addresses is no round of the replica's", async () => {
    const round = (pace: () => Promise<unknown>) =>
      watchRound(
        world.services,
        async () => void (await pace()),
        async () => true,
      );
    await world.rich("carla", SOL);
    const done = () => oneOf(sql<{ rounds: string }>`select rounds_done::text as rounds from chain_state`);
    const before = await done();
    await round(takeOver);
    expect(await done()).toEqual(before);
    await round(async () => undefined);
    expect(Number((await done())?.rounds)).toBe(Number(before?.rounds) + 1);
  });
});

describe("the id of a new member", () => {
  const last = async () => Number((await oneOf(sql<{ last: string }>`select last_value as last from ids`))?.last);

  it("is never one that the lost books gave out, even before a worker notices the replica [M4.06]", async () => {
    await reopen(world);
    const before = await last();
    await takeOver();
    const { id } = await world.t.member("dora");
    expect(Number(id) - before).toBeGreaterThan(900_000);
    await reopen(world);
  });

  it.each([
    ["", true],
    [", even if nothing was signed then", false],
  ])("is never one that an earlier restore of the same backup gave out%s", async (_, signs) => {
    await reopen(world);
    const { number, identity } = await noticeBooks(db());
    const backup = await last();
    await takeOver();
    if (signs) await reopen(world);
    await drawMemberId(world.services);
    // Not what was drawn, because a connection keeps some ids.
    const lost = await last();
    await takeOver();
    await sql`update chain_state set fence = ${number}, fence_identity = ${identity}`.execute(db());
    await sql`select setval('ids', ${backup}::bigint)`.execute(db());
    await drawMemberId(world.services);
    expect((await last()) - lost).toBeGreaterThan(900_000);
    await reopen(world);
  });
});
