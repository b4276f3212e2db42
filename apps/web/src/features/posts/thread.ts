import { LIMITS } from "@bbux/contract";

/** What matters of the fetched page of a thread. */
interface FetchedPage {
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  readonly data: unknown;
}

interface ThreadState {
  /** There is one more page to ask for. */
  readonly hasMore: boolean;
  /** A page after the first is under way. */
  readonly loadingMore: boolean;
  /** Everything is here. */
  readonly complete: boolean;
}

/**
 * How far a thread of answers or comments is read.
 * @param pages those asked for, at least one
 * @param lengths elements of each page, 0 while it is not here
 */
export function threadState(pages: readonly FetchedPage[], lengths: readonly number[]): ThreadState {
  const isWaiting = (page: FetchedPage) => (page.data === undefined && !page.isError) || page.isPlaceholderData;
  const hasMore = pages.at(-1)?.data !== undefined && lengths.at(-1) === LIMITS.thread;
  return {
    hasMore,
    loadingMore: pages.slice(1).some(isWaiting),
    complete: !hasMore && pages.every((page) => !page.isError && !isWaiting(page)),
  };
}

/** The elements of all pages in their order, each once: between two fetches one may have moved to the next page. */
export function inOrder<T extends { readonly id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((one) => [one.id, one])).values()];
}
