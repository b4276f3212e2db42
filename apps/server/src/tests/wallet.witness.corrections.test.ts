import { scanHotWallet } from "@bbux/api";
import { recordCorrection, resumeWithdrawals } from "@bbux/api/operator";
import { balanceOf as ledgerBalance } from "@bbux/ledger";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { steal } from "./wallet.sales.support.ts";
import { alertKinds, SOL, sound } from "./wallet.support.ts";
import { alertsOf, startTwoNodes, type TwoNodes } from "./wallet.witness.support.ts";

// A loss or gain is booked only if two nodes show it (docs/adr/0021).

let world: TwoNodes;
beforeAll(async () => {
  world = await startTwoNodes();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const FEE = 5_000n;
const loss = { kind: "loss", amount: SOL + FEE, reason: "The key was copied" } as const;
const equity = () => ledgerBalance(world.t.database.db, "equity", "operator");
const hot = () => world.services.platformWallet.address;

/** The witness shows this much more at the hot wallet, at its own slot or another. */
const showsMore = (lamports: bigint, at?: bigint) =>
  world.witnessSays({
    async balances(addresses, ...rest) {
      const real = await world.truth.balances(addresses, ...rest);
      const shown = real.lamports.map((each, index) => (addresses[index] === hot() ? each + lamports : each));
      return { slot: at ?? real.slot, lamports: shown };
    },
  });

it("a loss that only the first node shows isn't booked, nor while the second one is behind; then it is booked once [M4.06]", async () => {
  await steal(world, SOL);
  await scanHotWallet(world.services);
  await resumeWithdrawals(world.services);
  const before = await equity();
  showsMore(SOL + FEE);
  await expect(recordCorrection(world.services, loss)).rejects.toThrow("Two Solana nodes disagree about the reserves");
  expect(await alertsOf(world)).toContain(
    "nodes_disagree reserves: first.example says that -1.000005 SOL on the chain can't be explained by the books; witness.example says that 0 SOL on the chain can't be explained by the books",
  );
  showsMore(SOL + FEE, 1n);
  await expect(recordCorrection(world.services, loss)).rejects.toThrow("The second Solana node doesn't confirm");
  expect(await equity()).toBe(before);
  await world.heal();
  await recordCorrection(world.services, loss);
  expect(before - (await equity())).toBe(SOL + FEE);
  expect(await alertKinds(world.t)).not.toContain("nodes_disagree");
  await expect(recordCorrection(world.services, loss)).rejects.toMatchObject({ code: "CONFLICT" });
  await sound(world);
});
