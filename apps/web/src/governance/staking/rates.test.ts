import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { chartAmount, forecast, percent, signedPercent, yearly } from "./rates.ts";

describe("a rate", () => {
  it.each([
    [0.0005, "0.050%"],
    [0.0012, "0.120%"],
    [0, "0.000%"],
    [-0.0003, "−0.030%"],
    [0.000001, "0.000%"],
    [-0.000001, "0.000%"],
  ])("%f is a percentage with three decimals: %s [M9.05]", (rate, text) => expect(percent(rate)).toBe(text));

  it("shows its sign when it is a part [M2.17]", () => {
    expect([0.0002, 0, -0.0003].map(signedPercent)).toEqual(["+0.020%", "0.000%", "−0.030%"]);
  });

  it("for a year is simple, not compounded", () => {
    expect(yearly(0.0005)).toBe("18.25%");
    expect(yearly(0.0012)).toBe("43.80%");
  });
});

describe("the forecast of a reward", () => {
  it("is stake times rate, rounded down, by day, month and year", () => {
    expect(forecast(100n * UNIT, 0.0007)).toEqual({
      day: (7n * UNIT) / 100n,
      month: (21n * UNIT) / 10n,
      year: (2_555n * UNIT) / 100n,
    });
    expect(forecast(1_999n, 0.0005).day).toBe(0n);
    expect(forecast(2_000n, 0.0005).day).toBe(1n);
  });

  it("doesn't lose a unit to the float that carries the rate", () => {
    expect(forecast(1_000_000_000n * UNIT, 0.0007).day).toBe(700_000n * UNIT);
  });
});

it("shows an amount on a chart with four decimals", () => {
  expect(chartAmount(1234.56785)).toBe("1,234.5678 BBUX");
  expect(chartAmount(0.2857)).toBe("0.2857 BBUX");
});
