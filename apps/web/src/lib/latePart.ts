import { useEffect, useSyncExternalStore } from "react";

/** The delay before a part that failed is loaded again, doubled each time up to the second value. */
const AGAIN = { first: 2_000, most: 60_000 } as const;

/** A part of the app that is loaded when it is first wanted, and stays. */
export interface LatePart<T> {
  /** Loads it, so that it is there when it is wanted. Resolves in any case: what fails is loaded when it is wanted again. */
  readonly fetch: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Null until it is loaded. */
  readonly current: () => T | null;
  /** How often it couldn't be loaded; 0 once it is. */
  readonly failures: () => number;
}

/** Makes a late part of a module: `latePart(() => import("./MemberParts.ts"))`. */
export function latePart<T>(load: () => Promise<T>): LatePart<T> {
  let part: T | null = null;
  let failures = 0;
  let running: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  async function run(): Promise<void> {
    try {
      part = await load();
      failures = 0;
    } catch {
      running = null;
      failures++;
    }
    for (const listener of listeners) listener();
  }
  const fetch = () => {
    running ??= run();
    return running;
  };

  return { fetch, subscribe, current: () => part, failures: () => failures };
}

/**
 * Returns the part once it is loaded, and null before and while nobody wants it. What failed is loaded again after a
 * delay, and when the device is online again.
 * @param occasion a change of it retries what failed at once
 */
export function useLatePart<T>(part: LatePart<T>, wanted: boolean, occasion = ""): T | null {
  const found = useSyncExternalStore(part.subscribe, part.current);
  const failures = useSyncExternalStore(part.subscribe, part.failures);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another occasion is another reason to try
  useEffect(() => {
    if (wanted) void part.fetch();
  }, [part, wanted, occasion]);
  useEffect(() => {
    if (!wanted || failures === 0) return;
    const again = () => void part.fetch();
    const timer = setTimeout(again, Math.min(AGAIN.first * 2 ** (failures - 1), AGAIN.most));
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [part, wanted, failures]);
  return wanted ? found : null;
}

/** Whether a part that is wanted couldn't be loaded twice, as after a release that replaced it. */
export function useIsMissing(part: LatePart<unknown>, wanted: boolean): boolean {
  return useSyncExternalStore(part.subscribe, part.failures) > 1 && wanted;
}
