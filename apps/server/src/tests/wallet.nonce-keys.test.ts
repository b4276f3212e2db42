import { processPayments } from "@bbux/api";
import { walletKeys } from "@bbux/api/operator";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { agree, heldByAll, keysOf, movesOf, rotate, statesOf, untilCrash } from "./wallet.keys.support.ts";
import {
  alertKinds,
  drive,
  held,
  type MoneyWorld,
  SOL,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Replacing the authority of nonce accounts beside a running platform (docs/adr/0030).

const POOL = 6;
let world: MoneyWorld;
let ada: TestMember;
beforeAll(async () => {
  world = await startMoney();
  ada = await world.rich("ada", 20n * SOL);
});
afterAll(() => world.stop());
afterEach(() => world.heal());

/** Versions of the keys that are the authority of the pool's accounts, by what the chain shows. */
async function authorities(): Promise<(number | undefined)[]> {
  const { rows } = await sql<{ address: string }>`
    select address from payment_nonces where state = 'READY' order by position`.execute(world.t.database.ownerDb);
  const { nonces } = await world.truth.nonces(rows.map(({ address }) => address));
  const keys = (await walletKeys(world.services)).nonce;
  return nonces.map((found) => keys.find(({ address }) => address === found?.authority)?.version);
}
const pool = (version: number) => Array.from({ length: POOL }, () => version);

describe("replacing the authority of nonce accounts", () => {
  it("hands every account over, ends what was signed with the earlier one, and pays once [M4.17]", async () => {
    const [before, after] = [stranger(), stranger()];
    const pending = await withdrawal(world.t, ada, "1", before);
    world.crashAt("withdrawal.stored");
    await untilCrash(world);
    const { outcome, key } = await rotate(world, "nonce", "a drill");
    expect([outcome, key.state]).toEqual(["made", "HANDING_OVER"]);
    await work(world);
    expect([await authorities(), await statesOf(world, "nonce")]).toEqual([pool(2), ["DONE"]]);
    expect(await movesOf(world, 2)).toEqual(pool(2).map(() => "nonce 1>2"));
    const waiting = await withdrawal(world.t, ada, "2", after);
    await work(world);
    expect([await held(world, before), await held(world, after)]).toEqual([970_000_000n, 1_940_000_000n]);
    expect([await keysOf(world, pending), await keysOf(world, waiting)]).toEqual([["1/1"], ["1/2"]]);
    expect([await agree(world), await alertKinds(world.t)]).toEqual([[], []]);
  });

  it("pays with the accounts that aren't handed over just now", { tags: "proof" }, async () => {
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await rotate(world, "nonce", "in between");
    const id = await withdrawal(world.t, ada, "0.5", stranger());
    await drive(world);
    expect((await stateOf(world.t, id)).attempts).toEqual(["SENT"]);
    await world.heal();
    await work(world);
    expect(await authorities()).toEqual(pool(3));
  });

  const POINTS = ["keys.signed", "keys.stored", "keys.sent", "keys.moved", "keys.uncommitted", "keys.settled"] as const;
  it.each(sampled(POINTS, 2))("killed at %s ends as if it hadn't been", async (point) => {
    const version = (await statesOf(world, "nonce")).length + 2;
    await rotate(world, "nonce", point);
    world.crashAt(point);
    await untilCrash(world);
    await work(world);
    expect([await authorities(), (await statesOf(world, "nonce")).at(-1)]).toEqual([pool(version), "DONE"]);
    expect(await movesOf(world, version)).toHaveLength(POOL);
  });

  it("and the hot wallet at once, by two workers beside withdrawals, pays each once from the new keys in the end", {
    tags: "proof",
  }, async () => {
    const all = Array.from({ length: 4 }, () => stranger());
    const ids = await Promise.all(all.map((to) => withdrawal(world.t, ada, "0.5", to)));
    const half = processPayments(world.services);
    await rotate(world, "hot", "both");
    const { key } = await rotate(world, "nonce", "both");
    await Promise.all([half, work(world), work(world)]);
    await work(world);
    for (const to of all) expect(await held(world, to)).toBe(485_000_000n);
    for (const id of ids) expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect([await authorities(), await statesOf(world, "hot")]).toEqual([pool(key.version), ["DONE"]]);
    expect((await heldByAll(world))[0]).toBe(0n);
    const last = await withdrawal(world.t, ada, "0.5", stranger());
    await work(world);
    expect(await keysOf(world, last)).toEqual([`2/${key.version}`]);
    expect([await agree(world), await alertKinds(world.t)]).toEqual([[], []]);
  });

  it("gives accounts that are created later the new authority, at addresses that are its own", async () => {
    const version = (await statesOf(world, "nonce")).length + 1;
    const more = { ...world.services, money: { ...world.services.money, noncePool: POOL + 1 } };
    await work({ services: more });
    const { rows } = await sql<{ address: string; version: number }>`
      select address, nonce_version as version from payment_nonces where position = ${POOL + 1}`.execute(
      world.t.database.ownerDb,
    );
    const authority = (await walletKeys(world.services)).nonce.at(-1)?.address;
    expect(rows).toEqual([{ address: world.wallet.nonceAddress(POOL + 1, authority), version }]);
    expect(await authorities()).toEqual([...pool(version), version]);
    expect(await agree(world)).toEqual([]);
  });
});
