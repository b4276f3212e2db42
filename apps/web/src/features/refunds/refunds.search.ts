import type { RefundStatus } from "@bbux/contract";

/** What the list can be narrowed to, in the order shown; each with the word of the API (DECISIONS §6). */
export const FILTERS = [
  { value: "all", label: "All" },
  { value: "pending", label: "Open" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "appealed", label: "Appealed" },
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

/** What stands where the list would be. */
export const NOTHING: Record<RefundFilter, string> = {
  all: "No active refund requests",
  pending: "No active refund requests",
  approved: "No approved refund requests",
  rejected: "No rejected refund requests",
  appealed: "No appealed refund requests",
};

/** A status in a word, and in the colour of its outcome. */
export const STATUS_WORDS: Record<RefundStatus, { readonly label: string; readonly tone: "open" | "good" | "bad" }> = {
  PENDING: { label: "Pending", tone: "open" },
  APPROVED: { label: "Approved", tone: "good" },
  COMPLETED: { label: "Completed", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  EXPIRED: { label: "Expired", tone: "bad" },
};
