import type { AuditEntry } from "@bbux/contract";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { clockTime } from "../../lib/days.ts";
import classes from "./Admin.module.css";
import { AuditSentence } from "./AuditSentence.tsx";

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** The day above the row. */
  readonly day?: string | undefined;
  /** Whether the days are named, so that the time is that of a clock. */
  readonly ofDay?: boolean;
}

/** An entry of the audit log as a sentence, with its reason and time. */
export function AuditRow({ entry, day, ofDay = false }: AuditRowProps) {
  return (
    <li className={classes.entry}>
      {day && (
        <h2 className={classes.day}>
          <time dateTime={entry.createdAt}>{day}</time>
        </h2>
      )}
      <div className={classes.item}>
        <div>
          <p className={classes.sentence}>
            <AuditSentence entry={entry} />
          </p>
          {entry.reason && (
            <p className={classes.detail} dir="auto">
              {entry.reason}
            </p>
          )}
        </div>
        <p className={classes.facts}>
          {ofDay ? (
            <time dateTime={entry.createdAt} title={exactTime(entry.createdAt)}>
              {clockTime(entry.createdAt)}
            </time>
          ) : (
            <TimeAgo at={entry.createdAt} />
          )}
        </p>
      </div>
    </li>
  );
}
