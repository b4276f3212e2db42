import type { ReactNode } from "react";
import classes from "./ProfileView.module.css";

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Shown at the end of the heading's line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the profile under its heading. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
