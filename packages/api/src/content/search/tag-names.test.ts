import { describe, expect, it } from "vitest";
import { tagNamesIn } from "./tag-names.ts";

describe("the names of tags in a text", () => {
  it.each([
    ["I use C# and .NET", ["c#", ".net"]],
    ["a machine learning model", ["machine-learning", "machine learning", "machine", "learning", "model"]],
    ["React hooks", ["react-hooks", "hooks", "hook"]],
    ["(node.js), `TypeScript`", ["node.js", "typescript"]],
    ["Written in Go", ["go"]],
  ])("in %j include %j", (text, expected) => {
    expect(tagNamesIn(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["where to go", ["go", "where", "to"]],
    ["classless", ["classles"]],
    ["one. Sentence, other", ["sentence-other"]],
  ])("in %j don't include any of %j", (text, wrong) => {
    expect(tagNamesIn(text).filter((name) => wrong.includes(name))).toEqual([]);
  });
});
