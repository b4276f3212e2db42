import { checkWitness, recheckWaiting, watchExpected } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { type StandIn, startStandIn } from "@bbux/chain/testing";
import { sampled } from "@bbux/db/testing/form";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import { balanceOf, held, payIn, SOL, sound, stranger, work } from "./wallet.support.ts";
import {
  alertsOf,
  confirmDeposit,
  fabricated,
  showing,
  startTwoNodes,
  type TwoNodes,
  waitingOf,
  watch,
} from "./wallet.witness.support.ts";

// A deposit of WITNESS_FROM or more is credited only if two nodes show the same (docs/adr/0021).

let world: TwoNodes;
let standIn: StandIn;
let unnamed = 0;
beforeAll(async () => {
  [world, standIn] = await Promise.all([startTwoNodes(), startStandIn()]);
});
afterAll(() => Promise.all([world.stop(), standIn.close()]));
afterEach(() => world.heal());

const fresh = () => world.t.member(`depositor${unnamed++}`);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
/** Has the watcher look at waiting deposits again. */
const again = async () => {
  world.t.travel(11_000);
  await recheckWaiting(world.services);
};

describe("a deposit", () => {
  it("that only one node shows is credited to nobody, and nothing can be paid out of it [M4.06]", async () => {
    await world.rich("bank", 100n * SOL);
    const eve = await fresh();
    const fake = await fabricated(world, addressOf(eve), 50n * SOL);
    world.instead(showing(world, fake));
    const answer = await confirmDeposit(world, eve, fake.signature);
    expect([answer.statusCode, answer.json().status]).toEqual([202, "pending"]);
    const to = stranger();
    const body = { amount: "50", destinationAddress: to };
    refused(await call(world.t, "POST", "/wallet/withdraw", { as: eve, body }), 400, "INSUFFICIENT_BALANCE");
    // The witness has been past it for a minute, so it denies it.
    await world.chain.advance(160);
    for (let look = 0; look < 3; look++) await again();
    await work(world);
    expect([await balanceOf(world.t, eve), await held(world, to)]).toEqual(["0", 0n]);
    const subject = `${fake.signature}:${addressOf(eve)}`;
    expect(await alertsOf(world)).toEqual([
      `nodes_disagree ${subject}: first.example says that ${fake.signature} changed ${addressOf(eve)} by ${50n * SOL} base units at slot ${fake.slot}; witness.example says that there is no such transaction`,
    ]);
    expect(await waitingOf(world, eve)).toMatchObject([{ amount: "50", reason: "nodes_disagree" }]);
    // Nobody shows it any more.
    await world.heal();
    await again();
    expect([await alertsOf(world), await waitingOf(world, eve)]).toEqual([[], []]);
    refused(await confirmDeposit(world, eve, fake.signature), 404, "NOT_FOUND");
    await sound(world);
  });

  it("that both nodes show is credited at once, and one below WITNESS_FROM without asking the other [M4.06]", async () => {
    const [anna, bert] = [await fresh(), await fresh()];
    const small = await payIn(world, addressOf(bert), SOL - 1n);
    const before = world.asked();
    expect(ok(await confirmDeposit(world, bert, small)).status).toBe("completed");
    expect(world.asked()).toBe(before);
    const large = await payIn(world, addressOf(anna), SOL);
    expect(ok(await confirmDeposit(world, anna, large)).status).toBe("completed");
    expect(world.asked()).toBeGreaterThan(before);
    expect([await balanceOf(world.t, anna), await balanceOf(world.t, bert)]).toEqual(["1", "0.999999999"]);
    await sound(world);
  });

  it.each<[string, { lamports?: bigint; failed?: boolean; later?: bigint }]>(
    sampled(
      [
        ["another amount", { lamports: 4n * SOL }],
        ["that it failed", { failed: true }],
        ["another slot", { later: 3n }],
      ],
      2,
    ),
  )("isn't credited while the other node shows %s, and is once they agree [M4.06]", async (_, lie) => {
    const anna = await fresh();
    const address = addressOf(anna);
    const signature = await payIn(world, address, 5n * SOL);
    const real = await world.truth.transaction(signature);
    if (!real) throw new Error("not there");
    const { lamports = 5n * SOL, failed = false, later = 0n } = lie;
    world.witnessSays(
      showing(world, { ...real, failed, slot: real.slot + later, changes: new Map([[address, lamports]]) }),
    );
    for (let look = 0; look < 3; look++) await watch(world.services);
    expect((await confirmDeposit(world, anna, signature)).statusCode).toBe(202);
    expect(await balanceOf(world.t, anna)).toBe("0");
    const alerts = await alertsOf(world);
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatch(/^nodes_disagree .*first\.example says that .*; witness\.example says that /);
    expect(alerts[0]).not.toMatch(/hunter22|secret/);
    await world.heal();
    await again();
    expect([await balanceOf(world.t, anna), await alertsOf(world), await waitingOf(world, anna)]).toEqual([
      "5",
      [],
      [],
    ]);
    await again();
    await watch(world.services);
    expect(ok(await confirmDeposit(world, anna, signature)).bbuxAmount).toBe("5");
    expect(await balanceOf(world.t, anna)).toBe("5");
    await sound(world);
  });

  it("waits without an alert while the witness is behind, and the member sees why [M4.06]", async () => {
    const anna = await fresh();
    const { slot } = await world.truth.finalizedHeight();
    const signature = await payIn(world, addressOf(anna), 2n * SOL);
    await world.chain.advance(200);
    world.witnessSays({ transaction: async () => null, finalizedHeight: async () => ({ slot, height: slot }) });
    for (let look = 0; look < 3; look++) {
      await watch(world.services);
      await again();
    }
    expect(await waitingOf(world, anna)).toEqual([
      expect.objectContaining({ amount: "2", signature, reason: "second_node" }),
    ]);
    expect([await balanceOf(world.t, anna), await alertsOf(world)]).toEqual(["0", []]);
    await world.heal();
    await again();
    expect([await balanceOf(world.t, anna), await waitingOf(world, anna)]).toEqual(["2", []]);
    await sound(world);
  });

  it.each<[string, () => void]>(
    sampled(
      [
        ["answers garbage", () => standIn.sends(200, "<html>")],
        ["answers another question", () => standIn.answers('{"value":"yes"}')],
        ["never answers", () => standIn.hangs()],
        ["never ends its answer", () => standIn.hangs('{"jsonrpc":')],
        ["is down", () => standIn.sends(503, "")],
        ["limits us", () => standIn.sends(429, "")],
        ["refuses", () => standIn.sends(200, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"no"}}')],
      ],
      3,
    ),
  )(
    "waits without a storm of alerts while the witness %s, which operators see [M4.06]",
    { tags: "proof" },
    async (_, misbehave) => {
      const [anna, bert] = [await fresh(), await fresh()];
      await checkWitness(world.services);
      misbehave();
      world.witnessIs(standIn.url);
      const signature = await payIn(world, addressOf(anna), 2n * SOL);
      await payIn(world, addressOf(bert), SOL / 2n);
      for (let look = 0; look < 4; look++) {
        await watch(world.services);
        await again();
        await checkWitness(world.services);
      }
      expect((await confirmDeposit(world, anna, signature)).statusCode).toBe(202);
      // It holds up nobody whose deposit doesn't need it.
      expect([await balanceOf(world.t, anna), await balanceOf(world.t, bert)]).toEqual(["0", "0.5"]);
      expect(await alertsOf(world)).toEqual([]);
      world.t.travel(30_000);
      for (let look = 0; look < 3; look++) await checkWitness(world.services);
      const alerts = await alertsOf(world);
      expect(alerts).toHaveLength(1);
      expect(alerts[0]).toMatch(/^witness_silent witness: /);
      await world.heal();
      await checkWitness(world.services);
      await again();
      expect([await balanceOf(world.t, anna), await alertsOf(world)]).toEqual(["2", []]);
      await sound(world);
    },
  );

  it("isn't taken back by a node that is behind, and is found again after one took it back [M4.06]", async () => {
    const anna = await fresh();
    const signature = await payIn(world, addressOf(anna), 2n * SOL);
    world.witnessSays({ transaction: async () => null });
    await watch(world.services);
    const nothing = showing(world, { signature, nothing: true });
    world.instead({ ...nothing, finalizedHeight: async () => ({ slot: 1n, height: 1n }) });
    await again();
    expect(await waitingOf(world, anna)).toHaveLength(1);
    world.instead({ finalizedHeight: world.truth.finalizedHeight });
    await again();
    expect(await waitingOf(world, anna)).toEqual([]);
    await world.heal();
    await watch(world.services);
    expect(await balanceOf(world.t, anna)).toBe("2");
    await sound(world);
  });

  it("waits without an alert while its history comes from a node that hasn't reached the balance's slot", async () => {
    const anna = await fresh();
    const minSlots: (bigint | undefined)[] = [];
    await payIn(world, addressOf(anna), 2n * SOL);
    const { slot } = await world.truth.balances([addressOf(anna)]);
    world.instead({
      async signaturesOf(_address, { minSlot }) {
        minSlots.push(minSlot);
        throw new ChainError("BEHIND", "Minimum context slot has not been reached");
      },
    });
    await watch(world.services);
    expect(minSlots.every((minSlot) => minSlot !== undefined && minSlot >= slot)).toBe(true);
    expect([await balanceOf(world.t, anna), await alertsOf(world)]).toEqual(["0", []]);
    await world.heal();
    await watchExpected(world.services, async () => undefined);
    await watch(world.services);
    expect(await balanceOf(world.t, anna)).toBe("2");
  });
});

it("a witness on another chain is no witness: deposits wait, and operators are alerted [M1.01]", {
  tags: "proof",
}, async () => {
  const other = await startTwoNodes();
  try {
    other.witnessSays({ genesisHash: async () => "another" });
    const anna = await other.t.member("anna");
    const signature = await payIn(other, other.wallet.addressOf(anna.id), SOL);
    expect((await confirmDeposit(other, anna, signature)).statusCode).toBe(202);
    expect(await alertsOf(other)).toEqual([expect.stringMatching(/^wrong_chain witness: .*SOLANA_WITNESS_URL/)]);
    expect(await balanceOf(other.t, anna)).toBe("0");
  } finally {
    await other.stop();
  }
});
