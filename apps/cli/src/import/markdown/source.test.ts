import { describe, expect, it } from "vitest";
import { commentMarkdown, createSourceConverter } from "./source.ts";
import { createConverter } from "./to-markdown.ts";

const convert = createSourceConverter(createConverter("q.meta.example"), "q.meta.example");

describe("typed source, as edit histories store it", () => {
  it.each([
    ["Windows line endings", "One\r\n\r\nTwo", "One\n\nTwo"],
    ["emphasis with underscores", "_so_ and __so__", "*so* and **so**"],
    ["formulas, which emphasis marks don't break", "$a_1*b_2*c$ and *x*", "$a_1*b_2*c$ and *x*"],
    ["multi-line formulas", "$$\na < b \\\\\nc\n$$", "$$\na < b \\\\\nc\n$$"],
    [
      "dollars in code, which aren't formulas",
      "`$x_1$` and\n\n    echo $A_1 $B_1",
      "`$x_1$` and\n\n```\necho $A_1 $B_1\n```",
    ],
    [
      "formulas in an item's second paragraph",
      "- one\n\n    so $a_1^*$ and $b_2^*$",
      "-   one\n\n    so $a_1^*$ and $b_2^*$",
    ],
    ["money", "It costs $5, not $10.", "It costs \\$5, not \\$10."],
    ["code with its language", "<!-- language: lang-js -->\n\n    let a;", "```javascript\nlet a;\n```"],
    ["embedded HTML", "x<sup>2</sup> <kbd>Esc</kbd>", "x² `Esc`"],
    ["headings without a blank", "##Two", "## Two"],
    ["spoilers, as quotes", ">! Hidden", "> Hidden"],
    ["quotes that a blank line doesn't end", "> a\n\n> b", "> a\n> \n> b"],
    ["bare addresses", "See https://example.org/x.", "See <https://example.org/x>."],
    [
      "tags of the meta site and of its main site",
      "[tag:A-b] [meta-tag:c]",
      "[a-b](https://q.example/questions/tagged/a-b \"show questions tagged 'a-b'\") [c](https://q.meta.example/questions/tagged/c \"show questions tagged 'c'\")",
    ],
  ])("keeps %s", (_, source, markdown) => expect(convert(source)).toBe(markdown));

  it.each([
    ["open code", "`a ``b ".repeat(4_000)],
    ["open brackets", "[tag:".repeat(6_000)],
    ["quotes", "> a\n\n".repeat(5_000)],
  ])("doesn't hang on %s", (_, source) => {
    expect(convert(source).length).toBeGreaterThan(0);
  });
});

describe("comments of the site", () => {
  it.each([
    ["keep shared syntax", "*a* `b` [c](https://d.example) $e_1$", "*a* `b` [c](https://d.example) $e_1$"],
    ["begin no heading", "# 1", "\\# 1"],
    ["begin no list", "1. Try - that", "1\\. Try - that"],
    ["begin no quote", "> said who?", "\\> said who?"],
    ["show no picture", "![x](https://y.example/z.png)", "\\![x](https://y.example/z.png)"],
    ["name pages of the site", "see [ask]", "see [How to Ask](https://q.example/help/how-to-ask)"],
    ["leave other brackets", "a[i] and [b]: https://c.example", "a[i] and [b]: https://c.example"],
  ])("%s", (_, text, markdown) => expect(commentMarkdown(text, "q.example")).toBe(markdown));

  it("name what can't be linked if the site is unknown", () => {
    expect(commentMarkdown("[tag:x] [help]", null)).toBe("x help center");
  });
});
