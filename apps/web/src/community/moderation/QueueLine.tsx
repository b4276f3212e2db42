import type { ReactNode } from "react";
import classes from "./Moderation.module.css";

interface QueueLineProps {
  /** How many items there are, or that there are none. */
  readonly children: ReactNode;
  /** The list below says that it is empty, so the line says so only to screen readers. */
  readonly isEmpty?: boolean;
  /** Cases that j and k go through. */
  readonly cases?: number;
  /** Shown at the end of the line. */
  readonly action?: ReactNode;
}

/** The line above a queue. It takes the focus when a decided case leaves nothing behind. */
export function QueueLine({ children, isEmpty = false, cases = 0, action }: QueueLineProps) {
  return (
    <div className={isEmpty && !action ? "visually-hidden" : classes.line}>
      <p data-queue-state className={isEmpty ? "visually-hidden" : classes.count} role="status" tabIndex={-1}>
        {children}
      </p>
      {cases > 1 && (
        <p className={classes.keys}>
          <kbd>j</kbd> next, <kbd>k</kbd> previous
        </p>
      )}
      {action && <div className={classes.end}>{action}</div>}
    </div>
  );
}
