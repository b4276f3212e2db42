/**
 * Yields pages of rows in ascending order of a key, each read after the last row of the page before, so nothing is held
 * between two pages and rows may change meanwhile. The next page is read when the caller is done with this one.
 * @param reader.batchSize rows of a full page, where a shorter one is the last; without it the end is an empty page
 */
export async function* pagesByKey<Row, Key>(reader: {
  readonly from: Key;
  readonly read: (after: Key) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => Key;
  readonly batchSize?: number;
}): AsyncGenerator<readonly Row[], void, void> {
  for (let after = reader.from; ; ) {
    const page = await reader.read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (reader.batchSize !== undefined && page.length < reader.batchSize) return;
    after = reader.keyOf(last);
  }
}

/** Yields pages of rows by ascending id, until one is empty. */
export function pagesById<Row extends { readonly id: string }>(read: (after: string) => Promise<readonly Row[]>) {
  return pagesByKey({ from: "0", read, keyOf: ({ id }: Row) => id });
}
