import { pagesByKey } from "@bbux/db";

/**
 * Processes everything that is due, page by page. A failure doesn't hold up the others.
 * @param work.batchSize items per page; a shorter page is the last
 * @param work.next the page after an item, null for the first
 * @returns what was thrown, in order; empty without failures
 */
export async function eachDue<T>(work: {
  readonly batchSize: number;
  readonly next: (after: T | null) => Promise<readonly T[]>;
  readonly run: (item: T) => Promise<void>;
}): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const pages = pagesByKey<T, T | null>({
    from: null,
    read: work.next,
    keyOf: (item) => item,
    batchSize: work.batchSize,
  });
  for await (const due of pages) {
    for (const item of due) {
      try {
        await work.run(item);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  return failures;
}
