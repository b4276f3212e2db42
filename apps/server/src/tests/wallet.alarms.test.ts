import { publishReserves, scanHotWallet } from "@bbux/api";
import { chainState, resumeWithdrawals } from "@bbux/api/operator";
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  alertKinds,
  drive,
  finalized,
  held,
  type MoneyWorld,
  muchLater,
  SOL,
  sign,
  startMoney,
  stateOf,
  stranger,
  transfer,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Money is lost in each of these on purpose, so each has a world of its own.

let world: MoneyWorld;
beforeEach(async () => {
  world = await startMoney();
});
afterEach(() => world.stop());

const stopped = async () => (await chainState(world.t.database.ownerDb)).withdrawalsStopped?.because ?? null;
const hot = () => world.services.platformWallet.address;

/** Takes SOL with the hot wallet's key, as someone who has it could. */
async function steal(lamports: bigint): Promise<void> {
  const key = Keypair.fromSeed(new Uint8Array(32).fill(1));
  const theft = await sign(world, [key], [transfer(key, stranger(), lamports)]);
  await world.truth.send(theft.bytes);
  await finalized(world, theft.signature);
}

it("an alert about a payment in doubt doesn't keep the platform from noticing that the payment, given up later, has landed [M4.17]", async () => {
  const anna = await world.rich("anna", 20n * SOL);
  const to = stranger();
  const id = await withdrawal(world.t, anna, "5", to);
  await scanHotWallet(world.services);
  const before = await world.truth.balances([hot()]);
  await drive(world);
  await expect.poll(() => held(world, to)).toBe(4_850_000_000n);
  // The node knows nothing of the payment. The balance shows that it left, and operators are alerted.
  const silent = {
    statuses: async (list: readonly string[]) => list.map(() => null),
    transaction: async () => null,
    signaturesOf: async () => [],
  };
  world.instead(silent);
  await muchLater(world);
  await drive(world);
  world.t.travel(31_000);
  await drive(world);
  expect(await alertKinds(world.t)).toContain("payment_in_doubt");
  // Now the balance, too, comes from a node that is behind, and the payment is given up.
  const [lamports = 0n] = before.lamports;
  world.instead({
    ...silent,
    balances: async (asked) => ({ slot: before.slot, lamports: asked.map((one) => (one === hot() ? lamports : 0n)) }),
  });
  await drive(world);
  expect((await stateOf(world.t, id)).attempts[0]).toBe("EXPIRED");
  await world.heal();
  await scanHotWallet(world.services, "start");
  expect(await stopped()).toContain("was given up as dead, and has landed");
  expect(await alertKinds(world.t)).toContain("unexplained_outflow");
});

describe("reserves that are short in three reports in a row", () => {
  it("stop payments by themselves; once an operator has resumed, only a larger shortfall stops them again", async () => {
    const anna = await world.rich("anna", 20n * SOL);
    await steal(SOL);
    // Whatever becomes of the transaction, here nobody reads it.
    world.instead({ signaturesOf: async () => [] });
    expect(await publishReserves(world.services)).toMatchObject({ status: "mismatch", unexplained: "-1.000005" });
    await publishReserves(world.services);
    expect(await stopped()).toBe(null);
    await publishReserves(world.services);
    expect(await stopped()).toBe("The chain holds 1.000005 SOL less than the books explain");
    const to = stranger();
    await withdrawal(world.t, anna, "5", to);
    await work(world);
    expect(await held(world, to)).toBe(0n);

    await resumeWithdrawals(world.services);
    for (let report = 0; report < 4; report++) await publishReserves(world.services);
    expect(await stopped()).toBe(null);
    await work(world);
    expect(await held(world, to)).toBe(4_850_000_000n);

    await steal(SOL);
    for (let report = 0; report < 3; report++) await publishReserves(world.services);
    expect(await stopped()).toBe("The chain holds 2.00001 SOL less than the books explain");
  });

  it("don't stop payments for a surplus, nor for a difference that changes from report to report", async () => {
    await world.rich("anna", 20n * SOL);
    const balances = world.truth.balances.bind(world.truth);
    let missing = 1n;
    world.instead({
      balances: async (asked, min) => {
        const { slot, lamports } = await balances(asked, min);
        missing += 1n;
        return { slot, lamports: lamports.map((held, nth) => (nth === 0 ? held - missing : held)) };
      },
    });
    for (let report = 0; report < 4; report++) expect((await publishReserves(world.services)).status).toBe("mismatch");
    expect(await stopped()).toBe(null);
    await world.heal();
    world.instead({
      balances: async (asked, min) => {
        const { slot, lamports } = await balances(asked, min);
        return { slot, lamports: lamports.map((held, nth) => (nth === 0 ? held + 1n : held)) };
      },
    });
    for (let report = 0; report < 3; report++)
      expect(await publishReserves(world.services)).toMatchObject({ status: "mismatch", unexplained: "0.000000001" });
    expect(await stopped()).toBe(null);
  });
});
