import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

describe("the excerpt of a text", () => {
  it.each([
    ["**Bold** and `code`", "Bold and code"],
    ["# Title\n\nText", "Title Text"],
    ["- one\n- two\n1. three", "one two three"],
    ["> quoted\n> twice", "quoted twice"],
    ["[a link](https://x.org) and ![a picture](https://x.org/a.png)", "a link and a picture"],
    ["```js\nlet a = 1;\n```\nafter", "let a = 1; after"],
    ["<b>html</b> <script>alert(1)</script>", "html alert(1)"],
    ["a < b and c > d", "a < b and c > d"],
    ["\\*stars\\*", "*stars*"],
    ["  spaces \n\n\t and lines ", "spaces and lines"],
    ["[x](javascript:alert`1`)", "x"],
    ["| a | b |\n|---|:-:|\n| 1 | 2 |\nafter", "a b 1 2 after"],
    ["Title\n---\nabove\n\nbelow a|b", "Title above below a|b"],
    ["", ""],
  ])("of %j is %j", (markdown, plain) => expect(excerptOf(markdown)).toBe(plain));

  it("ends between words, and has at most 300 characters and an ellipsis", () => {
    const excerpt = excerptOf("word ".repeat(200));
    expect(excerpt).toMatch(/word…$/);
    expect(excerpt.length).toBeLessThanOrEqual(301);
  });
  it("cuts one long word at the limit", () => {
    expect(excerptOf("x".repeat(5_000))).toBe(`${"x".repeat(300)}…`);
  });
  it("never splits a character, wherever the cut is", () => {
    for (let shift = 0; shift < 4; shift++) {
      expect(excerptOf("x".repeat(shift) + "🔑".repeat(400)).isWellFormed()).toBe(true);
      expect(excerptOf(" ".repeat(2_396 + shift) + "🔑".repeat(9)).isWellFormed()).toBe(true);
    }
  });
  it("is well-formed, short and on one line for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), (text) => {
        const excerpt = excerptOf(text);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt).not.toMatch(/[\n\t]/);
        expect(excerpt.length).toBeLessThanOrEqual(301);
      }),
    );
  });
  it("doesn't hang on texts made to be slow", () => {
    for (const evil of ["[", "![", "[](", "<a", "\\", "*_~`", " ", "\n>", "<a ".repeat(3), "1.\t"])
      excerptOf(evil.repeat(30_000));
  });
});
