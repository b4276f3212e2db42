import { describe, expect, it } from "vitest";
import { createCounters } from "./counters.ts";
import type { Rule } from "./rules.ts";

const rule: Rule = {
  name: "test",
  isStrict: false,
  windows: [
    { unit: "minute", ms: 60_000, max: 3 },
    { unit: "hour", ms: 3_600_000, max: 5 },
  ],
};

function counting(mostKeys?: number) {
  let at = 1_000_000;
  const counters = createCounters(() => at, mostKeys);
  const used = (key: string) => counters.add(rule, key).map((count) => count.used);
  return { counters, used, travel: (ms: number) => (at += ms) };
}

describe("counters of a process", () => {
  it("count each key in windows of their own, which end on their own", () => {
    const { used, travel, counters } = counting();
    expect([used("a"), used("a"), used("b")]).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
    ]);
    travel(59_999);
    expect(used("a")).toEqual([3, 3]);
    travel(1);
    expect(used("a")).toEqual([1, 4]);
    expect(counters.add(rule, "a").map(({ ttlMs }) => ttlMs)).toEqual([60_000, 3_540_000]);
    travel(3_540_000);
    expect(used("a")).toEqual([1, 1]);
  });

  it("take back what was given, and no more", () => {
    const { used, counters } = counting();
    used("a");
    counters.subtract(rule, "a");
    counters.subtract(rule, "a");
    counters.subtract(rule, "unknown");
    expect(used("a")).toEqual([1, 1]);
  });

  it("don't keep a window open when the clock is turned back", () => {
    const { used, travel } = counting();
    used("a");
    travel(-24 * 3_600_000);
    expect(used("a")).toEqual([1, 1]);
  });

  it("forget ended windows first, and never hold more keys than they may", () => {
    const { used, travel } = counting(3);
    used("a");
    travel(60_000);
    for (const key of ["b", "c", "d"]) used(key);
    // The minute of a had ended, its hour had not, and made room.
    expect(used("b")).toEqual([2, 2]);
    used("e");
    expect(used("c")).toEqual([2, 2]);
    expect(used("b")).toEqual([1, 1]);
  });
});
