/** The page of a list in the URL; absent for the first. */
export interface PageSearch {
  readonly page?: number;
}

/** For `validateSearch`: falls back to the first page. */
export function pageSearch({ page }: Record<string, unknown>): PageSearch {
  return typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {};
}
