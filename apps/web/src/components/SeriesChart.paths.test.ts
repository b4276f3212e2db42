import { describe, expect, it } from "vitest";
import { nearest, seriesPaths, seriesText, seriesTop } from "./SeriesChart.paths.ts";

const points = [
  { at: 0, value: 0 },
  { at: 10, value: 5 },
  { at: 20, value: 10 },
];

describe("a line over time", () => {
  it("runs from zero at the bottom to the maximum at the top", () => {
    expect(seriesPaths(points).line).toBe("M0 100L300 50L600 0");
    expect(seriesTop(points)).toBe(10);
  });

  it("is a line for a single point and empty for none", () => {
    expect(seriesPaths([{ at: 5, value: 3 }]).line).toBe("M0 0L600 0");
    expect(seriesPaths([])).toEqual({ line: "", area: "" });
  });

  it("is at the bottom when all values are zero", () => {
    expect(
      seriesPaths([
        { at: 0, value: 0 },
        { at: 1, value: 0 },
      ]).line,
    ).toBe("M0 100L600 100");
  });

  it("gives the point nearest to the pointer", () => {
    expect(nearest(points, 0.2)).toBe(points[0]);
    expect(nearest(points, 0.3)).toBe(points[1]);
    expect(nearest(points, 1)).toBe(points[2]);
    expect(nearest([], 0.5)).toBeUndefined();
  });

  it("has a text alternative", () => {
    const say = (given: typeof points) => seriesText("Treasury", given, String, (at) => `day ${at}`);
    expect(say(points)).toBe("Treasury: From 0 on day 0 to 10 on day 20. Lowest 0, highest 10.");
    expect(say([])).toBe("Treasury: nothing yet");
  });
});
