import { describe, expect, it } from "vitest";
import { WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { hasFirstMoney, isNewToMoney } from "./stage.ts";

const EMPTY = { ...WALLET_OF_FIVE, bbuxBalance: "0" };

describe("what a wallet explains", () => {
  it("is buying, to a member who has never had BBUX", () => {
    expect(isNewToMoney(EMPTY)).toBe(true);
    expect(hasFirstMoney(EMPTY)).toBe(false);
  });

  it("is what BBUX is for, once the first has arrived", () => {
    expect(isNewToMoney(WALLET_OF_FIVE)).toBe(false);
    expect(hasFirstMoney(WALLET_OF_FIVE)).toBe(true);
  });

  it.each(["inEscrow", "staked", "onItsWay", "totalSpent"] as const)("is nothing any more when some is %s", (part) => {
    for (const wallet of [EMPTY, WALLET_OF_FIVE]) {
      const used = { ...wallet, [part]: "0.5" };
      expect([isNewToMoney(used), hasFirstMoney(used)]).toEqual([false, false]);
    }
  });
});
