import { describe, expect, it } from "vitest";
import { bounds, chartChange, chartPaths, chartText, isLine } from "./chart.ts";

const days = (...points: number[]) => points.map((value, index) => ({ date: `2026-03-0${index + 1}`, points: value }));

describe("the chart of points", () => {
  it("runs from the first day on the left to the last on the right, with the maximum on top", () => {
    expect(chartPaths(days(0, 50, 100)).line).toBe("M0 100L300 50L600 0");
    expect(chartPaths(days(10, -10)).line).toBe("M0 0L600 100");
  });

  it("is a level line in the middle for constant points and for a single day", () => {
    expect(chartPaths(days(7, 7)).line).toBe("M0 50L600 50");
    expect(chartPaths(days(7)).line).toBe("M0 50L600 50");
  });

  it("is shown from three different values on", () => {
    expect(isLine(days(0, 1, 2))).toBe(true);
    expect(isLine(days(0, 0, 11, 11))).toBe(false);
    expect(isLine([])).toBe(false);
  });

  it("is empty without days", () => {
    expect(chartPaths([])).toEqual({ line: "", area: "" });
    expect(bounds([])).toEqual([0, 0]);
    expect(chartText([])).toBe("No points yet");
  });

  it("has a text alternative", () => {
    expect(chartText(days(0, 1200, -5))).toBe(
      "Points over the last 3 days: 0 on 1 Mar, −5 on 3 Mar. Lowest −5, highest 1,200.",
    );
    expect(chartText(days(3, 3))).not.toContain("Lowest");
  });

  it.each([
    [[1, 5], "4 points gained in the last 2 days"],
    [[5, 4], "1 point lost in the last 2 days"],
    [[5, 5], "No change in the last 2 days"],
  ])("%j is described as '%s'", (points, text) => expect(chartChange(days(...points))).toBe(text));
});
