import { setTimeout as sleep } from "node:timers/promises";

/** Gives turns, at most so many a second; who comes too early waits. Ends at once when everything ends. */
export function pacer(perSecond: number, signal: AbortSignal): () => Promise<void> {
  const gap = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const now = Date.now();
    const turn = Math.max(now, next);
    next = turn + gap;
    if (turn > now) await sleep(turn - now, undefined, { signal }).catch(() => undefined);
  };
}
