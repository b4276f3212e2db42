import type { ReactNode } from "react";
import classes from "./Receipt.module.css";

/** A breakdown of a payment that updates as the amount is typed. */
export function Receipt({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <section className={classes.receipt} aria-label="Receipt">
      <Lines>{children}</Lines>
      {note && <p className={classes.note}>{note}</p>}
    </section>
  );
}

/** The lines only, inside another card. */
export function Lines({ children }: { children: ReactNode }) {
  return <dl className={classes.lines}>{children}</dl>;
}

interface LineProps {
  readonly term: string;
  /** The total. */
  readonly strong?: boolean;
  readonly children: ReactNode;
}

export function Line({ term, strong = false, children }: LineProps) {
  return (
    <div className={classes.line} data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
