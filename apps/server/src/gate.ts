import { AppError } from "@bbux/api";

/** Runs so much work at once; the rest waits in its order. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param waiting how many may wait; one more is refused with SERVICE_UNAVAILABLE
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else {
      if (queue.length >= waiting) throw new AppError("SERVICE_UNAVAILABLE");
      // Whoever ends hands its place over, so nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
