import type { ReputationEntry } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { cut } from "../posts/cut.ts";
import classes from "./ActivityList.module.css";
import { sentenceOf, signedPoints } from "./sentences.ts";

interface ActivityListProps {
  readonly entries: readonly ReputationEntry[];
  /** Characters of a post's title to show. */
  readonly preview: number;
}

/** Rows of reputation: the points, what they were for, about which post, and when. */
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
