import { timeText } from "../../lib/time.ts";
import classes from "./OfflineNotice.module.css";

/** Says above a post that it is a copy, and from when. */
export function OfflineNotice({ from }: { from: number }) {
  return (
    <p className={classes.notice} role="status">
      We can't reach the server. This copy is from {timeText(from, "exact")}.
    </p>
  );
}
