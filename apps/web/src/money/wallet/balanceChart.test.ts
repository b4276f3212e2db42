import { UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { changeText, chartPaths, chartText, pointAt, pointsOf } from "./balanceChart.ts";

const days = pointsOf([
  { at: "2026-03-01T00:00:00.000Z", balance: "0" },
  { at: "2026-03-02T00:00:00.000Z", balance: "10" },
  { at: "2026-03-03T00:00:00.000Z", balance: "4" },
  { at: "2026-03-05T00:00:00.000Z", balance: "4" },
]);

describe("the balance over time", () => {
  it("is drawn as steps on a time scale, from zero to the maximum", () => {
    const { line, area } = chartPaths(days);
    expect(line).toBe("M0 100H150V0H300V60H600V60H600");
    expect(area).toBe(`${line}V100H0Z`);
  });

  it("can be drawn for one point, for zeros, and without points", () => {
    expect(chartPaths(days.slice(1, 2)).line).toBe("M0 0H600");
    expect(chartPaths(pointsOf([{ at: "2026-03-01T00:00:00.000Z", balance: "0" }])).line).toBe("M0 100H600");
    expect(chartPaths([])).toEqual({ line: "", area: "" });
  });

  it("returns the balance at a position", () => {
    expect(pointAt(days, 0)?.balance).toBe(0n);
    expect(pointAt(days, 0.26)?.balance).toBe(10n * UNIT);
    expect(pointAt(days, 1)?.balance).toBe(4n * UNIT);
    expect(pointAt([], 0.5)).toBeUndefined();
  });

  it("states the change, and has a text alternative", () => {
    expect(changeText(days, "week")).toBe("+4.0000 BBUX in the past week");
    expect(changeText(days.slice(0, 1), "week")).toBe("No change in the past week");
    expect(chartText(days, "week")).toMatch(/^Balance over the past week: 0\.0000 BBUX on .*highest 10\.0000 BBUX\.$/);
    expect(chartText([], "week")).toBe("No balance yet");
  });
});
