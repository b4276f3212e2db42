import { describe, expect, it } from "vitest";
import { mentionAt, namesFor } from "./mention.ts";

describe("a mention", () => {
  it.each([
    ["@", 1, { start: 0, part: "" }],
    ["hello @ad", 9, { start: 6, part: "ad" }],
    ["hello @ad", 8, { start: 6, part: "a" }],
    ["(@ad", 4, { start: 1, part: "ad" }],
    ["ada@example", 11, null],
    ["@ada hello", 10, null],
  ])("is completed where one is being written: %s", (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it("suggests names that begin like it in any case, and none once it is complete", () => {
    const names = ["ada", "Adam", "bob"];
    expect(namesFor("AD", names)).toEqual(["ada", "Adam"]);
    expect(namesFor("", names, 2)).toEqual(["ada", "Adam"]);
    expect(namesFor("bob", names)).toEqual([]);
    expect(namesFor("ada", ["ada", "adam"])).toEqual([]);
  });
});
