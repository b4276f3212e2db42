import { publishReserves, scanHotWallet } from "@bbux/api";
import { resumeWithdrawals, stopWithdrawals, walletKeys } from "@bbux/api/operator";
import { PublicKey, SystemProgram } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { fenceOf, land, nonceAt, reopen, restore } from "./wallet.fence.support.ts";
import { agree, heldByAll, keysOf, movesOf, rotate, statesOf, untilCrash } from "./wallet.keys.support.ts";
import { asThief, hotKey, memosOf, steal, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  depositKey,
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

// Books from before a rotation, and a key that was stolen (docs/adr/0030).

let world: MoneyWorld;
let ada: TestMember;
beforeAll(async () => {
  world = await startMoney();
  ada = await world.rich("ada", 20n * SOL);
});
afterAll(() => world.stop());

/** Versions of the newest keys. */
const latest = async () => {
  const { hot, nonce } = await walletKeys(world.services);
  return { hot: hot.length, nonce: nonce.length };
};
const terms = async (position: number, reference?: string) => {
  const nonce = await nonceAt(world, position);
  return { nonce, priorityFee: 3n, reference: reference ?? world.wallet.referenceOf("cancel", nonce.address) };
};

describe("books from before a rotation", () => {
  it("learn the keys from the signer, and book what the lost books moved, paid and swept with them, once [M4.17]", async () => {
    const to = stranger();
    const id = await withdrawal(world.t, ada, "1", to);
    const deposits = depositKey(ada).publicKey.toBase58();
    await payIn(world, deposits, 3n * SOL);
    await watchAll(world);
    // What the lost books did: a new wallet got everything, to the last lamport, paid a withdrawal, and swept a deposit.
    world.t.signerControl.rotateHot({ version: 2, reason: "lost" });
    world.t.signerControl.rotateNonce({ version: 2, reason: "lost" });
    const [total = 0n] = await heldByAll(world);
    const [move, keys] = [
      { from: 1, to: 2 },
      { hot: 2, nonce: 1 },
    ];
    await land(world, world.wallet.signHotMove({ ...(await terms(1)), ...move, lamports: total - SOL }));
    const rest = await held(world, world.wallet.address);
    await land(world, world.wallet.signHotMove({ ...(await terms(5)), keys, ...move, lamports: rest }));
    const paid = { ...(await terms(2, (await memosOf(world, id)).paid)), keys };
    await land(world, world.wallet.signPayment({ ...paid, to, lamports: 970_000_000n }));
    const sweep = { ...(await terms(3, world.wallet.referenceOf("sweep", "1"))), keys, userId: ada.id };
    await land(world, world.wallet.signSweep({ ...sweep, lamports: 3n * SOL }));
    await land(world, world.wallet.signHandover({ ...(await terms(4)), keys, to: 2 }));
    const [rent, { blockhash }] = [await world.truth.rentExemption(80), await world.truth.latestBlockhash()];
    // Fails, because the account exists.
    await land(world, world.wallet.signNonceCreation({ position: 1, rent, blockhash, keys }));
    await restore(world);
    // Until the signer has told them of the new wallet, what left the old one would look like a theft.
    expect([await scanHotWallet(world.services), await stopReason(world)]).toEqual([false, null]);
    await reopen(world);
    expect([await stopReason(world), await alertKinds(world.t)]).toEqual([null, []]);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await held(world, to), await balanceOf(world.t, ada)]).toEqual([970_000_000n, "22"]);
    expect([await statesOf(world, "hot"), await statesOf(world, "nonce")]).toEqual([["DONE"], ["DONE"]]);
    const moves = await movesOf(world, 2);
    // What the lost books had done isn't done again.
    expect([(await heldByAll(world))[0], moves.filter((move) => move === "nonce 1>2").length]).toEqual([0n, 5]);
    expect(moves.filter((move) => move === "hot 1>2").length).toBe(2);
    expect(await agree(world)).toEqual([]);
  });

  it("find nonce accounts that the lost books created with the new authority", { tags: "proof" }, async () => {
    const [, second] = (await walletKeys(world.services)).nonce;
    const { blockhash } = await world.truth.latestBlockhash();
    const created = { position: 7, rent: await world.truth.rentExemption(80), blockhash, keys: { hot: 2, nonce: 2 } };
    await land(world, world.wallet.signNonceCreation(created));
    await restore(world, "7/00000002/5/16384/1");
    await reopen(world);
    const { rows } = await sql`
      select address, nonce_version, state from payment_nonces where position = 7`.execute(world.t.database.ownerDb);
    const address = world.wallet.nonceAddress(7, second?.address);
    expect(rows).toEqual([{ address, nonce_version: 2, state: "READY" }]);
    expect(await agree(world)).toEqual([]);
  });
});

