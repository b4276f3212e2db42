import { useSyncExternalStore } from "react";

// One timer for every relative time on the page: each minute they all move on together.
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 60_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function read(): number {
  // Nobody listens yet on a first render: a page left for an hour must not start from its old minute.
  if (listeners.size === 0 && Date.now() - now > 60_000) now = Date.now();
  return now;
}

/** The present in milliseconds, moving on each minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, Date.now);
}
