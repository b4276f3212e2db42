import { describe, expect, it } from "vitest";
import { cut, cutExcerpt, cutParts, cutTitle, shownTags } from "./cut.ts";

describe("truncation in lists", () => {
  it("keeps a title of 60 characters and cuts one of 61 at 60 [C9.06]", () => {
    expect(cutTitle("x".repeat(60))).toBe("x".repeat(60));
    expect(cutTitle("x".repeat(61))).toBe(`${"x".repeat(60)}…`);
  });

  it("keeps content of 120 characters and cuts longer content at 120 [C9.07]", () => {
    expect(cutExcerpt("y".repeat(120))).toBe("y".repeat(120));
    expect(cutExcerpt("y".repeat(300))).toBe(`${"y".repeat(120)}…`);
  });

  it("shows content on one line [C9.07]", () => {
    expect(cutExcerpt("  one\n\ntwo\tthree ")).toBe("one two three");
  });

  it("never splits an astral character, and leaves no space before the ellipsis", () => {
    expect(cut("🦊🦊🦊", 2)).toBe("🦊🦊…");
    expect(cut("ab cd", 3)).toBe("ab…");
  });

  it("cuts highlighted text at the same place and keeps the visible highlights [C2.081]", () => {
    const parts = [
      { text: "How to ", match: false },
      { text: "entangle", match: true },
      { text: " two qubits", match: false },
    ];
    expect(cutParts(parts, 100)).toEqual(parts);
    expect(cutParts(parts, 10)).toEqual([
      { text: "How to ", match: false },
      { text: "ent", match: true },
      { text: "…", match: false },
    ]);
    expect(cutParts(parts, 7)).toEqual([
      { text: "How to ", match: false },
      { text: "…", match: false },
    ]);
  });
});

describe("tags in lists", () => {
  it("shows up to two tags, then how many more there are [C9.08]", () => {
    expect(shownTags([])).toEqual({ shown: [], more: [] });
    expect(shownTags(["a", "b"])).toEqual({ shown: ["a", "b"], more: [] });
    expect(shownTags(["a", "b", "c", "d"])).toEqual({ shown: ["a", "b"], more: ["c", "d"] });
  });
});
