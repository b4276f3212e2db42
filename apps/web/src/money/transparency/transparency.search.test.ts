import { describe, expect, it } from "vitest";
import { neighbours, pageOf, readTransparencySearch } from "./transparency.search.ts";

describe("the pages of the log", () => {
  it("are identified by their newest line", () => {
    expect(pageOf(60)).toEqual({ after: 35, limit: 25 });
    expect(pageOf(10)).toEqual({ after: 0, limit: 10 });
  });

  it("end at the first line and at the head", () => {
    expect(neighbours(60, 100)).toEqual({ older: 35, newer: 85 });
    expect(neighbours(90, 100)).toEqual({ older: 65, newer: 100 });
    expect(neighbours(100, 100).newer).toBeNull();
    expect(neighbours(25, 100).older).toBeNull();
  });

  it("start at the newest for an invalid URL", () => {
    expect(readTransparencySearch({ upTo: "x" })).toEqual({ upTo: undefined });
    expect(readTransparencySearch({ upTo: 12 })).toEqual({ upTo: 12 });
  });
});
