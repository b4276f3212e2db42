/**
 * Does to everything that is due what is to be done, page by page. What fails keeps no other waiting.
 * @param work.atOnce items on a page: one with fewer is the last
 * @param work.next the page after an item, null for the first
 * @returns what was thrown, in order; empty when all went well
 */
export async function eachDue<T>(work: {
  readonly atOnce: number;
  readonly next: (after: T | null) => Promise<readonly T[]>;
  readonly run: (item: T) => Promise<void>;
}): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (let after: T | null = null; ; ) {
    const due: readonly T[] = await work.next(after);
    for (const item of due) {
      try {
        await work.run(item);
      } catch (error) {
        failures.push(error);
      }
    }
    const last = due.at(-1);
    if (last === undefined || due.length < work.atOnce) return failures;
    after = last;
  }
}
