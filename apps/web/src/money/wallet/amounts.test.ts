import { UNIT } from "@bbux/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountToBuy, mostToSell, readDeposit, readWithdrawal, saleOf, solanaPayUrl } from "./amounts.ts";

const MILLI = UNIT / 1_000n;

describe("the amount of a deposit", () => {
  it.each([
    ["0.001", MILLI],
    ["1000", 1_000n * UNIT],
    ["2,5", (5n * UNIT) / 2n],
    [".125", 125n * MILLI],
  ])("accepts '%s' [M5.03 M5.04]", (typed, amount) => {
    expect(readDeposit(typed)).toEqual({ amount, problem: null });
  });

  it.each([
    ["", "Please enter an amount"],
    ["0", "Amount must be at least 0.001 SOL"],
    ["0.0009", "Amount must be at least 0.001 SOL"],
    ["1000.001", "Amount must be at most 1000 SOL"],
    ["1.0005", "Amount must be a multiple of 0.001 SOL"],
    ["-1", "Please enter an amount such as 2.5, with at most 9 decimals"],
    ["1e2", "Please enter an amount such as 2.5, with at most 9 decimals"],
  ])("refuses '%s': %s [M5.03 M5.04]", (typed, problem) => {
    expect(readDeposit(typed)).toEqual({ amount: null, problem });
  });
});

describe("the amount of a withdrawal", () => {
  const sellable = { balance: 3n * UNIT, dailyLeft: 2n * UNIT };

  it("is from 0.001 to the balance, to the base unit [M5.10]", () => {
    expect(readWithdrawal("0.001", sellable).amount).toBe(MILLI);
    expect(readWithdrawal("2", sellable).amount).toBe(2n * UNIT);
    expect(readWithdrawal("1.000000001", sellable).amount).toBe(UNIT + 1n);
    expect(readWithdrawal("5000", null).amount).toBe(5_000n * UNIT);
  });

  it.each([
    ["", "Please enter an amount"],
    ["0.0009", "Amount must be at least 0.001 BBUX"],
    ["3.000000001", "Amount must be at most your balance, 3 BBUX"],
    ["2.1", "Amount must be at most 2 BBUX: that is left of the daily limit"],
  ])("refuses '%s': %s [M5.10]", (typed, problem) => {
    expect(readWithdrawal(typed, sellable)).toEqual({ amount: null, problem });
  });

  it("can be everything that may be sold now", () => {
    expect(mostToSell(sellable)).toBe(2n * UNIT);
    expect(mostToSell({ balance: UNIT, dailyLeft: 2n * UNIT })).toBe(UNIT);
  });

  it("costs 3%, rounded up, and the rest arrives, for every amount", () => {
    expect(saleOf(100n * UNIT, 300n)).toEqual({ fee: 3n * UNIT, net: 97n * UNIT });
    fc.assert(
      fc.property(fc.bigInt({ min: MILLI, max: 1_000_000n * UNIT }), (amount) => {
        const { fee, net } = saleOf(amount, 300n);
        expect(fee + net).toBe(amount);
        expect(fee * 100n).toBeGreaterThanOrEqual(amount * 3n);
        expect((fee - 1n) * 100n).toBeLessThan(amount * 3n);
      }),
    );
  });

  it("costs the fee that is in force [M4.46]", () => {
    expect(saleOf(100n * UNIT, 250n)).toEqual({ fee: (5n * UNIT) / 2n, net: (195n * UNIT) / 2n });
  });
});

it("is encoded in the Solana Pay request for wallets on phones [M4.11]", () => {
  const address = "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp";
  expect(solanaPayUrl(address, (5n * UNIT) / 2n)).toBe(`solana:${address}?amount=2.5&label=BBUX`);
});

describe("the amount that a member came to buy", () => {
  it.each([
    [47.5, "47.5"],
    [0.001, "0.001"],
    [1000, "1000"],
    [undefined, ""],
    [-1, ""],
    [1e-12, ""],
  ])("%j fills the field with '%s'", (missing, field) => {
    expect(amountToBuy(missing)).toBe(field);
  });
});
