import type { Post } from "@bbux/contract";
import { authorName } from "../../components/author.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { timeText } from "../../lib/time.ts";
import classes from "./BountyTimeline.module.css";
import { timelineRows } from "./timelineRows.ts";

/** What happened to a bounty, and what comes next, with dates. Empty without a bounty. */
export function BountyTimeline({ timeline }: Pick<Post, "timeline">) {
  const now = useNow();
  if (timeline === null) return null;
  const steps = timeline.map((step) =>
    step.username === null ? step : { ...step, username: authorName(step.username) },
  );
  return (
    <ol className={classes.timeline} aria-label="Bounty timeline">
      {timelineRows(steps, now).map(({ kind, label, note, at, state }) => (
        <li key={`${kind}${at}`} className={classes.step} data-state={state} data-kind={kind}>
          <span className={classes.label}>{label}</span>
          {at !== null && (
            <time className={classes.at} dateTime={at} title={exactTime(at)}>
              {timeText(at, isThisYear(at, now) ? "moment" : "date")}
            </time>
          )}
          {note && <span className={classes.note}>{note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** With the time of day where it matters, and with the year when it isn't this one. */
function isThisYear(at: string, now: number): boolean {
  return new Date(at).getFullYear() === new Date(now).getFullYear();
}
