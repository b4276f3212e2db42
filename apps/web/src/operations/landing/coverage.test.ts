import { describe, expect, it } from "vitest";
import { backing } from "./coverage.ts";

describe("backing", () => {
  it.each([
    ["179", "179", "100.00%"],
    ["179.000000001", "179", "100.00%"],
    // Truncated, because incomplete coverage must never read 100.
    ["178.999999999", "179", "99.99%"],
    ["0", "179", "0.00%"],
    ["12345678", "1000", "1,234,567.80%"],
    ["1", "0", null],
  ])("reads, for %s held and %s owed: %s", (held, owed, text) => expect(backing(held, owed)).toBe(text));
});
