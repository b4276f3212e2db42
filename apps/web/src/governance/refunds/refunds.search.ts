/** The list's filters, in the order shown: by a status of the API (docs/DECISIONS.md §6), or the viewer's own. */
export const FILTERS = [
  { value: "all", label: "All" },
  { value: "pending", label: "Vote open" },
  { value: "approved", label: "Returned" },
  { value: "rejected", label: "Rejected" },
  { value: "appealed", label: "Appealed" },
  { value: "mine", label: "Yours" },
] as const;
export type RefundFilter = (typeof FILTERS)[number]["value"];

export interface RefundsSearch {
  /** Absent for all. */
  readonly status?: Exclude<RefundFilter, "all">;
}

/** Reads the state from the URL and drops what it doesn't understand. */
export function readRefundsSearch({ status }: Readonly<Record<string, unknown>>): RefundsSearch {
  const known = typeof status === "string" ? FILTERS.find(({ value }) => value === status.toLowerCase()) : undefined;
  return known === undefined || known.value === "all" ? {} : { status: known.value };
}

/** Returns the filter for the call. */
export function narrowedBy(filter: RefundFilter) {
  if (filter === "all") return {};
  return filter === "mine" ? { mine: true } : { status: filter };
}

/** Returns the text for an empty list. */
export const NOTHING: Record<RefundFilter, string> = {
  all: "No active refund requests",
  pending: "No active refund requests",
  approved: "No bounties have been returned yet",
  rejected: "No rejected refund requests",
  appealed: "No appealed refund requests",
  mine: "You haven't requested a refund",
};
