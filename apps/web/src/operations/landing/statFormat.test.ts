import { describe, expect, it } from "vitest";
import { shortCount, solRewards } from "./statFormat.ts";

describe("shortCount", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [949, "949"],
    [1_000, "1K"],
    [1_234, "1.2K"],
    [12_000, "12K"],
    [999_949, "999.9K"],
    [999_960, "1M"],
    [1_500_000, "1.5M"],
    [23_000_000, "23M"],
  ])("writes %i as %s [C9.20]", (count, text) => expect(shortCount(count)).toBe(text));
});

describe("solRewards", () => {
  it.each([
    ["0", "0.00 SOL"],
    ["2.5", "2.50 SOL"],
    ["1234.567891234", "1,234.57 SOL"],
    ["not a number", "0.00 SOL"],
  ])("writes %s as %s [C9.21]", (decimal, text) => expect(solRewards(decimal)).toBe(text));
});