describe("books from before a rotation, restored while payments are stopped", () => {
  it("learn the new wallet all the same, and publish nothing before, because its SOL would seem to be gone", async () => {
    const keys = await latest();
    const before = await statesOf(world, "hot");
    const move = { from: keys.hot, to: keys.hot + 1, lamports: (await heldByAll(world)).at(-1) ?? 0n };
    world.t.signerControl.rotateHot({ version: move.to, reason: "lost" });
    await land(world, world.wallet.signHotMove({ ...(await terms(1)), ...move, lamports: move.lamports - SOL, keys }));
    await stopWithdrawals(world.services, "a drill");
    await restore(world, "7/00000003/5/16384/1");
    const reports = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from reserve_reports`.execute(world.t.database.ownerDb);
      return rows[0]?.n;
    };
    const published = await reports();
    expect((await publishReserves(world.services, 0)).status).toBe("mismatch");
    expect([await reports(), await alertKinds(world.t)]).toEqual([published, []]);
    await drive(world);
    expect(await statesOf(world, "hot")).toEqual([...before, "MOVING"]);
    expect((await publishReserves(world.services, 0)).unexplained).toBe("0");
    await resumeWithdrawals(world.services);
    await reopen(world);
    expect([await statesOf(world, "hot"), await agree(world)]).toEqual([[...before, "DONE"], []]);
  });
});

describe("a payment that the lost books made with a new authority of nonces", () => {
  it("is recognized, and is what the signer's record says", async () => {
    await rotate(world, "nonce", "a drill");
    await work(world);
    const to = stranger();
    const id = await withdrawal(world.t, ada, "1", to);
    const { rows } = await sql<{ reference: string; since: Date; amount: string }>`
      select reference::text, u.created_at as since, amount::text
        from withdrawals w join users u on u.id = user_id where w.id = ${id}`.execute(world.t.database.ownerDb);
    const [{ reference, since, amount }] = rows as [(typeof rows)[0]];
    const note = { reference, userId: ada.id, memberSince: since, amount: BigInt(amount) };
    const paid = { note, destination: to, lamports: 970_000_000n, keys: await latest() };
    const [nonce, fence] = [await nonceAt(world, 2), await fenceOf(world)];
    await land(world, await world.services.signer.pay({ ...paid, nonce, fence, priorityFee: 3n }));
    await restore(world, "7/00000004/5/16384/1");
    await reopen(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await held(world, to), await agree(world)]).toEqual([970_000_000n, []]);
  });
});

describe("a failed creation of a nonce account", () => {
  it("that the account's authority hasn't signed isn't the platform's", async () => {
    await rotate(world, "nonce", "a drill");
    await work(world);
    const [authority] = (await walletKeys(world.services)).nonce.slice(-1);
    const basePubkey = new PublicKey(authority?.address ?? "");
    const { instructions } = SystemProgram.createNonceAccount({
      fromPubkey: hotKey.publicKey,
      basePubkey,
      seed: "other",
      noncePubkey: new PublicKey(world.wallet.nonceAddress(1, authority?.address)),
      authorizedPubkey: basePubkey,
      lamports: Number(SOL),
    });
    // The thief has an old hot wallet's key only.
    for (const key of instructions[0]?.keys ?? []) key.isSigner &&= !key.pubkey.equals(basePubkey);
    await payIn(world, world.wallet.address, SOL);
    await asThief(world, instructions);
    await scanHotWallet(world.services);
    expect(await stopReason(world)).toContain("no transaction of the platform");
  });
});

describe("a hot wallet that a thief empties", () => {
  it("keeps no payment from being canceled: the new one pays for that, and the payment never lands", async () => {
    await world.stop();
    world = await startMoney();
    ada = await world.rich("ada", 20n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, ada, "1", to);
    world.crashAt("withdrawal.stored");
    await untilCrash(world);
    const [total = 0n] = await heldByAll(world);
    await steal(world, total - 5_000n);
    await scanHotWallet(world.services);
    expect(await stopReason(world)).toContain("no transaction of the platform");
    const { key } = await rotate(world, "hot", "stolen");
    await payIn(world, key.address, 5n * SOL);
    await sql`update chain_state set withdrawals_stopped_at = null, withdrawals_stopped_because = null`.execute(
      world.t.database.ownerDb,
    );
    await sql`update withdrawals set cancel_reason = 'Stolen' where id = ${id}`.execute(world.t.database.ownerDb);
    await work(world);
    const { state, attempts } = await stateOf(world.t, id);
    expect([state, attempts.toSorted()]).toEqual(["REFUNDED", ["CANCELED", "EXPIRED"]]);
    expect([await keysOf(world, id), await statesOf(world, "hot")]).toEqual([["1/1", "2/1"], ["DONE"]]);
    expect([await held(world, to), await balanceOf(world.t, ada)]).toEqual([0n, "20"]);
  });

  it("but for what a payment needs gives that to the new one once it is canceled, and pays the fee for it itself", {
    tags: "proof",
  }, async () => {
    await world.stop();
    world = await startMoney();
    ada = await world.rich("ada", 20n * SOL);
    const id = await withdrawal(world.t, ada, "10", stranger());
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    const [total = 0n] = await heldByAll(world);
    await steal(world, total - 9_703_000_000n);
    await scanHotWallet(world.services);
    await rotate(world, "hot", "stolen");
    await sql`update chain_state set withdrawals_stopped_at = null, withdrawals_stopped_because = null`.execute(
      world.t.database.ownerDb,
    );
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    while ((await statesOf(world, "hot"))[0] !== "CLEARING") await drive(world);
    expect((await heldByAll(world))[1]).toBe(0n);
    await sql`update withdrawals set cancel_reason = 'Stolen' where id = ${id}`.execute(world.t.database.ownerDb);
    await drive(world);
    await world.heal();
    await work(world);
    const [old, fresh = 0n] = await heldByAll(world);
    expect([old, fresh > 9_690_000_000n, await statesOf(world, "hot")]).toEqual([0n, true, ["DONE"]]);
    expect((await stateOf(world.t, id)).state).toBe("REFUNDED");
  });
});
