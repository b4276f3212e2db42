import { describe, expect, it } from "vitest";
import { decimalOf, unitsOf } from "./amounts.ts";

describe("amounts", () => {
  it.each([
    ["0", 0n],
    ["1", 1_000_000_000n],
    ["-0.000000001", -1n],
    ["9007199254740993.000000001", 9_007_199_254_740_993_000_000_001n],
  ])("%s converts exactly both ways [M3.11]", (text, units) => {
    expect(unitsOf(text)).toBe(units);
    expect(decimalOf(units)).toBe(text);
  });

  it.each(["", "-0", "+1", "1.50", "01", ".5", "1.", "1e3", "1.0000000001", " 1", "1 ", "NaN", "0x1", 1, null])(
    "%j is rejected, because each amount has only one form [M3.11]",
    (text) => {
      expect(unitsOf(text)).toBe(null);
    },
  );
});
