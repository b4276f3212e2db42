import { setTimeout as sleep } from "node:timers/promises";

/** Limits calls to this many per second; early callers wait. Ends immediately on abort. */
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
