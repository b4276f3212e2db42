import { isCleanText } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { suggestedFrom } from "./suggestedFrom.ts";

const text = (content: string, codeBlocks: { language: string; code: string }[] = []) =>
  suggestedFrom({ title: "", content, codeBlocks }).text;

describe("what tags are suggested from", () => {
  it.each([
    ["before\n```py\nimport secret\n```\nafter", "Python. before after"],
    ["```\nno language\n```", ""],
    ["```rust\nnever closed", "Rust."],
    ["see ![x](https://example.org/react.png) and [y](https://vue.example)", "see ![x] and [y]"],
  ])("leaves code and addresses out of %j, and names the languages", (content, expected) => {
    expect(text(content)).toBe(expected);
  });

  it("names the languages of separate code blocks that have code", () => {
    const blocks = [
      { language: "csharp", code: "var x;" },
      { language: "php", code: " " },
    ];
    expect(text("Why?", blocks)).toBe("C#. Why?");
  });

  it("is short, and never ends with half of a character", () => {
    const long = text("😀".repeat(400).padStart(801, "a"));
    expect(long.length).toBeLessThanOrEqual(400);
    expect(isCleanText(long)).toBe(true);
  });
});
