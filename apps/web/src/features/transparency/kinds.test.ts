import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { changesOf, compare, kindName } from "./kinds.ts";

const liabilities = {
  ...{ members: "10", stakes: "4", escrow: "2", holds: "0", treasury: "1", pools: "0", suspense: "0", equity: "1" },
  total: "18",
};

describe("the books against the reserves", () => {
  it("stand side by side, kind by kind, those of nothing too", () => {
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

describe("what a line of the log moved", () => {
  it("is told from where it went to where it came", () => {
    expect(changesOf({ stake: "1.5", member: "-1.5", pool: "0" })).toEqual([
      { kind: "member", name: "Members", amount: (-3n * UNIT) / 2n },
      { kind: "stake", name: "Stakes", amount: (3n * UNIT) / 2n },
    ]);
  });

  it("names what is not known as the books do", () => {
    expect(kindName("external")).toBe("The chain");
    expect(kindName("lottery")).toBe("lottery");
  });
});
