import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step, as a button. */
  readonly action?: ReactNode;
}

/** Where a list would be: there is nothing yet, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-quiet={action ? undefined : true}>
      <p className={classes.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
