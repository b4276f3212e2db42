import { describe, expect, it } from "vitest";
import { folded, listChanges, type Part, pairBlocks, touched } from "./compare.ts";
import { diffWords } from "./wordDiff.ts";

const version = { title: "T", content: "c", tags: ["a"], codeBlocks: [], media: [] };
const block = (code: string) => ({ language: "go" as const, code });
const shown = (parts: readonly Part[]) =>
  parts
    .map(({ text, change }) => (change === "same" ? text : change === "added" ? `+${text}+` : `-${text}-`))
    .join("|");

describe("two versions of a text", () => {
  it.each([
    ["the old words", "the new words", "the |-old-|+new+| words"],
    ["one two three", "1 2 three", "-one two-|+1 2+| three"],
    ["a", "a", "a"],
    ["", "a", "+a+"],
    ["a\n\nb", "a\nb", "a\n|-\n-|b"],
  ])("'%s' and '%s' differ in %s", (before, after, expected) => {
    expect(shown(diffWords(before, after))).toBe(expected);
  });

  it("add up to the old and the new text, whatever was changed", () => {
    const before = "# Title\n\nSome **bold** text, and `code`.\n\n- one\n- two";
    const after = "# Another title\n\nText, and `more code`, in **bold**.\n- two\n- three\n";
    const parts = diffWords(before, after);
    const without = (change: Part["change"]) => parts.filter((part) => part.change !== change).map(({ text }) => text);
    expect(without("added").join("")).toBe(before);
    expect(without("removed").join("")).toBe(after);
  });

  it("with nothing in common are compared, however long", () => {
    const words = (sign: string) => Array.from({ length: 5_000 }, (_, n) => `${sign}${(n * 7919) % 4999}`).join(" ");
    const parts = diffWords(words("a"), words("b"));
    expect(parts.length).toBeGreaterThan(0);
  });

  it("are folded far from a change, without losing anything", () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}\n`).join("");
    const parts = folded(diffWords(`${lines(1, 20)}old\n${lines(21, 40)}`, `${lines(1, 20)}new\n${lines(21, 40)}`));
    const folds = parts.filter((part) => "folded" in part);
    expect(folds).toHaveLength(2);
    const text = parts.map((part) => ("folded" in part ? part.folded : part.change === "removed" ? "" : part.text));
    expect(text.join("")).toBe(`${lines(1, 20)}new\n${lines(21, 40)}`);
    const seen = parts.map((part) => ("folded" in part ? "" : part.text)).join("");
    expect(seen).toContain("line 20\n");
    expect(seen).not.toContain("line 10\n");
  });

  it("are not folded when they are short", () => {
    const parts = diffWords("a\nb\nc\nold", "a\nb\nc\nnew");
    expect(folded(parts)).toEqual(parts);
  });
});

describe("the parts that an edit changed", () => {
  it("are named", () => {
    expect(touched(version, version)).toEqual([]);
    expect(touched(version, { ...version, title: "U", codeBlocks: [block("x")] })).toEqual(["title", "code"]);
    expect(
      touched(version, { ...version, content: "d", tags: [], media: [{ type: "IMAGE", url: "/uploads/a.png" }] }),
    ).toEqual(["text", "tags", "media"]);
  });

  it("list tags as removed, kept and new", () => {
    expect(shown(listChanges(["a", "b"], ["b", "c"]))).toBe("-a-|b|+c+");
  });

  it("compares an edited code block with itself, even after another was inserted before it", () => {
    const [a, b, c, edited] = [block("a"), block("b"), block("c"), block("b2")];
    expect(pairBlocks([a, b, c], [a, edited, c])).toEqual([
      { before: a, after: a },
      { before: b, after: edited },
      { before: c, after: c },
    ]);
    expect(pairBlocks([a], [b, a])).toEqual([
      { before: null, after: b },
      { before: a, after: a },
    ]);
    expect(pairBlocks([a, b], [])).toEqual([
      { before: a, after: null },
      { before: b, after: null },
    ]);
  });
});
