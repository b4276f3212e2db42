import { wholeNumber } from "../../searchParams.ts";

/** How many lines of the log stand on a page. */
export const LINES = 25;

/** The log's page in the URL: its newest line; absent for the newest of all. A link to it shows the same lines for ever. */
export interface TransparencySearch {
  readonly upTo?: number | undefined;
}

/** For `validateSearch`. */
export function readTransparencySearch({ upTo }: Readonly<Record<string, unknown>>): TransparencySearch {
  return { upTo: wholeNumber(upTo, Number.MAX_SAFE_INTEGER) };
}

/** The call for the page whose newest line is `upTo`. */
export function pageOf(upTo: number): { after: number; limit: number } {
  const after = Math.max(upTo - LINES, 0);
  return { after, limit: Math.max(upTo - after, 1) };
}

/** The pages before and after, by their newest line; null where there is none. `head` is the end of the chain. */
export function neighbours(upTo: number, head: number): { older: number | null; newer: number | null } {
  return {
    older: upTo > LINES ? upTo - LINES : null,
    newer: upTo < head ? Math.min(upTo + LINES, head) : null,
  };
}
