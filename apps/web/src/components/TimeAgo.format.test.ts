import { describe, expect, it } from "vitest";
import { exactTime, span, timeAgo } from "./TimeAgo.format.ts";

const now = Date.parse("2026-03-10T06:00:00.000Z");
const before = (ms: number) => new Date(now - ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("relative time", () => {
  it.each([
    [0, "just now"],
    [-5 * minute, "just now"],
    [59_999, "just now"],
    [minute, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [hour, "1 hour ago"],
    [23 * hour + 59 * minute, "23 hours ago"],
    [day, "1 day ago"],
    [29 * day, "29 days ago"],
    [30 * day, "1 month ago"],
    [364 * day, "12 months ago"],
    [365 * day, "1 year ago"],
    [800 * day, "2 years ago"],
  ])("%i ms ago reads '%s'", (ms, expected) => {
    expect(timeAgo(before(ms), now)).toBe(expected);
  });

  it("gives the exact time with its zone on hover", () => {
    expect(exactTime("2026-03-10T06:00:00.000Z")).toMatch(/10 March 2026.*\d{2}:\d{2} \S+/);
  });

  it.each([
    [10_000, "less than a minute"],
    [90_000, "1 minute"],
    [5 * hour, "5 hours"],
    [1.6 * hour, "2 hours"],
    [7 * day - 1, "7 days"],
    [7 * day, "7 days"],
  ])("a span of %i ms reads '%s'", (ms, expected) => {
    expect(span(ms)).toBe(expected);
  });
});
