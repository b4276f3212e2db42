import { describe, expect, it } from "vitest";
import { badgeOf, linesOf } from "./cache.ts";

describe("badgeOf", () => {
  it("is empty for none, the number up to nine, and 9+ above [C2.042 C2.043]", () => {
    expect([-1, 0, 1, 9, 10, 4_000].map(badgeOf)).toEqual([null, null, "1", "9", "9+", "9+"]);
  });
});

describe("linesOf", () => {
  const line = (id: string, read = false) => {
    return { id, kind: "votes", title: id, message: "", read, createdAt: "2026-01-01T00:00:00.000Z" };
  };
  it("has each notification once, with the first page's data, even if the pages shifted while loading", () => {
    const pages = [
      [line("3"), line("2", true)],
      [line("2"), line("1")],
    ];
    expect(linesOf({ pages, pageParams: [1, 2] }).map(({ id, read }) => [id, read])).toEqual([
      ["3", false],
      ["2", true],
      ["1", false],
    ]);
    expect(linesOf(undefined)).toEqual([]);
  });
});
