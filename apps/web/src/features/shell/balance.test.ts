import { expect, it } from "vitest";
import { balanceText } from "./balance.ts";

it.each([
  ["0", "0.00"],
  ["2.5", "2.50"],
  ["1234567.5", "1,234,567.50"],
  ["97.375", "97.375"],
  ["0.000000001", "0.000000001"],
  ["999", "999.00"],
  ["1000", "1,000.00"],
])("writes a balance of %s as %s, exactly", (decimal, text) => expect(balanceText(decimal)).toBe(text));
