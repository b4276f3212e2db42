import type { Chip } from "../../components/FilterChips.tsx";
import { TRANSACTION_STATUS_FACTS } from "../../components/StatusBadge.statuses.ts";
import { timeText } from "../../lib/time.ts";
import { typeLabel } from "./transactionLabels.ts";
import type { TransactionsSearch } from "./transactions.search.ts";

/** Returns one chip for each active filter. */
export function transactionChips({ type, status, from, to }: TransactionsSearch): Chip<Partial<TransactionsSearch>>[] {
  return [
    type && { key: "type", label: typeLabel(type), clear: { type: undefined } },
    status && { key: "status", label: TRANSACTION_STATUS_FACTS[status].label, clear: { status: undefined } },
    from && { key: "from", label: `From ${timeText(from, "date")}`, clear: { from: undefined } },
    to && { key: "to", label: `To ${timeText(to, "date")}`, clear: { to: undefined } },
  ].filter((chip) => typeof chip === "object");
}
