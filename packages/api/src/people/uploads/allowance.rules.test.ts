import { DAY_MS } from "@bbux/contract";
import { expect, it } from "vitest";
import { roomFrom } from "./allowance.rules.ts";

const now = new Date("2026-03-02T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
const used = [
  { at: hours(20), bytes: 10 },
  { at: hours(10), bytes: 30 },
  { at: hours(5), bytes: 50 },
];
const dayAfter = (at: Date) => new Date(at.getTime() + DAY_MS);

it("there is room once enough of the oldest uploads no longer count, by number or by bytes", () => {
  expect(roomFrom(used, (files) => files < 3, now)).toEqual(dayAfter(hours(20)));
  expect(roomFrom(used, (files) => files < 2, now)).toEqual(dayAfter(hours(10)));
  // 10 less isn't enough.
  expect(roomFrom(used, (_, bytes) => bytes + 20 <= 90, now)).toEqual(dayAfter(hours(10)));
  expect(roomFrom(used, (_, bytes) => bytes + 50 <= 100, now)).toEqual(dayAfter(hours(10)));
});

it("what never has room is told when nothing counts any more, which is now without uploads", () => {
  expect(roomFrom(used, () => false, now)).toEqual(dayAfter(hours(5)));
  expect(roomFrom([], () => false, now)).toEqual(now);
});
