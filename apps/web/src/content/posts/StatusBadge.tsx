import type { PostStatus } from "@bbux/contract";
import classes from "./StatusBadge.module.css";

const LABELS: Record<PostStatus, string> = { OPEN: "Open", COMPLETED: "Completed", CLOSED: "Closed" };

/** A post's status: OPEN green, COMPLETED yellow, any other gray. */
export function StatusBadge({ status }: { status: PostStatus }) {
  return (
    <span className={classes.badge} data-status={status}>
      <span className="visually-hidden">Status: </span>
      {LABELS[status]}
    </span>
  );
}
