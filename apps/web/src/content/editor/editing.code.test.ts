import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fencesOf, insertCode, isInCode, languageOfFile, pasteCode } from "./editing.code.ts";

const at = (marked: string) => {
  const start = marked.indexOf("|");
  return { text: marked.replace("|", ""), start, end: start };
};

describe("the code blocks of a text", () => {
  it.each([
    ["a", []],
    ["```\na\n```", ["```\na\n```"]],
    ["x\n~~~js\n```\n~~~\ny\n```", ["~~~js\n```\n~~~", "```"]],
    ["````\n```\n````\nz", ["````\n```\n````"]],
    ["```not `code`\nz", []],
  ])("of %j are %j", (text, blocks) => {
    expect(fencesOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(blocks);
  });

  it.each([
    ["```\na|\n```", true],
    ["```\na\n```\nb|", false],
    ["|```\na\n```", false],
    ["```\na|", true],
  ])("know whether the cursor is in one: %j, %s", (marked, inside) => {
    expect(isInCode(at(marked))).toBe(inside);
  });

  it("hold any code whole, whatever fences it has itself", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "```", "````", "  ```js", "~~~", ""), { minLength: 1 }), (lines) => {
        const code = lines.join("\n").replace(/\n+$/, "");
        const { insert } = insertCode(at("x|y"), code, "js");
        const text = `x${insert}y`;
        const [first, ...others] = fencesOf(text);
        expect(others).toEqual([]);
        expect(text.slice(first?.from, first?.to).split("\n").slice(1, -1).join("\n")).toBe(code);
        expect(text.endsWith("\ny")).toBe(true);
      }),
    );
  });
});

describe("pasting from a code editor", () => {
  const from = (mode: string) => JSON.stringify({ version: 1, mode });
  const pasted = (marked: string, text: string, about: string) => pasteCode(at(marked), text, about)?.insert ?? null;

  it("makes lines of code a block in their language", () => {
    expect(pasted("x|", "a\r\n  b\n", from("typescriptreact"))).toBe("\n```typescript\na\n  b\n```\n");
  });

  it.each([
    ["one line", "x|", "const a = 1;\n", from("typescript")],
    ["prose", "x|", "a\nb", from("markdown")],
    ["text of unknown origin", "x|", "a\nb", ""],
    ["what only looks like an editor's", "x|", "a\nb", "null"],
    ["a language that isn't a word", "x|", "a\nb", from("js\n```")],
    ["code into code", "```\n|", "a\nb", from("typescript")],
  ])("leaves %s as it is", (_what, marked, text, about) => {
    expect(pasted(marked, text, about)).toBeNull();
  });
});

it.each([
  ["a.TS", "typescript"],
  ["b.test.py", "python"],
  ["c.log", "plaintext"],
  ["d.png", null],
  ["constructor", null],
  [".constructor", null],
])("the file %s holds %s", (name, language) => {
  expect(languageOfFile(name)).toBe(language);
});
