import { AppError } from "@bbux/api";

/** Runs a limited amount of work concurrently; the rest waits in order. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param waiting how many may wait; one more is refused with SERVICE_UNAVAILABLE
 */
export function createConcurrencyLimit({
  concurrency,
  waiting,
}: {
  concurrency: number;
  waiting: number;
}): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < concurrency) running++;
    else {
      if (queue.length >= waiting) throw new AppError("SERVICE_UNAVAILABLE");
      // Finished work hands its slot to the next in line, so that nobody jumps the queue.
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
