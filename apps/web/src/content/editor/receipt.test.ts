import { UNIT } from "@bbux/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confirms, readBounty, receiptOf, toBuy } from "./receipt.ts";

const cents = fc.bigInt({ min: 1n, max: 100_000_000n }).map((count) => count * (UNIT / 100n));
const balances = fc.bigInt({ min: 0n, max: 10_000_000n * UNIT });

describe("the receipt of a bounty", () => {
  it("shows amount, 5% fee, total and the remaining balance [M1.06]", () => {
    expect(receiptOf(10n * UNIT, 100n * UNIT, 500n)).toEqual({
      amount: 10n * UNIT,
      fee: UNIT / 2n,
      total: 10n * UNIT + UNIT / 2n,
      balanceAfter: 89n * UNIT + UNIT / 2n,
      missing: 0n,
    });
  });

  it("adds up exactly for every amount and balance [M1.06]", () => {
    fc.assert(
      fc.property(cents, balances, (amount, balance) => {
        const receipt = receiptOf(amount, balance, 500n);
        expect(receipt.amount + receipt.fee).toBe(receipt.total);
        expect(receipt.fee * 20n).toBe(amount);
        expect(receipt.total + receipt.balanceAfter).toBe(balance);
        expect(receipt.missing > 0n).toBe(receipt.total > balance);
      }),
    );
  });

  it("uses the fee that is in force [M1.06 M4.46]", () => {
    expect(receiptOf(10n * UNIT, 100n * UNIT, 400n)).toMatchObject({
      fee: (4n * UNIT) / 10n,
      total: (104n * UNIT) / 10n,
    });
    expect(receiptOf(10n * UNIT, 100n * UNIT, 0n)).toMatchObject({ fee: 0n, total: 10n * UNIT });
  });

  it("says how much is missing when the fee no longer fits [M1.06]", () => {
    expect(receiptOf(10n * UNIT, 10n * UNIT, 500n).missing).toBe(UNIT / 2n);
  });
});

describe("what to buy when the balance is short", () => {
  it("is at least what is missing, less than 0.001 more, and what the wallet sells", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1_000n * UNIT }), (missing) => {
        const amount = toBuy(missing);
        expect(amount >= missing && amount < missing + UNIT / 1_000n).toBe(true);
        expect(amount % (UNIT / 1_000n)).toBe(0n);
      }),
    );
  });

  it("is exactly what is missing when the wallet sells that, and never more than it sells at a time", () => {
    expect(toBuy((475n * UNIT) / 10n)).toBe((475n * UNIT) / 10n);
    expect(toBuy(5_000n * UNIT)).toBe(1_000n * UNIT);
  });
});

describe("asking again before a bounty is posted", () => {
  it.each([
    [10n * UNIT, "10", false],
    [10n * UNIT + 1n, "10", true],
    [1n, "0", true],
    [1_000_000n * UNIT, null, false],
    [1n, undefined, true],
  ])("for %s base units and the setting %j: %s", (total, above, asks) => {
    expect(confirms(total, above)).toBe(asks);
  });
});

describe("the typed bounty", () => {
  it.each([
    ["0.01", UNIT / 100n],
    ["2.5", (5n * UNIT) / 2n],
    ["2,5", (5n * UNIT) / 2n],
    [" 7. ", 7n * UNIT],
    [".5", UNIT / 2n],
    ["1000000", 1_000_000n * UNIT],
  ])("'%s' is an amount [C5.05]", (typed, amount) => {
    expect(readBounty(typed)).toEqual({ amount, problem: null });
  });

  it.each([
    ["", "Bounty amount is required"],
    ["0", "Bounty amount must be at least 0.01"],
    ["0.001", "Bounty amount must be at least 0.01"],
    ["0.015", "Bounty amount must be a multiple of 0.01"],
    ["1000000.01", "Bounty amount must be at most 1000000"],
    ["-1", "Please enter an amount such as 2.5"],
    ["1e3", "Please enter an amount such as 2.5"],
    ["NaN", "Please enter an amount such as 2.5"],
  ])("'%s' is refused: %s [C5.05]", (typed, problem) => {
    expect(readBounty(typed)).toEqual({ amount: null, problem });
  });
});
