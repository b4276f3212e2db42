/** Signals can be lost and sessions can end, so followers check again after this time. */
const POLL_MS = 25_000;
/** A random addition, so a thousand streams that started together after a restart don't all check at the same time. */
const SPREAD_MS = 10_000;

/** Milliseconds until the next unprompted check. */
export const untilNextPoll = (): number => POLL_MS + Math.random() * SPREAD_MS;

/** Wakes a loop that checks, reports, and sleeps until something may have changed. */
export interface WakeSignal {
  /** Reports a change. A loop that is awake won't sleep before it has checked. */
  wake(): void;
  /** Begins a check, which sees everything that changed so far. */
  looking(): void;
  /** Sleeps until woken, or for this long (ms) at most; not at all if something changed since the last check began. */
  sleep(ms: number): Promise<void>;
  /** Removes the loop's listener from the signal. */
  end(): void;
}

/** @param signal also wakes it when it aborts, and prevents sleep from then on */
export function createWakeSignal(signal: AbortSignal): WakeSignal {
  let changed = true;
  let rouse = () => {};
  const wake = () => {
    changed = true;
    rouse();
  };
  signal.addEventListener("abort", wake);
  return {
    wake,
    looking() {
      changed = false;
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        if (changed || signal.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end() {
      signal.removeEventListener("abort", wake);
    },
  };
}
