import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button for the next step. */
  readonly action?: ReactNode;
}

/** Replaces an empty list and says what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-quiet={action ? undefined : true}>
      <p className={classes.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
