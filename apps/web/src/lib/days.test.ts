import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byDay, dayName } from "./days.ts";
import { writeFor } from "./locale.ts";

/** The reader's clock, because days begin in the reader's time zone. */
const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();

describe("names of days", () => {
  beforeEach(() => writeFor("en-GB"));
  afterEach(() => writeFor());

  it.each([
    [local(29, 0, 5), "Today"],
    [local(28, 23, 55), "Yesterday"],
    [local(27, 12), "Friday 27 March"],
  ])("read as a person would say them (%s)", (at, name) => {
    expect(dayName(at, new Date(2026, 2, 29, 23).getTime()).replace(",", "")).toBe(name);
  });

  it("include the year if it isn't the current one", () => {
    expect(dayName(new Date(2025, 11, 31, 9).toISOString(), new Date(2026, 2, 29).getTime())).toContain("2025");
  });
});

describe("splitting by day", () => {
  it("begins a new day at the reader's midnight, and keeps the order", () => {
    const times = [local(29, 0, 5), local(28, 23, 55), local(28, 0), local(26, 12)];
    const days = byDay(times.map((createdAt) => ({ createdAt })));
    expect(days.map((day) => day.length)).toEqual([1, 2, 1]);
    expect(days.flat().map(({ createdAt }) => createdAt)).toEqual(times);
    expect(byDay([])).toEqual([]);
  });
});
