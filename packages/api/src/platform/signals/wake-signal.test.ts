import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWakeSignal, untilNextPoll } from "./wake-signal.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sleeps for a second, and records when it wakes. */
function asleep(waker: ReturnType<typeof createWakeSignal>) {
  const state = { awake: false };
  void waker.sleep(1_000).then(() => {
    state.awake = true;
  });
  return state;
}
const soon = () => vi.advanceTimersByTimeAsync(0);

it("sleeps until it is woken or its time is up", async () => {
  const waker = createWakeSignal(new AbortController().signal);
  waker.looking();
  const first = asleep(waker);
  await vi.advanceTimersByTimeAsync(999);
  expect(first.awake).toBe(false);
  waker.wake();
  await soon();
  expect([first.awake, vi.getTimerCount()]).toEqual([true, 0]);
  waker.looking();
  const second = asleep(waker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second.awake).toBe(true);
});

it("stays awake for changes before or during a check", async () => {
  const waker = createWakeSignal(new AbortController().signal);
  const unlooked = asleep(waker);
  await soon();
  expect(unlooked.awake).toBe(true);
  waker.looking();
  waker.wake();
  const late = asleep(waker);
  await soon();
  expect(late.awake).toBe(true);
});

it("wakes when it is aborted, sleeps no more and removes its listener", async () => {
  const off = new AbortController();
  const removed = vi.spyOn(off.signal, "removeEventListener");
  const waker = createWakeSignal(off.signal);
  waker.looking();
  const sleeper = asleep(waker);
  off.abort();
  await soon();
  expect(sleeper.awake).toBe(true);
  waker.looking();
  const again = asleep(waker);
  await soon();
  expect(again.awake).toBe(true);
  waker.end();
  expect(removed).toHaveBeenCalledOnce();
});

it("waits about half a minute between checks, with jitter", () => {
  const waits = Array.from({ length: 100 }, untilNextPoll);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(25_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(35_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
});
