/** A page of a list in the URL; absent for the first. */
export interface PageSearch {
  readonly page?: number;
}

/** For `validateSearch`: what is no page is the first. */
export function pageSearch({ page }: Record<string, unknown>): PageSearch {
  return typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {};
}
