import { describe, expect, it } from "vitest";
import { mergePages } from "./mergePages.ts";

describe("the pages of a thread", () => {
  it("show each element once, even if one moved to the next page between two fetches", () => {
    const pages = [
      [{ id: "1" }, { id: "2" }],
      [{ id: "2" }, { id: "3" }],
    ];
    expect(mergePages(pages).map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });
});
