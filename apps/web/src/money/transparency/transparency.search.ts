import { wholeNumber } from "../../lib/searchParams.ts";

/** Lines of the log per page. */
export const LINES = 25;

/** The log's page in the URL: its newest line; absent for the latest page. A link to it always shows the same lines. */
export interface TransparencySearch {
  readonly upTo?: number | undefined;
}

/** For `validateSearch`. */
export function readTransparencySearch({ upTo }: Readonly<Record<string, unknown>>): TransparencySearch {
  return { upTo: wholeNumber(upTo, Number.MAX_SAFE_INTEGER) };
}

/** Returns the call for the page whose newest line is `upTo`. */
export function pageOf(upTo: number): { after: number; limit: number } {
  const after = Math.max(upTo - LINES, 0);
  return { after, limit: Math.max(upTo - after, 1) };
}

/**
 * Returns the previous and next page by their newest line; null where there is none. `head` is the end of the chain.
 */
export function neighbours(upTo: number, head: number): { older: number | null; newer: number | null } {
  return {
    older: upTo > LINES ? upTo - LINES : null,
    newer: upTo < head ? Math.min(upTo + LINES, head) : null,
  };
}
