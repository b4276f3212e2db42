import type { RefundStatus } from "@bbux/contract";

/** What the list can be narrowed to, in the order shown: by a status in the word of the API (DECISIONS §6), or to one's own. */
export const FILTERS = [
  { value: "all", label: "All" },
  { value: "pending", label: "Open" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "appealed", label: "Appealed" },
  { value: "mine", label: "Yours" },
] as const;
export type RefundFilter = (typeof FILTERS)[number]["value"];

export interface RefundsSearch {
  /** Absent for all. */
  readonly status?: Exclude<RefundFilter, "all">;
}

/** Reads the state from the URL. What is not understood is left out. */
export function readRefundsSearch({ status }: Readonly<Record<string, unknown>>): RefundsSearch {
  const known = typeof status === "string" ? FILTERS.find(({ value }) => value === status.toLowerCase()) : undefined;
  return known === undefined || known.value === "all" ? {} : { status: known.value };
}

/** What the call narrows the list by. */
export function narrowedBy(filter: RefundFilter) {
  if (filter === "all") return {};
  return filter === "mine" ? { mine: true } : { status: filter };
}

/** What stands where the list would be. */
export const NOTHING: Record<RefundFilter, string> = {
  all: "No active refund requests",
  pending: "No active refund requests",
  approved: "No approved refund requests",
  rejected: "No rejected refund requests",
  appealed: "No appealed refund requests",
  mine: "You have asked for no refund",
};

/** A status in a word, and in the colour of its outcome. */
export const STATUS_WORDS: Record<RefundStatus, { readonly label: string; readonly tone: "open" | "good" | "bad" }> = {
  PENDING: { label: "Pending", tone: "open" },
  APPROVED: { label: "Approved", tone: "good" },
  COMPLETED: { label: "Completed", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  EXPIRED: { label: "Expired", tone: "bad" },
};
