import { useSyncExternalStore } from "react";

/** One timer for all times of the same pace: they advance together, and stop while the page is hidden. */
class Clock {
  readonly #period: number;
  readonly #listeners = new Set<() => void>();
  #now = Date.now();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(period: number) {
    this.#period = period;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#now = Date.now();
      this.#timer = setInterval(() => {
        this.#now = Date.now();
        for (const each of this.#listeners) each();
      }, this.#period);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearInterval(this.#timer);
    };
  };

  readonly read = (): number => {
    // Refreshes on the first render, because a page that was left for an hour must not start from its old minute.
    if (this.#listeners.size === 0 && Date.now() - this.#now > this.#period) this.#now = Date.now();
    return this.#now;
  };
}

const minutes = new Clock(60_000);
const seconds = new Clock(1_000);

/** Returns the current time in milliseconds, updated every minute. */
export function useNow(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.read, Date.now);
}

/** Returns the current time in milliseconds, updated every second, for visible countdowns. */
export function useSeconds(): number {
  return useSyncExternalStore(seconds.subscribe, seconds.read, Date.now);
}
