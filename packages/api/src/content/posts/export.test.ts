import { describe, expect, it } from "vitest";
import { cellOf } from "../../platform/queries/index.ts";
import { containedMarkdown, escapedMarkdown } from "./export.markdown.ts";

describe("a cell of a CSV file", () => {
  it.each([
    ["plain", "plain"],
    ["", ""],
    [null, ""],
    [-2, "-2"],
    [2.5, "2.5"],
    ["a, b", '"a, b"'],
    ['say "so"', '"say ""so"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    [" blank before", '" blank before"'],
  ])("%j is %j by RFC 4180 [C2.087]", (value, cell) => expect(cellOf(value)).toBe(cell));

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "=cmd|'/c calc'!A0", "\uFEFF=1", "＝1"])(
    "%j isn't a formula to a spreadsheet [C2.087]",
    (value) => expect(cellOf(value).replace(/^"/, "")).toMatch(/^'/),
  );
});

describe("Markdown in a larger document", () => {
  it("shows a line of plain text unchanged", () => {
    expect(escapedMarkdown("# [a](b) *c* `d` <e> _f_\n1")).toBe("\\# \\[a\\]\\(b\\) \\*c\\* \\`d\\` \\<e\\> \\_f\\_ 1");
  });

  it("keeps a heading and an open fence within its quotation", () => {
    expect(containedMarkdown("# Mine\n\n```js\nlet a;")).toBe("> # Mine\n>\n> ```js\n> let a;");
  });

  it.each([
    ["<script>x</script>", "> \\<script>x\\</script>"],
    ["<!-- never closed", "> \\<!-- never closed"],
    ["a < b", "> a < b"],
    ["`<b>` and <b>", "> `<b>` and \\<b>"],
    ["```\n<b>\n```\n<b>", "> ```\n> <b>\n> ```\n> \\<b>"],
    ["~~~\n```\n<b>\n~~~\n<b>", "> ~~~\n> ```\n> <b>\n> ~~~\n> \\<b>"],
    ["<https://example.org/a>", "> <https://example.org/a>"],
    ["<https://a onerror=x>", "> \\<https://a onerror=x>"],
    ["a\r\nb\rc", "> a\n> b\n> c"],
    // Backticks without a pair, paired on another line, or escaped; backslashes that escape each other.
    ["`` <img src=x> `", "> `` \\<img src=x> `"],
    ["`a\nb` <img src=x> `c\nd`", "> `a\n> b` \\<img src=x> `c\n> d`"],
    ["\\`<img src=x>`", "> \\`\\<img src=x>`"],
    ["\\\\<img src=x>", "> \\\\\\<img src=x>"],
    ["`a` `` ` <b> `` <b>", "> `a` `` ` <b> `` \\<b>"],
    ["`open\n\n`<b>`", "> `open\n>\n> `<b>`"],
    // Fences of a list or a quotation end with it.
    ["- ```\n  x\n  ```\n<img src=x>", "> - ```\n>   x\n>   ```\n> \\<img src=x>"],
    ["- a\n  ```\n<img src=x>", "> - a\n>   ```\n> \\<img src=x>"],
    ["> ```\n<img src=x>\n```\n<img src=x>", "> > ```\n> \\<img src=x>\n> ```\n> \\<img src=x>"],
    ["```\n<b>\n```\u00a0\n<b>\n```\n<b>", "> ```\n> <b>\n> ```\u00a0\n> <b>\n> ```\n> \\<b>"],
  ])("has no HTML outside of code: %j", (markdown, contained) => expect(containedMarkdown(markdown)).toBe(contained));
});
