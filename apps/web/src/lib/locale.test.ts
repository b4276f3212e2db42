import { afterEach, describe, expect, it } from "vitest";
import { dateText, decimalText, localesFor, numberSigns, numberText, withNumbers, writeFor } from "./locale.ts";

afterEach(() => writeFor());
const plain = (text: string) => text.replace(/\s/g, " ");

it.each([
  ["de", ["en-US", "de-AT", "de"], ["de-AT", "de", "de"]],
  ["ja", ["en-US"], ["ja"]],
  ["en", ["fr-FR", "en"], ["fr-FR", "en"]],
])("a page in %s for a browser with %j formats as in %j", (language, browser, expected) =>
  expect(localesFor(language, browser)).toEqual(expected),
);

describe("numbers", () => {
  it.each([
    ["en-US", "1,234,567.50", "1,234,567"],
    ["en-GB", "1,234,567.50", "1,234,567"],
    ["de-DE", "1.234.567,50", "1.234.567"],
    ["es-ES", "1.234.567,50", "1.234.567"],
    ["fr-FR", "1 234 567,50", "1 234 567"],
    ["hi-IN", "12,34,567.50", "12,34,567"],
    ["ar-EG", "1,234,567.50", "1,234,567"],
  ])("are written as a reader from %s writes them, in figures 0 to 9", (locale, decimal, whole) => {
    writeFor(locale);
    expect(plain(decimalText("1234567.50"))).toBe(decimal);
    expect(plain(numberText(1_234_567))).toBe(whole);
  });

  it("keep every digit of an amount that exceeds a float", () => {
    writeFor("de-DE");
    expect(decimalText("123456789012345678.123456789")).toBe("123.456.789.012.345.678,123456789");
  });

  it("inside English sentences follow the reader's locale too", () => {
    writeFor("de-DE");
    expect(withNumbers("Medium from 1,000.5 BBUX in 30 days, 0.05% a day")).toBe(
      "Medium from 1.000,5 BBUX in 30 days, 0,05% a day",
    );
  });

  it("have a true minus sign", () => {
    expect(numberText(-1_200)).toBe("−1,200");
  });

  it("are grouped and truncated as the locale's signs require", () => {
    writeFor("de-DE");
    expect(numberSigns()).toEqual({ group: ".", decimal: "," });
    writeFor("en-US");
    expect(numberSigns()).toEqual({ group: ",", decimal: "." });
  });
});

describe("dates", () => {
  const at = "2026-03-10T15:04:00.000Z";
  const options = { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" } as const;

  it.each([
    ["en-US", "March 10, 2026 at 3:04 PM"],
    ["en-GB", "10 March 2026 at 15:04"],
    ["de-DE", "10. März 2026 um 15:04"],
  ])("and the clock are those of a reader from %s", (locale, text) => {
    writeFor(locale);
    expect(plain(dateText(at, { ...options, timeZone: "UTC" }))).toBe(text);
  });

  it("skip a malformed language of the browser", () => {
    writeFor("en_US@posix", "de-DE");
    expect(numberText(1.5)).toBe("1,5");
  });
});
