import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { changesOf, compare, kindName } from "./entryKinds.ts";

const liabilities = {
  members: "10",
  stakes: "4",
  escrow: "2",
  holds: "0",
  treasury: "1",
  pools: "0",
  suspense: "0",
  equity: "1",
  total: "18",
};

describe("the books against the reserves", () => {
  it("are side by side for every kind, zeros included", () => {
    const rows = compare({
      totals: { member: "10", stake: "4", escrow: "2", treasury: "1", equity: "1", external: "-18" },
      reserves: { liabilities } as Parameters<typeof compare>[0]["reserves"],
    });
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...["member", "stake", "escrow", "hold", "treasury", "pool", "suspense", "equity"],
    ]);
    expect(rows.every(({ books, counted }) => books === counted)).toBe(true);
  });
});

describe("the movement in a line of the log", () => {
  it("names its source and destination", () => {
    expect(changesOf({ stake: "1.5", member: "-1.5", pool: "0" })).toEqual([
      { kind: "member", name: "Members", amount: (-3n * UNIT) / 2n },
      { kind: "stake", name: "Stakes", amount: (3n * UNIT) / 2n },
    ]);
  });

  it("names an unknown account as the books do", () => {
    expect(kindName("external")).toBe("The chain");
    expect(kindName("lottery")).toBe("lottery");
  });
});
