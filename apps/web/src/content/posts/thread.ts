import { LIMITS } from "@bbux/contract";

/** The state of a thread's fetched pages. */
interface FetchedPage {
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  readonly data: unknown;
}

interface ThreadState {
  /** There may be another page. */
  readonly hasMore: boolean;
  /** A page after the first is loading. */
  readonly loadingMore: boolean;
  /** Everything is loaded. */
  readonly complete: boolean;
}

/**
 * Determines how much of a thread of answers or comments is loaded.
 * @param pages those requested, at least one
 * @param lengths elements of each page, 0 while it is loading
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
