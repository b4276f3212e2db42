/** A signal may be lost, and a session may end: who follows something looks again after so long all the same. */
const LOOK_AGAIN_MS = 25_000;
/** And some of it more: a thousand streams that began at once, after a restart, shall not all look at once. */
const SPREAD_MS = 10_000;

/** Milliseconds until the next look that nobody asked for. */
export const untilNextLook = (): number => LOOK_AGAIN_MS + Math.random() * SPREAD_MS;

/** Wakes a loop that looks, tells, and sleeps until there may be something to tell. */
export interface Waker {
  /** Something has changed. A loop that does not sleep just now will not fall asleep before it has looked. */
  wake(): void;
  /** A look begins: it sees what changed until now. */
  looking(): void;
  /** Until woken, or for so long (ms) at most; not at all when something has changed since the last look began. */
  sleep(ms: number): Promise<void>;
  /** Takes the loop's hand off the signal. */
  end(): void;
}

/** @param signal wakes, too, when it aborts, and keeps from sleeping from then on */
export function createWaker(signal: AbortSignal): Waker {
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
