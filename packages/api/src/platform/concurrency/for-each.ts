import pMap from "p-map";

/**
 * Does the same for each item, a limited number at once. A failure doesn't keep the others from being done.
 * @throws the first failure, after all of them
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const guarded = (item: T) => work(item).catch((error: unknown) => void failures.push(error));
  await pMap(items, guarded, { concurrency });
  if (failures.length > 0) throw failures[0];
}
