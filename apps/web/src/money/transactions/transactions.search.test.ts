import { describe, expect, it } from "vitest";
import { transactionChips } from "./transactionChips.ts";
import { typeLabel } from "./transactionLabels.ts";
import { exportHref, readTransactionsSearch, transactionsInput } from "./transactions.search.ts";

describe("the statement in the URL", () => {
  it("carries page, type, status and days, with 20 rows a page [M2.09]", () => {
    const search = readTransactionsSearch({
      page: 3,
      type: "withdrawal",
      status: "pending",
      from: "2026-03-01",
      to: "2026-03-31",
    });
    expect(transactionsInput(search)).toEqual({
      page: 3,
      limit: 20,
      type: "withdrawal",
      status: "pending",
      from: "2026-03-01",
      to: "2026-03-31",
    });
    expect(exportHref(search)).toBe(
      "/api/wallet/transactions/export?type=withdrawal&status=pending&from=2026-03-01&to=2026-03-31",
    );
    expect(transactionChips(search).map(({ label }) => label)).toEqual([
      "Withdrawal",
      "Pending",
      "From 1 Mar 2026",
      "To 31 Mar 2026",
    ]);
  });

  it("drops what it doesn't understand, and still opens", () => {
    const search = readTransactionsSearch({ page: -1, type: "<b>", status: "lost", from: "2026-02-31", to: 5 });
    expect(transactionsInput(search)).toEqual({ page: 1, limit: 20 });
    expect(exportHref(search)).toBe("/api/wallet/transactions/export");
    expect(transactionChips(search)).toEqual([]);
  });
});

it("names each type, even an unknown one [M2.10 M2.11]", () => {
  expect(typeLabel("direct_deposit")).toBe("Direct deposit");
  expect(typeLabel("manual_deposit")).toBe("Manual deposit");
  expect(typeLabel("withdrawal")).toBe("Withdrawal");
  expect(typeLabel("gift_card-top_up")).toBe("Gift card top up");
  expect(typeLabel("_")).toBe("Transaction");
});
