import { LIMITS, TRANSACTION_STATUSES, type TransactionStatus, WALLET } from "@bbux/contract";

/** The statement's state in the URL. */
export interface TransactionsSearch {
  readonly page?: number | undefined;
  readonly type?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  /** First and last day, UTC, `2026-03-01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Reads the state from the URL. Anything not understood is dropped, so that an old or mangled link still opens the
 * statement.
 */
export function readTransactionsSearch(given: Readonly<Record<string, unknown>>): TransactionsSearch {
  const { page, type, status, from, to } = given;
  return {
    page: typeof page === "number" && Number.isInteger(page) && page > 1 && page <= LIMITS.page ? page : undefined,
    type: typeof type === "string" && /^[a-z][a-z_-]{0,39}$/.test(type) ? type : undefined,
    status: TRANSACTION_STATUSES.find((known) => known === status),
    from: day(from),
    to: day(to),
  };
}

function day(given: unknown): string | undefined {
  if (typeof given !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const time = Date.parse(`${given}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== given ? undefined : given;
}

function filtersOf({ type, status, from, to }: TransactionsSearch) {
  return { ...(type && { type }), ...(status && { status }), ...(from && { from }), ...(to && { to }) };
}

/** Returns the call for the URL: 20 rows a page. */
export function transactionsInput(search: TransactionsSearch) {
  return { page: search.page ?? 1, limit: WALLET.pageSize, ...filtersOf(search) };
}

/** Returns the address of all matching rows as a file. */
export function exportHref(search: TransactionsSearch): string {
  const query = new URLSearchParams(filtersOf(search)).toString();
  return `/api/wallet/transactions/export${query && `?${query}`}`;
}

/** Changes the URL; the list returns to its first page. */
export type OnTransactionsSearch = (change: Partial<TransactionsSearch>) => void;

export const NO_FILTERS = { type: undefined, status: undefined, from: undefined, to: undefined } as const;
