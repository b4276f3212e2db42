import { parseAmount, UNIT } from "@bbux/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFor } from "../lib/locale.ts";
import { ambiguity, editableAmount, typedUnits } from "./Amount.typed.ts";

const READERS = ["en-US", "en-GB", "de-DE", "de-CH", "fr-FR", "hi-IN", "es-ES"];
afterEach(() => writeFor());

describe.each(READERS)("an amount typed by a reader from %s", (reader) => {
  beforeEach(() => writeFor(reader));

  it.each([
    ["2", "2"],
    ["2.5", "2.5"],
    ["1,5", "1.5"],
    [".125", "0.125"],
    [",5", "0.5"],
    ["0,234", "0.234"],
    ["0.234", "0.234"],
    ["1.2340", "1.234"],
    ["12345,678", "12345.678"],
    ["1.234,5", "1234.5"],
    ["1,234.5", "1234.5"],
    ["1.234.567,5", "1234567.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1 234,5", "1234.5"],
    ["1’234’567.50", "1234567.5"],
    [" 7. ", "7"],
  ])("has a single meaning: '%s' is %s", (typed, amount) => {
    expect(typedUnits(typed)).toBe(parseAmount(amount));
    expect(ambiguity(typed)).toBeNull();
  });

  it("refuses '1,234', which could mean a thousand times as much", () => {
    expect(typedUnits("1,234")).toBeNull();
    expect(ambiguity("1,234")).toBe("“1,234” can be read in two ways. Please write 1234 or 1.2340");
  });

  it.each(["", "-1", "1e2", "1.23.4", "12,34,567", "1,23,4.5", "1.2.3,4", "1,2345.6", "1.5 BBUX", "0,123,456"])(
    "refuses '%s', which isn't an amount",
    (typed) => {
      expect(typedUnits(typed)).toBeNull();
    },
  );

  it("is never read as a different amount than the field shows", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000n * UNIT }), fc.integer({ min: 0, max: 9 }), (units, zeros) => {
        const scale = 10n ** BigInt(zeros);
        const amount = (units / scale) * scale;
        expect(typedUnits(editableAmount(amount))).toBe(amount);
      }),
    );
  });
});

it("reads '1.234' as a decimal, but questions it for readers whose locale groups thousands with a point", () => {
  writeFor("en-US");
  expect(typedUnits("1.234")).toBe(parseAmount("1.234"));
  expect(editableAmount(typedUnits("1.234") ?? 0n)).toBe("1.234");
  writeFor("de-DE");
  expect(typedUnits("1.234")).toBeNull();
  expect(ambiguity("1.234")).toBe("“1.234” can be read in two ways. Please write 1234 or 1.2340");
  expect(editableAmount(parseAmount("1.234") ?? 0n)).toBe("1.2340");
});
