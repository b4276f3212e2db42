import { expect, it } from "vitest";
import { walletSearch } from "./wallet.search.ts";

it.each([
  [{}, {}],
  [{ tab: "sell" }, { tab: "sell" }],
  [
    { tab: "buy", amount: 47.5, from: "question" },
    { amount: 47.5, from: "question" },
  ],
  [{ amount: "2.5" }, { amount: 2.5 }],
  [{ amount: "x", from: "https://evil.example", tab: 1 }, {}],
  [{ amount: -1 }, {}],
  [{ amount: "Infinity" }, {}],
])("the wallet reads of its URL what it understands: of %j, %j", (given, read) => {
  expect(walletSearch(given)).toEqual(read);
});
