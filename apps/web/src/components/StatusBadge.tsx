import classes from "./StatusBadge.module.css";
import type { StatusFacts } from "./StatusBadge.tones.ts";

interface StatusBadgeProps extends StatusFacts {
  /** The status itself, for those who look for it in the page. */
  readonly code?: string;
  /** In a table, where the column's heading says that it is a status. */
  readonly inTable?: boolean;
}

/** A status as a word and a color, the same on every screen: `<StatusBadge {...REFUND_STATUSES[status]} />`. */
export function StatusBadge({ label, tone, code, inTable = false }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-status={code} data-tone={tone}>
      {!inTable && <span className="visually-hidden">Status: </span>}
      {label}
    </span>
  );
}
