import { publishReserves, scanHotWallet, watchReportAge } from "@bbux/api";
import { resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { steal, stopReason } from "./wallet.sales.support.ts";
import {
  alertKinds,
  drive,
  held,
  type MoneyWorld,
  muchLater,
  SOL,
  signOnBlockhash,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

let world: MoneyWorld;

const stopped = () => stopReason(world);
const hot = () => world.services.platformWallet.address;

const report = () => publishReserves(world.services, 0);
/** Three reports, a minute apart. */
async function watch(): Promise<void> {
  await report();
  await report();
  world.t.travel(61_000);
  await report();
}
/** Makes the node say that the hot wallet has this much more. */
function claim(more: () => bigint): void {
  const balances = world.truth.balances.bind(world.truth);
  world.instead({
    balances: async (asked, min) => {
      const { slot, lamports } = await balances(asked, min);
      return { slot, lamports: lamports.map((held, nth) => (nth === 0 ? held + more() : held)) };
    },
  });
}

describe("money that is lost", () => {
  // On purpose, so each has a world of its own.
  beforeEach(async () => {
    world = await startMoney();
  });
  afterEach(() => world.stop());

  it("an alert about a payment in doubt, from before there were nonces, doesn't keep the platform from noticing that the payment, given up later, has landed [M4.17]", {
    tags: "proof",
  }, async () => {
    const anna = await world.rich("anna", 20n * SOL);
    const to = stranger();
    const id = await withdrawal(world.t, anna, "5", to);
    await scanHotWallet(world.services);
    const before = await world.truth.balances([hot()]);
    await signOnBlockhash(world, id);
    // The node knows nothing of the payment. The balance shows that it left, and operators are alerted.
    const silent = {
      statuses: async (list: readonly string[]) => list.map(() => null),
      transaction: async () => null,
      signaturesOf: async () => [],
    };
    world.instead(silent);
    await drive(world);
    await expect.poll(() => held(world, to)).toBe(4_850_000_000n);
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
    expect((await stateOf(world.t, id)).attempts).toContain("EXPIRED");
    await world.heal();
    await scanHotWallet(world.services, "start");
    expect(await stopped()).toContain("was given up as dead, and has landed");
    expect(await alertKinds(world.t)).toContain("unexplained_outflow");
  });

  it("stops payments by itself; once an operator has resumed, only a larger shortfall stops them again", {
    tags: "proof",
  }, async () => {
    const anna = await world.rich("anna", 20n * SOL);
    await steal(world, SOL);
    // Whatever becomes of the transaction, here nobody reads it.
    world.instead({ signaturesOf: async () => [] });
    expect(await report()).toMatchObject({ status: "mismatch", unexplained: "-1.000005" });
    await watch();
    expect(await stopped()).toBe("The chain holds 1.000005 SOL less than the books explain");
    const to = stranger();
    await withdrawal(world.t, anna, "5", to);
    await work(world);
    expect(await held(world, to)).toBe(0n);

    await resumeWithdrawals(world.services);
    await watch();
    expect(await stopped()).toBe(null);
    await work(world);
    expect(await held(world, to)).toBe(4_850_000_000n);

    await steal(world, SOL);
    await watch();
    expect(await stopped()).toBe("The chain holds 2.00001 SOL less than the books explain");
  });
});

describe("a node that shows less than there is, or nothing", () => {
  beforeAll(async () => {
    world = await startMoney();
    await world.rich("anna", 20n * SOL);
  });
  afterEach(async () => {
    await world.heal();
    await report();
    await resumeWithdrawals(world.services);
  });
  afterAll(() => world.stop());

  describe("reserves that are short in every report of a minute", () => {
    it("stop payments though the shortfall grows between reports, and again after a part is back and more is lost", async () => {
      let short = 0n;
      claim(() => {
        short += 1n;
        return -short;
      });
      await watch();
      expect(await stopped()).toMatch(/^The chain holds 0\.0000000\d\d SOL less/);
      await resumeWithdrawals(world.services);
      await world.heal();
      for (const [missing, because] of [
        [SOL, "The chain holds 1 SOL less than the books explain"],
        [SOL / 2n, null],
        [(SOL * 3n) / 4n, "The chain holds 0.75 SOL less than the books explain"],
      ] as const) {
        claim(() => -missing);
        // What is left of the period before, and one of its own.
        await watch();
        await watch();
        expect(await stopped()).toBe(because);
        await resumeWithdrawals(world.services);
      }
    });

    it("stop payments again after an operator resumed them from another stop, without knowing of the shortfall", {
      tags: "proof",
    }, async () => {
      await stopWithdrawals(world.services, "Maintenance");
      claim(() => -SOL);
      await watch();
      expect(await stopped()).toBe("Maintenance");
      await resumeWithdrawals(world.services);
      await watch();
      expect(await stopped()).toBe("The chain holds 1 SOL less than the books explain");
    });

    it("don't stop payments if they are short for less than a minute, or in one report not, or if there is a surplus", async () => {
      claim(() => -SOL);
      for (let nth = 0; nth < 4; nth++) await report();
      expect(await stopped()).toBe(null);
      claim(() => 1n);
      world.t.travel(61_000);
      expect(await report()).toMatchObject({ status: "mismatch", unexplained: "0.000000001" });
      claim(() => -SOL);
      await report();
      expect(await stopped()).toBe(null);
    });
  });

  describe("a reserves report", () => {
    it("older than a minute is an alert and shown as stale, until a fresh one is published", async () => {
      const { services, t } = world;
      const shown = async () => ok(await call(t, "GET", "/reserves"));
      await publishReserves(services, 0);
      t.travel(59_000);
      await watchReportAge(services);
      expect(await alertKinds(t)).toEqual([]);
      expect(await shown()).toMatchObject({ status: "matched", isStale: false });
      t.travel(2_000);
      await watchReportAge(services);
      expect(await alertKinds(t)).toEqual(["reserves_stale"]);
      expect(await shown()).toMatchObject({ status: "matched", isStale: true });
      await publishReserves(services, 0);
      expect(await alertKinds(t)).toEqual([]);
      expect(await shown()).toMatchObject({ isStale: false });
    });

    it("is as old as the database's clock says, whatever that of the process says", async () => {
      const { services, t } = world;
      const early = { ...services, now: () => new Date(services.now().getTime() - 3_600_000) };
      await publishReserves(early);
      await watchReportAge(services);
      expect(await alertKinds(t)).toEqual([]);
    });
  });

  it("a shortfall hasn't lasted a minute because the clock of the second process is ahead", async () => {
    const { services } = world;
    claim(() => -SOL);
    const ahead = { ...services, now: () => new Date(services.now().getTime() + 3_600_000) };
    for (const each of [services, services, ahead, ahead]) await publishReserves(each, 0);
    expect(await stopped()).toBe(null);
  });
});
