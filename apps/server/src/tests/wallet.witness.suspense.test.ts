import { checkWitness, registerColdWallet, scanHotWallet } from "@bbux/api";
import { assignSuspense, grantRole, listSuspense, recordFloat } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import {
  alertKinds,
  balanceOf,
  finalized,
  payer,
  payIn,
  SOL,
  sign,
  sound,
  stranger,
  transfer,
} from "./wallet.support.ts";
import { alertsOf, fabricated, showing, startTwoNodes, type TwoNodes } from "./wallet.witness.support.ts";

// Unclaimed SOL of WITNESS_FROM or more is given to a member only if two nodes show its arrival (docs/adr/0021).

let world: TwoNodes;
let root: TestMember;
let unnamed = 0;
beforeAll(async () => {
  world = await startTwoNodes();
  root = await world.t.member("ruth");
  await grantRole(world.services, { member: root.id, role: "admin", actor: null });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const fresh = () => world.t.member(`claimant${unnamed++}`);
const hot = () => world.services.platformWallet.address;
const idOf = async (signature: string) => {
  const { items } = await listSuspense(world.t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "none";
};
/** Sends SOL to the hot wallet from an unknown address. */
const arrives = async (lamports: bigint) => {
  const signature = await payIn(world, hot(), lamports);
  await scanHotWallet(world.services);
  return { signature, id: await idOf(signature) };
};
const assign = (id: string, { username }: TestMember) =>
  call(world.t, "POST", `/admin/suspense/${id}/resolve`, { as: root, body: { username, reason: "It is theirs" } });
/** The item of a new cold wallet's balance. */
const opening = async () => {
  const { items } = await listSuspense(world.t.database.db);
  return items.find((item) => item.reason === "cold_opening" && item.status === "open")?.id ?? "none";
};
const unclaimed = async () => (await listSuspense(world.t.database.db)).openTotal;

describe("unclaimed SOL", () => {
  it.each(
    sampled([
      ["another amount", { lamports: 4n * SOL }],
      ["that it failed", { failed: true }],
    ]),
  )("isn't given to a member while the witness shows %s, and is once it agrees [M4.06]", async (_, lie) => {
    const anna = await fresh();
    const { id, signature } = await arrives(5n * SOL);
    const real = await world.truth.transaction(signature);
    if (!real) throw new Error("not there");
    const { lamports = 5n * SOL, failed = false }: { lamports?: bigint; failed?: boolean } = lie;
    world.witnessSays(showing(world, { ...real, failed, changes: new Map([[hot(), lamports]]) }));
    refused(await assign(id, anna), 409, "CONFLICT");
    expect(await alertKinds(world.t)).toEqual(["nodes_disagree", "unclaimed_deposit"]);
    await world.heal();
    expect(ok(await assign(id, anna)).amount).toBe("5");
    expect([await balanceOf(world.t, anna), await alertKinds(world.t)]).toEqual(["5", []]);
    refused(await assign(id, anna), 409, "CONFLICT");
    expect(await balanceOf(world.t, anna)).toBe("5");
  });

  it("waits while the witness is silent; below WITNESS_FROM the witness isn't asked [M4.06]", async () => {
    const anna = await fresh();
    const [large, small] = [await arrives(SOL), await arrives(SOL - 1n)];
    const silent = async () => {
      throw new ChainError("UNREACHABLE", "no answer");
    };
    await checkWitness(world.services);
    world.witnessSays({ transaction: silent });
    const before = world.asked();
    expect(ok(await assign(small.id, anna)).amount).toBe("0.999999999");
    expect(world.asked()).toBe(before);
    const answer = await assign(large.id, anna);
    refused(answer, 409, "CONFLICT");
    expect(answer.json().error).toContain("The second Solana node doesn't confirm this payment yet");
    await world.heal();
    ok(await assign(large.id, anna));
    expect(await balanceOf(world.t, anna)).toBe("1.999999999");
    await sound(world);
  });

  it("in a new cold wallet is float only while the witness shows what the books say that it holds", async () => {
    const address = stranger();
    await payIn(world, address, 2n * SOL);
    await registerColdWallet({ ...world.services, money: { ...world.services.money, coldWallet: address } });
    const id = await opening();
    const { balances } = world.truth;
    world.witnessSays({
      balances: async (addresses, minSlot) => ({
        ...(await balances(addresses, minSlot)),
        lamports: addresses.map(() => 2n * SOL - 1n),
      }),
    });
    await expect(recordFloat(world.services, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await alertsOf(world)).toContainEqual(expect.stringContaining("says that it holds 1999999999"));
    await world.heal();
    expect((await recordFloat(world.services, id)).amount).toBe(2n * SOL);
    await sound(world);
  });

  it("that came with what the cold wallet returned is float if the witness shows both in one transaction", async () => {
    const [cold, other] = [await payer(world.chain, 3n * SOL), await payer(world.chain, 3n * SOL)];
    await registerColdWallet({
      ...world.services,
      money: { ...world.services.money, coldWallet: cold.publicKey.toBase58() },
    });
    const both = [transfer(cold, hot(), SOL), transfer(other, hot(), 2n * SOL)];
    const { bytes, signature } = await sign(world, [cold, other], both);
    await world.truth.send(bytes);
    await finalized(world, signature);
    await scanHotWallet(world.services);
    const id = await idOf(signature);
    world.witnessSays(showing(world, { signature, nothing: true }));
    await world.chain.advance(160);
    await expect(recordFloat(world.services, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await world.heal();
    expect((await recordFloat(world.services, id)).amount).toBe(2n * SOL);
    // What is left of the opening balance after the return agrees with the books, too.
    expect((await recordFloat(world.services, await opening())).amount).toBe(3n * SOL);
    await sound(world);
  });

  // Last, because it leaves books that owe more than there is.
  it("that only one node shows is given to nobody, by an admin or a command [M4.06]", async () => {
    const eve = await fresh();
    const fake = await fabricated(world, hot(), 50n * SOL);
    const { signaturesOf } = world.truth;
    world.instead({
      ...showing(world, fake),
      signaturesOf: async (address, page) => {
        const listed = await signaturesOf(address, page);
        if (address !== hot() || page.before) return listed;
        return [{ signature: fake.signature, slot: fake.slot, failed: false }, ...listed];
      },
    });
    await scanHotWallet(world.services);
    const id = await idOf(fake.signature);
    // The witness isn't past it by a minute, so it may be late.
    const late = await assign(id, eve);
    refused(late, 409, "CONFLICT");
    expect(late.json().error).toContain("The second Solana node doesn't confirm this payment yet");
    expect(await alertKinds(world.t)).toEqual(["unclaimed_deposit"]);
    await world.chain.advance(160);
    const denied = await assign(id, eve);
    refused(denied, 409, "CONFLICT");
    expect(denied.json().error).toContain("Two Solana nodes disagree about this payment");
    await expect(assignSuspense(world.services, id, eve.username)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await alertsOf(world)).toContain(
      `nodes_disagree ${fake.signature}:${hot()}: first.example says that ${fake.signature} changed ${hot()} by ${50n * SOL} base units at slot ${fake.slot}; witness.example says that there is no such transaction`,
    );
    expect([await balanceOf(world.t, eve), await unclaimed()]).toEqual(["0", "50"]);
    // Nor is it float: the float pays fees, and makes up for losses.
    await expect(recordFloat(world.services, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect([await unclaimed(), await alertKinds(world.t)]).toEqual(["50", ["nodes_disagree", "unclaimed_deposit"]]);
  });
});
