import { noticeBooks, planSweeps, publishReserves, scanHotWallet } from "@bbux/api";
import { rotateWalletKey, walletKeys } from "@bbux/api/operator";
import { sampled } from "@bbux/db/testing/form";
import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refusesField } from "./support.ts";
import { reopen, restore } from "./wallet.fence.support.ts";
import { agree, findings, heldByAll, keysOf, movesOf, rotate, statesOf, untilCrash } from "./wallet.keys.support.ts";
import { storedAttempts } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  Crash,
  drive,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  startMoney,
  stateOf,
  stranger,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Replacing the hot wallet beside a running platform (docs/adr/0030). The authority of nonces is in wallet.nonce-keys.

let world: MoneyWorld;
let ada: TestMember;
beforeAll(async () => {
  world = await startMoney({ env: { HOT_WALLET_FLOOR: "1" } });
  ada = await world.rich("ada", 20n * SOL);
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const addressOf = async (as: TestMember): Promise<string> =>
  ok(await call(world.t, "GET", "/transparency/proof", { as })).address;
const latest = async () => (await walletKeys(world.services)).hot.at(-1)?.address ?? "";
async function audited() {
  const { rows } = await sql<{ line: string }>`
    select target_kind || ' ' || target_id || ' ' || reason as line from audit_log where action = 'KEY_ROTATED' order by id`.execute(
    world.t.database.ownerDb,
  );
  return rows.map(({ line }) => line);
}

describe("replacing the hot wallet", () => {
  it("moves its SOL, ends what it has signed with it, and pays everything else from the new one, each once [M4.17]", async () => {
    const [before, after, later] = [stranger(), stranger(), stranger()];
    const pending = await withdrawal(world.t, ada, "1", before);
    world.crashAt("withdrawal.stored");
    await untilCrash(world);
    await payIn(world, await addressOf(ada), 3n * SOL);
    await watchAll(world);
    expect(await planSweeps(world.services)).toBe(1);
    const total = (await heldByAll(world))[0] ?? 0n;
    const { key, outcome } = await rotate(world, "hot", "a drill");
    const waiting = await withdrawal(world.t, ada, "2", after);
    await work(world);
    expect([outcome, key.version, key.address === (await latest())]).toEqual(["made", 2, true]);
    expect(await statesOf(world, "hot")).toEqual(["DONE"]);
    expect([await held(world, before), await held(world, after)]).toEqual([970_000_000n, 1_940_000_000n]);
    expect([await keysOf(world, pending), await keysOf(world, waiting)]).toEqual([["1/1"], ["2/1"]]);
    // All of it, but what was paid and the fees, and what the sweep brought.
    const [old, fresh = 0n] = await heldByAll(world);
    expect(old).toBe(0n);
    const fees = total + 3n * SOL - 2_910_000_000n - fresh;
    expect([fees > 0n, fees < 200_000n]).toEqual([true, true]);
    await withdrawal(world.t, ada, "0.5", later);
    await work(world);
    expect([await held(world, later), await balanceOf(world.t, ada)]).toEqual([485_000_000n, "19.5"]);
    expect(await agree(world)).toEqual([]);
    expect([await audited(), await alertKinds(world.t)]).toEqual([["hot_key 2 a drill"], []]);
  });

  it("lets deposit addresses be swept to the new one, and moves on what still arrives at the old one", async () => {
    const [old = "", current = ""] = (await walletKeys(world.services)).hot.map(({ address }) => address);
    await payIn(world, await addressOf(ada), 2n * SOL);
    await watchAll(world);
    expect(await planSweeps(world.services)).toBe(1);
    const before = await held(world, current);
    await work(world);
    // Signed by the new wallet, the nonce's authority and the address.
    expect((await held(world, current)) - before).toBe(2n * SOL - 15_000n);
    const signature = await payIn(world, old, SOL);
    await scanHotWallet(world.services);
    const { rows } = await sql`
      select signature, address, amount::text from suspense_items`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ signature, address: old, amount: `${SOL}` }]);
    await work(world);
    await drive(world);
    await work(world);
    expect(await held(world, old)).toBe(0n);
    expect(await agree(world)).toEqual([]);
  });

  it("leaves a payment that the network doesn't take to the wallet that it began with, which offers more for it", {
    tags: "proof",
  }, async () => {
    const to = stranger();
    const id = await withdrawal(world.t, ada, "0.5", to);
    world.crashAt("withdrawal.stored");
    await untilCrash(world);
    const [{ signature } = { signature: "" }] = await storedAttempts(world, id);
    world.instead({
      send: async (bytes) => {
        if (bs58.encode(VersionedTransaction.deserialize(bytes).signatures[0] ?? []) === signature) return;
        await world.truth.send(bytes);
      },
    });
    const version = (await statesOf(world, "hot")).length + 2;
    await rotate(world, "hot", "in congestion");
    while ((await statesOf(world, "hot")).at(-1) !== "CLEARING") await drive(world);
    await drive(world);
    expect((await stateOf(world.t, id)).attempts).toEqual(["SENT"]);
    world.t.travel(61_000);
    await work(world);
    const { state, attempts } = await stateOf(world.t, id);
    expect([state, attempts.toSorted()]).toEqual(["FINALIZED", ["EXPIRED", "FINALIZED"]]);
    expect(await keysOf(world, id)).toEqual([`${version - 1}/1`, `${version - 1}/1`]);
    expect([await statesOf(world, "hot"), await held(world, to)]).toEqual([
      ["DONE", "DONE"].slice(0, version - 1),
      485_000_000n,
    ]);
  });

  it("is shown with every hot wallet's address in the published reserves, which match, and refuses them as destinations", async () => {
    const addresses = (await walletKeys(world.services)).hot.map(({ address }) => address);
    await publishReserves(world.services, 0);
    const { status, onChain } = ok(await call(world.t, "GET", "/reserves"));
    expect([status, onChain.hotWallet.address]).toEqual(["matched", addresses.at(-1)]);
    expect(onChain.hotWallets.map(({ address }: { address: string }) => address)).toEqual(addresses);
    for (const address of addresses) {
      const body = { amount: "1", destinationAddress: address };
      refusesField(await call(world.t, "POST", "/wallet/withdraw", { as: ada, body }), "destinationAddress");
    }
  });

  it("makes no key for other books than those that the signer signs for, such as a copy", async () => {
    const before = await world.services.signer.keys();
    await restore(world, "7/00000003/5/16384/1");
    await noticeBooks(world.t.database.ownerDb);
    await expect(rotate(world, "hot", "a copy")).rejects.toThrow("The signer signs for other books");
    expect(await world.services.signer.keys()).toEqual(before);
    await reopen(world);
  });

  it("killed when the signer has the key is finished by the platform itself, and asked again makes no other one", {
    tags: "proof",
  }, async () => {
    world.crashAt("keys.rotated");
    await expect(rotate(world, "hot", "killed")).rejects.toThrow(Crash);
    world.revive();
    expect(await statesOf(world, "hot")).toEqual(["DONE", "DONE"]);
    expect(await rotate(world, "hot", "again")).toMatchObject({ outcome: "recorded", key: { version: 4 } });
    expect(await rotate(world, "hot", "and again")).toMatchObject({ outcome: "under way", key: { version: 4 } });
    await work(world);
    expect(await statesOf(world, "hot")).toEqual(["DONE", "DONE", "DONE"]);
    expect(await audited()).toEqual(["hot_key 2 a drill", "hot_key 3 in congestion", "hot_key 4 killed"]);
    expect(await agree(world)).toEqual([]);
  });

  const POINTS = ["keys.signed", "keys.stored", "keys.sent", "keys.moved", "keys.uncommitted", "keys.settled"] as const;
  it.each(sampled(POINTS, 2))("killed at %s ends as if it hadn't been, and pays once", async (point) => {
    const to = stranger();
    const version = (await statesOf(world, "hot")).length + 2;
    await rotate(world, "hot", point);
    await withdrawal(world.t, ada, "0.1", to);
    world.crashAt(point);
    await untilCrash(world);
    await work(world);
    expect(await statesOf(world, "hot")).toEqual(Array.from({ length: version - 1 }, () => "DONE"));
    expect((await heldByAll(world)).slice(0, -1)).toEqual(Array.from({ length: version - 1 }, () => 0n));
    // What it had to spare, and the rest at the end.
    expect(await movesOf(world, version)).toEqual([1, 2].map(() => `hot ${version - 1}>${version}`));
    expect(await held(world, to)).toBe(97_000_000n);
  });

  it("however often leaves books, chain and the signer's record in agreement", { tags: "proof" }, async () => {
    expect(await agree(world)).toEqual([]);
  });

  it("is refused while the signer lacks a key of the books, and nothing is signed until it's back", async () => {
    const { services } = world;
    const { hot, ...others } = await services.signer.keys();
    const keys = async () => ({ ...others, hot: hot.slice(0, -1) });
    const lost = { ...services, signer: { ...services.signer, keys } };
    const asked: number[] = [];
    const rotating = rotateWalletKey(lost, "hot", async ({ version }) => void asked.push(version));
    await expect(rotating).rejects.toThrow("put back its keys.json");
    const id = await withdrawal(world.t, ada, "0.1", stranger());
    await drive({ services: lost });
    expect([asked, await stateOf(world.t, id)]).toEqual([[], { state: "REQUESTED", attempts: [] }]);
    expect(await alertKinds(world.t)).toContain("signer_down");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect(await alertKinds(world.t)).not.toContain("signer_down");
  });

  it("is checked by check-reserves: a key that the signer doesn't have is a finding", async () => {
    const version = (await statesOf(world, "hot")).length + 2;
    await sql`
      insert into wallet_keys (purpose, version, address, state, created_at, updated_at)
      values ('hot', ${version}, ${stranger()}, 'DONE', now(), now())`.execute(world.t.database.ownerDb);
    expect((await findings(world)).map((line) => line.split(":")[0])).toEqual([`WALLET_KEYS hot key ${version}`]);
  });
});
