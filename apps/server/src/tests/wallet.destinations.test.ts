import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { ageProofs } from "./second-factor.support.ts";
import { type CallOptions, call, ok, refused, refusesField } from "./support.ts";
import { withdrawalsOf } from "./wallet.sales.support.ts";
import {
  balanceOf,
  held,
  type MoneyWorld,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const rich = (balance: bigint) => world.rich(`member${unnamed++}`, balance);
const withdraw = (as: TestMember, body: object, options: CallOptions = {}) =>
  call(world.t, "POST", "/wallet/withdraw", { as, body: { destinationAddress: stranger(), ...body }, ...options });

describe("a destination", () => {
  const PROGRAMS = ["11111111111111111111111111111111", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"];

  it.each<[string, string]>([
    ["not base58", "0OIl".repeat(8)],
    ["too short", "abc"],
    ["a signature", "5".repeat(87)],
    ["another chain's", "0x52908400098527886E0F7030069857D2E4169EE7"],
    ["a name", "anna.sol"],
    ["text", "\u{1F4B0}".repeat(10)],
    ...PROGRAMS.map((program): [string, string] => ["a program", program]),
    ["off the curve", "11111111111111111111111111111112"],
  ])("that is %s is refused with the field named: %s [M5.12]", async (_, destinationAddress) => {
    const anna = await rich(SOL);
    refusesField(await withdraw(anna, { amount: 1, destinationAddress }), "destinationAddress");
    const answer = await call(world.t, "PUT", "/wallet/withdrawal-address", {
      as: anna,
      body: { address: destinationAddress },
    });
    refusesField(answer, "address");
    expect([await balanceOf(world.t, anna), await withdrawalsOf(world, anna)]).toEqual(["1", 0]);
  });

  it("can't be one of the platform's own: a deposit address or the hot wallet [M5.12]", async () => {
    const [anna, bert] = [await rich(SOL), await rich(SOL)];
    const { wallet: platformWallet } = world;
    for (const destinationAddress of [
      platformWallet.addressOf(anna.id),
      platformWallet.addressOf(bert.id),
      platformWallet.address,
    ]) {
      refusesField(await withdraw(anna, { amount: 1, destinationAddress }), "destinationAddress");
    }
    expect(await withdrawalsOf(world, anna)).toBe(0);
  });

  it("can't hold a program, and if it becomes one later, the withdrawal is refunded [M5.12 M4.16]", async () => {
    const anna = await rich(SOL);
    const account = async () => ({
      lamports: 1n,
      owner: "BPFLoader2111111111111111111111111111111111",
      executable: true,
    });
    world.instead({ account });
    refusesField(await withdraw(anna, { amount: 1 }), "destinationAddress");
    await world.heal();
    const id = await withdrawal(world.t, anna, "1", stranger());
    world.instead({ account });
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts: [] });
    expect(await balanceOf(world.t, anna)).toBe("1");
    await sound(world);
  });

  it("defaults to the saved one, and is required if there is none [M7.34]", async () => {
    const anna = await rich(3n * SOL);
    const [saved, other] = [stranger(), stranger()];
    const save = (address: string | null) =>
      call(world.t, "PUT", "/wallet/withdrawal-address", { as: anna, body: { address } });
    for (const destinationAddress of [undefined, "", "  "]) {
      const answer = await withdraw(anna, { amount: 1, destinationAddress });
      refusesField(answer, "destinationAddress");
      expect(answer.body).toContain("Please enter a destination address");
    }
    expect(ok(await save(saved))).toEqual({ success: true, withdrawalAddress: saved });
    const told = async () =>
      ok(await call(world.t, "GET", "/auth/security-events", { as: anna })).events.filter(
        ({ kind }: { kind: string }) => kind === "default_address_set",
      );
    expect((await told())[0].message).toBe(`Your wallet now suggests ${saved} when you withdraw.`);
    ok(await withdraw(anna, { amount: 1, destinationAddress: undefined }));
    ok(await withdraw(anna, { amount: 1, destinationAddress: other }));
    await work(world);
    expect([await held(world, saved), await held(world, other)]).toEqual([970_000_000n, 970_000_000n]);
    // What the member has used or saved before needs no proof, and isn't told again.
    await ageProofs(world.t, anna);
    for (const address of [other, other, saved, null]) ok(await save(address));
    expect(await told()).toHaveLength(1);
    refused(await save(stranger()), 403, "STEP_UP_REQUIRED");
    expect(ok(await save(null))).toEqual({ success: true, withdrawalAddress: null });
    refusesField(await withdraw(anna, { amount: 1, destinationAddress: undefined }), "destinationAddress");
  });

  it("is accepted while the chain is unreachable, and checked before anything is signed [M5.12]", async () => {
    const anna = await rich(SOL);
    await world.chain.faults([{ action: "down" }]);
    const id = await withdrawal(world.t, anna, "1", stranger());
    await expect(work(world)).rejects.toMatchObject({ name: "ChainError" });
    await world.heal();
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("is accepted although the node is silent [M7.06 C7.70]", { tags: "proof" }, async () => {
    const anna = await rich(SOL);
    // Longer than a test may take.
    await world.chain.faults([{ method: "getAccountInfo", action: "hang", ms: 600_000 }]);
    ok(await withdraw(anna, { amount: 1 }));
    await world.heal();
    await work(world);
    await sound(world);
  });
});
