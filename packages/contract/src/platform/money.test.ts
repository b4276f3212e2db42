import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BOUNTY } from "./bounty-limits.ts";
import { amountNumber, amountProblem, formatAmount, parseAmount, UNIT } from "./money.ts";
import { bountyCost, bountyFee } from "./parameters/index.ts";

const units = fc.bigInt({ min: 0n, max: 9_999_999_999n * UNIT });
const bounty = fc.bigInt({ min: 1n, max: BOUNTY.max / BOUNTY.step }).map((n) => n * BOUNTY.step);

describe("an amount of money", () => {
  it("survives being written as a decimal string and read back [C5.46 M5.43]", () => {
    fc.assert(fc.property(units, (amount) => parseAmount(formatAmount(amount)) === amount));
  });
  it("is written without trailing zeros, and its negative with a sign", () => {
    fc.assert(
      fc.property(units, (amount) => {
        const text = formatAmount(amount);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,8}[1-9])?$/);
        if (amount > 0n) expect(formatAmount(-amount)).toBe(`-${text}`);
      }),
    );
    expect([0n, 1n, UNIT, -UNIT / 2n].map(formatAmount)).toEqual(["0", "0.000000001", "1", "-0.5"]);
  });
  it("as a JSON number is exact up to nine million BBUX [C3.11]", () => {
    const exact = fc.bigInt({ min: 0n, max: 9_007_199n * 100n }).map((n) => n * (UNIT / 100n));
    fc.assert(fc.property(exact, (amount) => parseAmount(amountNumber(amount)) === amount));
  });
  it("given as a number with up to nine decimals equals its shortest decimal form [C5.46]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 999_999_999 }), (whole, nano) => {
        const text = `${whole}.${String(nano).padStart(9, "0")}`;
        // A double reliably holds fifteen digits.
        fc.pre(text.replace(".", "").replace(/^0+|0+$/g, "").length <= 15);
        expect(parseAmount(Number(text))).toBe(parseAmount(text));
      }),
    );
  });
  it("is refused unless it is plain digits with at most nine decimals [C5.46 M5.43]", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{1,10}(\.\d{1,9})?$/.test(text));
        expect(parseAmount(text)).toBeNull();
      }),
    );
  });

  it.each([
    ["0", 0n],
    ["0.000000001", 1n],
    ["00.5", UNIT / 2n],
    ["1.50", (3n * UNIT) / 2n],
    ["9999999999.999999999", 9_999_999_999_999_999_999n],
    [0, 0n],
    [-0, 0n],
    [0.1, UNIT / 10n],
    [1e-9, 1n],
    [1e9, 1_000_000_000n * UNIT],
    [0.1 + 0.2, null],
    [1e-10, null],
    [1e10, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [Number.MAX_VALUE, null],
    [Number.MIN_VALUE, null],
    ["", null],
    ["-1", null],
    ["+1", null],
    ["1e3", null],
    ["1.", null],
    [".1", null],
    ["1.0000000001", null],
    ["10000000000", null],
    ["1 ", null],
    ["1\n", null],
    ["1,000", null],
    ["0x10", null],
    ["NaN", null],
    ["１", null],
  ])("%j is %s [C5.46 M5.43]", (value, expected) => {
    expect(parseAmount(value)).toBe(expected);
  });

  it("outside its limits is explained in a sentence", () => {
    const limits = { min: BOUNTY.min, max: BOUNTY.max, step: BOUNTY.step };
    expect(amountProblem(UNIT, limits)).toBeNull();
    expect(amountProblem(1n, limits)).toBe("Amount must be at least 0.01");
    expect(amountProblem(BOUNTY.max + 1n, limits)).toBe("Amount must be at most 1000000");
    expect(amountProblem(BOUNTY.min + 1n, limits)).toBe("Amount must be a multiple of 0.01");
  });
});

describe("a bounty", () => {
  it("costs its amount plus exactly 5%, with nothing lost in rounding [C5.08 M1.05]", () => {
    fc.assert(
      fc.property(bounty, (amount) => {
        expect(bountyFee(amount, 500n) * 20n).toBe(amount);
        expect(bountyCost(amount, 500n)).toBe(amount + bountyFee(amount, 500n));
      }),
    );
  });
});
