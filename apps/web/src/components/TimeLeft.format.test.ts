import { describe, expect, it } from "vitest";
import { countdown, refundTimeLeft } from "./TimeLeft.format.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("the time left to vote", () => {
  it.each([
    [2 * day, "2d 0h"],
    [2 * day - second, "1d 23h"],
    [day, "1d 0h"],
    [day - second, "23h 59m"],
    [5 * hour + 12 * minute + 59 * second, "5h 12m"],
    [hour, "1h 0m"],
    [hour - second, "59m"],
    [minute, "1m"],
    [second, "1m"],
  ])("of %i ms reads '%s': days and hours, hours and minutes, minutes [M2.30]", (ms, expected) => {
    expect(refundTimeLeft(at(ms), now)?.shown).toBe(`${expected} left`);
  });

  it.each([0, -1, -3 * day])("is over %i ms from its end [M2.31]", (ms) => {
    expect(refundTimeLeft(at(ms), now)).toBeNull();
  });

  it("has a spoken form", () => {
    const spoken = (ms: number) => refundTimeLeft(at(ms), now)?.spoken;
    expect(spoken(2 * day - second)).toBe("1 day and 23 hours left");
    expect(spoken(hour + minute)).toBe("1 hour and 1 minute left");
    expect(spoken(minute)).toBe("1 minute left");
  });
});

it.each([
  [5 * minute, "5:00"],
  [4 * minute + 9 * second - 1, "4:09"],
  [1, "0:01"],
  [0, "0:00"],
  [-minute, "0:00"],
])("a wait of %i ms counts down as '%s'", (ms, expected) => {
  expect(countdown(at(ms), now)).toBe(expected);
});
