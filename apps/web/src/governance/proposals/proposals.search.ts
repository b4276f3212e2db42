import { LIMITS } from "@bbux/contract";
import { oneOf, wholeNumber } from "../../lib/searchParams.ts";

const STATUSES = ["open", "passed", "rejected", "executed"] as const;

/** The list's state in the URL. */
export interface ProposalsSearch {
  readonly page?: number | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
}

/** For `validateSearch`. */
export function readProposalsSearch({ page, status }: Readonly<Record<string, unknown>>): ProposalsSearch {
  const number = wholeNumber(page, LIMITS.page);
  return { page: number === 1 ? undefined : number, status: oneOf(STATUSES, status) };
}

/** The list's filters, in order; "passed" includes proposals that were carried out. */
export const STATUS_CHIPS = [
  { status: undefined, label: "All" },
  { status: "open", label: "Open" },
  { status: "passed", label: "Passed" },
  { status: "rejected", label: "Rejected" },
  { status: "executed", label: "Carried out" },
] as const;
