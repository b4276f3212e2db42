import { describe, expect, it } from "vitest";
import { FILTERS, NOTHING, narrowedBy, readRefundsSearch } from "./refunds.search.ts";

describe("what narrows the list", () => {
  it("is read from the address, in any case; what is not understood is left out", () => {
    expect(readRefundsSearch({ status: "PENDING" })).toEqual({ status: "pending" });
    for (const status of ["all", "maybe", "", 7, undefined]) expect(readRefundsSearch({ status })).toEqual({});
  });

  it("becomes a status, or one's own", () => {
    expect(narrowedBy("all")).toEqual({});
    expect(narrowedBy("appealed")).toEqual({ status: "appealed" });
    expect(narrowedBy("mine")).toEqual({ mine: true });
  });

  it("has words for an empty list each: 'No active refund requests' where all or the open ones are shown [M2.32]", () => {
    expect([NOTHING.all, NOTHING.pending]).toEqual(["No active refund requests", "No active refund requests"]);
    expect(FILTERS.every(({ value }) => NOTHING[value].length > 0)).toBe(true);
  });
});
