import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { bbux, fixedAmount, unitsOf } from "./Amount.format.ts";

it.each([
  [0n, "0.00 BBUX", "0.00 BBUX"],
  [1n, "<0.0001 BBUX", "0.000000001 BBUX"],
  [-1n, "−<0.0001 BBUX", "−0.000000001 BBUX"],
  [UNIT / 10_000n, "0.0001 BBUX", "0.0001 BBUX"],
  [UNIT / 2n, "0.50 BBUX", "0.50 BBUX"],
  [5n * UNIT + 1n, "5.00 BBUX", "5.000000001 BBUX"],
  [242_956_999_999n * 100n, "24,295.6999 BBUX", "24,295.6999999 BBUX"],
  [1_234_567n * UNIT, "1,234,567.00 BBUX", "1,234,567.00 BBUX"],
  [-2n * UNIT, "−2.00 BBUX", "−2.00 BBUX"],
])("%s base units read '%s', two to four decimals, and '%s' as a whole", (units, short, exact) => {
  expect(bbux(units)).toBe(short);
  expect(bbux(units, { exact: true })).toBe(exact);
});

describe("amounts on the wallet's screens", () => {
  it.each([
    [0n, "0.0000 BBUX"],
    [5n * UNIT, "5.0000 BBUX"],
    [1_234_567n * UNIT + UNIT / 2n, "1,234,567.5000 BBUX"],
    [-(UNIT / 8n), "−0.1250 BBUX"],
  ])("%d has four decimals and the symbol: %s [M9.03]", (units, text) => {
    expect(fixedAmount(units)).toBe(text);
  });

  it("are truncated and never rounded up [M9.03]", () => {
    expect(fixedAmount(UNIT - 1n)).toBe("0.9999 BBUX");
    expect(fixedAmount(UNIT - 1n, { exact: true })).toBe("0.999999999 BBUX");
  });

  it("show their direction on request [M2.10]", () => {
    expect(fixedAmount(UNIT, { signed: true })).toBe("+1.0000 BBUX");
    expect(fixedAmount(-UNIT, { signed: true })).toBe("−1.0000 BBUX");
    expect(fixedAmount(0n, { signed: true, unit: "SOL" })).toBe("0.0000 SOL");
  });

  it("keep the sign that the server sends", () => {
    expect(unitsOf("-2.5")).toBe(-(5n * UNIT) / 2n);
    expect(unitsOf("2.5")).toBe((5n * UNIT) / 2n);
    expect(unitsOf(0.1)).toBe(UNIT / 10n);
    expect(unitsOf(7n)).toBe(7n);
  });
});
