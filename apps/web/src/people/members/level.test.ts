import { levelTitle as contractTitle, LEVELS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { levelTitle, nextLevel } from "./level.ts";

describe("levelTitle", () => {
  it.each([
    [-20, "Newbie"],
    [0, "Newbie"],
    [49, "Newbie"],
    [50, "Member"],
    [99, "Member"],
    [100, "Contributor"],
    [499, "Contributor"],
    [500, "Regular"],
    [999, "Regular"],
    [1_000, "Veteran"],
    [4_999, "Veteran"],
    [5_000, "Expert"],
    [9_999, "Expert"],
    [10_000, "Legend"],
    [1_000_000, "Legend"],
  ] as const)("calls %i points %s [C9.13]", (points, title) => expect(levelTitle(points)).toBe(title));
});

describe("nextLevel", () => {
  it("says how many points are missing", () => {
    expect(nextLevel(75)).toEqual({ title: "Contributor", missing: 25, share: 0.5 });
    expect(nextLevel(0)).toEqual({ title: "Member", missing: 50, share: 0 });
    expect(nextLevel(-10)).toEqual({ title: "Member", missing: 60, share: 0 });
  });

  it("is null at the top", () => expect(nextLevel(10_000)).toBeNull());
});

it("the titles match the contract's", () => {
  for (const { from } of LEVELS) {
    const edge = Number.isFinite(from) ? from : 0;
    for (const points of [edge - 1, edge, edge + 1]) expect(levelTitle(points)).toBe(contractTitle(points));
  }
});
