/**
 * Joins the elements of all pages in order and without repetition, because one may move to the next page between two
 * fetches.
 */
export function mergePages<T extends { readonly id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((one) => [one.id, one])).values()];
}
