import { describe, expect, it } from "vitest";
import { FILTERS, NOTHING, narrowedBy, readRefundsSearch } from "./refunds.search.ts";

describe("the filter of the list", () => {
  it("is read from the URL in any case; anything not understood is dropped", () => {
    expect(readRefundsSearch({ status: "PENDING" })).toEqual({ status: "pending" });
    for (const status of ["all", "maybe", "", 7, undefined]) expect(readRefundsSearch({ status })).toEqual({});
  });

  it("becomes a status, or the viewer's own requests", () => {
    expect(narrowedBy("all")).toEqual({});
    expect(narrowedBy("appealed")).toEqual({ status: "appealed" });
    expect(narrowedBy("mine")).toEqual({ mine: true });
  });

  it("has its own text for an empty list, with 'No active refund requests' for all or open ones [M2.32]", () => {
    expect([NOTHING.all, NOTHING.pending]).toEqual(["No active refund requests", "No active refund requests"]);
    expect(FILTERS.every(({ value }) => NOTHING[value].length > 0)).toBe(true);
  });
});
