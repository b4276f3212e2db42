import { UNIT } from "@bbux/contract";
import { expect, it } from "vitest";
import { bbux } from "./Amount.format.ts";

it.each([
  [0n, "0 BBUX", "0.00 BBUX"],
  [1n, "0.000000001 BBUX", "0.000000001 BBUX"],
  [UNIT / 2n, "0.50 BBUX", "0.50 BBUX"],
  [1_234_567n * UNIT, "1,234,567 BBUX", "1,234,567.00 BBUX"],
  [-2n * UNIT, "−2 BBUX", "−2.00 BBUX"],
])("%s base units read '%s', in a receipt '%s'", (units, short, exact) => {
  expect(bbux(units)).toBe(short);
  expect(bbux(units, { exact: true })).toBe(exact);
});
