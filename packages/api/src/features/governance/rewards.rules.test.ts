import { describe, expect, it } from "vitest";
import { allotment, dayOf, daysAfter, endOf, nextDay, startOf } from "./rewards.rules.ts";

it("sets aside what is due of what the treasury has, and no more [M9.12]", () => {
  expect(allotment(5n, 9n)).toBe(5n);
  expect(allotment(9n, 5n)).toBe(5n);
  expect(allotment(9n, 0n)).toBe(0n);
  expect(allotment(9n, -1n)).toBe(0n);
});

describe("a day", () => {
  it("begins and ends at midnight UTC, which belongs to the day that it begins [M9.12]", () => {
    expect(dayOf(new Date("2026-03-01T00:00:00.000Z"))).toBe("2026-03-01");
    expect(dayOf(new Date("2026-02-28T23:59:59.999Z"))).toBe("2026-02-28");
    expect(startOf("2026-03-01").toISOString()).toBe("2026-03-01T00:00:00.000Z");
    expect(endOf("2026-02-28")).toEqual(startOf("2026-03-01"));
    expect(daysAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysAfter("2026-01-01", -1)).toBe("2025-12-31");
  });

  it.each([
    ["the one after the last", { last: "2026-02-10", firstStake: null }, "2026-02-11"],
    ["none while that one is not over", { last: "2026-02-28", firstStake: null }, null],
    ["the last of them at the stroke of midnight", { last: "2026-02-27", firstStake: null }, "2026-02-28"],
    ["the first on which anybody staked", { last: null, firstStake: new Date("2026-01-05T22:00:00Z") }, "2026-01-05"],
    ["none on the first day", { last: null, firstStake: new Date("2026-03-01T00:00:00Z") }, null],
    ["yesterday, before anybody has", { last: null, firstStake: null }, "2026-02-28"],
  ])("is due: %s", (_, known, day) => {
    expect(nextDay(known, new Date("2026-03-01T00:00:00Z"))).toBe(day);
  });
});
