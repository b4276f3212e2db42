import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReadReceipts } from "./readReceipts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function reader() {
  const told: string[] = [];
  return { told, reading: createReadReceipts((id) => told.push(id)) };
}

it("reports a message once, after it was visible for a moment", () => {
  const { told, reading } = reader();
  reading.see("1");
  vi.advanceTimersByTime(599);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["1"]);
  reading.see(null);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["1"]);
});

it("reports a busy room at intervals, always with the newest message", () => {
  const { told, reading } = reader();
  for (let second = 0; second < 60; second++) {
    reading.see(String(2 * second));
    vi.advanceTimersByTime(500);
    reading.see(String(2 * second + 1));
    vi.advanceTimersByTime(500);
  }
  expect(told.length).toBeGreaterThan(8);
  expect(told.length).toBeLessThan(14);
  expect(told).toEqual([...told].sort((a, b) => Number(a) - Number(b)));
});

it("reports the rest when the reader looks away, except what only scrolled past", () => {
  const { told, reading } = reader();
  reading.see("1");
  vi.advanceTimersByTime(600);
  reading.see("2");
  vi.advanceTimersByTime(1_000);
  reading.see(null);
  expect(told).toEqual(["1", "2"]);
  reading.see("3");
  vi.advanceTimersByTime(100);
  reading.see(null);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["1", "2"]);
});
