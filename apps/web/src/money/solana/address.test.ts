import { expect, it } from "vitest";
import { shortAddress } from "./address.ts";

const ADDRESS = "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp";

it("shows the first and last 4 characters of an address, 8 when expanded [C5.40]", () => {
  expect(shortAddress(ADDRESS)).toBe("4Nd1…w9Zp");
  expect(shortAddress(ADDRESS, { expanded: true })).toBe("4Nd1mYQz…1qB7w9Zp");
});

it("leaves short text unchanged", () => {
  expect(shortAddress("abcd5efgh")).toBe("abcd5efgh");
});
