import type { ReactNode } from "react";
import classes from "./Admin.module.css";

interface MoneyPartProps {
  /** The id of the heading, which takes the focus when its last row was decided. */
  readonly id: string;
  readonly title: string;
  /** Replaces the content when there is none. */
  readonly nothing: string | false;
  readonly children?: ReactNode;
}

/** A list under its heading; an empty one is a single line. */
export function MoneyPart({ id, title, nothing, children }: MoneyPartProps) {
  return (
    <section aria-labelledby={id} className={classes.part} data-empty={nothing !== false || undefined}>
      <h2 id={id} className={classes.heading} tabIndex={-1}>
        {title}
      </h2>
      {nothing !== false && <p className={classes.muted}>{nothing}</p>}
      {children}
    </section>
  );
}
