import { describe, expect, it } from "vitest";
import { dailyAmounts, dailyRates, dayOf, paidInAll, upToNow } from "./series.ts";

const day = {
  treasury: "10",
  staked: "4.5",
  circulating: "20",
  volume: "2",
  stakers: 2,
  totalRate: 0.0005,
  due: "1",
};
const days = [
  { ...day, day: "2026-03-01", paid: "1" },
  { ...day, day: "2026-03-02", paid: "0.5", totalRate: 0.0007, staked: "5" },
];

describe("the daily series of governance", () => {
  it("have one point per day", () => {
    expect(dailyAmounts(days, "staked")).toEqual([
      { at: Date.UTC(2026, 2, 1), value: 4.5 },
      { at: Date.UTC(2026, 2, 2), value: 5 },
    ]);
    expect(dailyRates(days).map(({ value }) => value)).toEqual([0.0005, 0.0007]);
  });

  it("count rewards up to the current total", () => {
    expect(paidInAll(days, "4").map(({ value }) => value)).toEqual([3.5, 4]);
    expect(paidInAll([], "4")).toEqual([]);
  });

  it("end with the figure of now, today or after the last day, and stay empty before the first", () => {
    const points = dailyAmounts(days, "staked");
    const last = (now: number) => upToNow(points, "28.09", now).at(-1);
    expect(last(Date.UTC(2026, 2, 5, 13))).toEqual({ at: Date.UTC(2026, 2, 5), value: 28.09 });
    expect(last(Date.UTC(2026, 2, 2, 13))).toEqual({ at: Date.UTC(2026, 2, 3), value: 28.09 });
    expect(upToNow([], "28.09")).toEqual([]);
  });

  it("are UTC days, whatever the reader's zone", () => {
    expect(dayOf(Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2))).toBe("1 Mar");
    expect(dayOf(Date.UTC(2025, 2, 1), Date.UTC(2026, 3, 2))).toBe("1 Mar 2025");
  });
});
