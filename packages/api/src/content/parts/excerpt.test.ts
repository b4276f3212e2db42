import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf, plainPassage } from "./excerpt.ts";

describe("the excerpt of a text", () => {
  it.each([
    ["**Bold** and `code`", "Bold and code"],
    ["# Title\n\nText", "Title Text"],
    ["- one\n- two\n1. three", "one two three"],
    ["> quoted\n> twice", "quoted twice"],
    ["[a link](https://x.org) and ![a picture](https://x.org/a.png)", "a link and a picture"],
    ["```js\nlet a = 1;\n```\nafter", "let a = 1; after"],
    ["I built it as a `<div onClick>` with a *sliding* knob", "I built it as a <div onClick> with a sliding knob"],
    [
      "`**a**` and `b_c_` and `[d](e)` and `\\*` stay, **this** doesn't",
      "**a** and b_c_ and [d](e) and \\* stay, this doesn't",
    ],
    ["``a `b` c`` and \\`d\\` **e**", "a `b` c and `d` e"],
    ["a ` b\n\n**c** ` d", "a b c d"],
    ["```html\n<b>a</b>\n# b\n```\n# c", "<b>a</b> # b c"],
    ["~~~\n*a* is never closed", "*a* is never closed"],
    ["> ```js\n> let a = 1;\n> ```\nafter", "let a = 1; after"],
    ["- ```sh\n  x\n  ```\n**then** [a](b)", "x then a"],
    ["[the `<b>` tag](https://x.org) in *`<i>`*", "the <b> tag in <i>"],
    ["if a <b then `c > d`", "if a <b then c > d"],
    ["a\uE0090\uE009b `c`", "a0b c"],
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
    for (const evil of [
      "[",
      "![",
      "[](",
      "<a",
      "\\",
      "*_~`",
      "`",
      "``a",
      "```\n",
      "`\n\n",
      "![`",
      " ",
      "\n>",
      "<a ".repeat(3),
      "1.\t",
    ])
      excerptOf(evil.repeat(30_000));
  });
});

describe("a passage", () => {
  it.each([
    ["It is *confirmed*, and _so is this_, ~~not~~ ***that***.", "It is confirmed, and so is this, not that."],
    ["2 * 3 * 4, *args, snake_case_name, __init__", "2 * 3 * 4, *args, snake_case_name, __init__"],
    ["see [the docs](https://x.org/a_b) and ![a cat](c.png)", "see the docs and a cat"],
    ["`*a*` and `<b>` stay, \\*c\\* too", "*a* and <b> stay, *c* too"],
    ["end of code\n```\nText *here*", "end of code Text here"],
    ["```js\na *b* c\n```\n*d*", "a *b* c d"],
  ])("of %j is %j", (passage, plain) => expect(plainPassage(passage)).toBe(plain));

  it("doesn't take long, whatever it holds", () => {
    for (const evil of [
      "[",
      "![",
      "[a](",
      "*",
      "*a",
      "_a ",
      "`",
      "``a",
      "`a``b",
      "```\n",
      "~~~\n```\n",
      "`\n\n",
      "~~~!\n",
      `${"~".repeat(8)}!\n`,
      ">~~~ \n",
      "``a```b````c",
    ])
      plainPassage(evil.repeat(20_000 / evil.length));
    plainPassage(Array.from({ length: 190 }, (_, n) => "`".repeat(n + 1)).join(" "));
  });
});
