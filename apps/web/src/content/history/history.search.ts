/** Versions per page. */
export const VERSIONS = 10;

/** The history page's state in the URL. */
export interface HistorySearch {
  readonly page?: number | undefined;
  /** The id of an answer, for its history instead of the post's. */
  readonly answer?: number | undefined;
}

/** For `validateSearch`: drops what it doesn't understand. */
export function readHistorySearch({ page, answer }: Record<string, unknown>): HistorySearch {
  return { page: wholeNumber(page, 2), answer: wholeNumber(answer, 1) };
}

function wholeNumber(value: unknown, least: number): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least ? value : undefined;
}
