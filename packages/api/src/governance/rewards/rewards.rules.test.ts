import { describe, expect, it } from "vitest";
import { allotment, dayOf, daysAfter, endOf, nextDay, startOf } from "./rewards.rules.ts";

it("reserves what is due, up to what the treasury holds [M9.12]", () => {
  expect(allotment(5n, 9n)).toBe(5n);
  expect(allotment(9n, 5n)).toBe(5n);
  expect(allotment(9n, 0n)).toBe(0n);
  expect(allotment(9n, -1n)).toBe(0n);
});

describe("a reward day", () => {
  it("runs from midnight to midnight UTC, and includes the midnight it begins with [M9.12]", () => {
    expect(dayOf(new Date("2026-03-01T00:00:00.000Z"))).toBe("2026-03-01");
    expect(dayOf(new Date("2026-02-28T23:59:59.999Z"))).toBe("2026-02-28");
    expect(startOf("2026-03-01").toISOString()).toBe("2026-03-01T00:00:00.000Z");
    expect(endOf("2026-02-28")).toEqual(startOf("2026-03-01"));
    expect(daysAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysAfter("2026-01-01", -1)).toBe("2025-12-31");
  });

  it.each([
    ["the one after the last", { last: "2026-02-10", firstStake: null }, "2026-02-11"],
    ["none while that day isn't over", { last: "2026-02-28", firstStake: null }, null],
    ["the last day at the stroke of midnight", { last: "2026-02-27", firstStake: null }, "2026-02-28"],
    [
      "the first day on which anyone staked",
      { last: null, firstStake: new Date("2026-01-05T22:00:00Z") },
      "2026-01-05",
    ],
    ["none on the first day", { last: null, firstStake: new Date("2026-03-01T00:00:00Z") }, null],
    ["yesterday, before anyone has", { last: null, firstStake: null }, "2026-02-28"],
  ])("is due: %s", (_, known, day) => {
    expect(nextDay(known, new Date("2026-03-01T00:00:00Z"))).toBe(day);
  });
});
