import type { ReputationEntry } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { cut } from "../../components/cut.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./ActivityList.module.css";
import { sentenceOf, signedPoints } from "./activityText.ts";

interface ActivityListProps {
  readonly entries: readonly ReputationEntry[];
  /** Characters of a post's title to show. */
  readonly preview: number;
}

/** Reputation changes: the points, their reason, the post, and the time. */
export function ActivityList({ entries, preview }: ActivityListProps) {
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <span className={classes.points} data-sign={Math.sign(entry.points)}>
            {signedPoints(entry.points)}
            <span className="visually-hidden"> {plural(Math.abs(entry.points), ["point", "points"])}:</span>
          </span>
          <div className={classes.what}>
            <p>{sentenceOf(entry)}</p>
            {entry.post && (
              <Link
                className={`${classes.post} reach`}
                to="/posts/$postId"
                params={{ postId: entry.post.id }}
                dir="auto"
              >
                {cut(entry.post.title, preview)}
              </Link>
            )}
          </div>
          <span className={classes.time}>
            <TimeAgo at={entry.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
