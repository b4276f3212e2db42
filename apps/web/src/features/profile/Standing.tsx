import type { PublicUser } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../locale.ts";
import { trpc } from "../../trpc.ts";
import { chartChange } from "./chart.ts";
import { levelTitle, nextLevel } from "./level.ts";
import { ReputationChart } from "./ReputationChart.tsx";
import classes from "./Standing.module.css";

/** Level title, points, and how far it is to the next title; to the member also how they came to them. */
export function Standing({ member, own }: { member: PublicUser; own: boolean }) {
  const points = member.reputationPoints;
  const next = nextLevel(points);
  return (
    <div className={classes.standing}>
      <p className={classes.level}>
        <span className={classes.levelTitle}>{levelTitle(points)}</span>
        <span className={classes.points}>
          {numberText(points)} {plural(points, ["point", "points"])}
        </span>
      </p>
      {next && (
        <>
          <div className={classes.track} aria-hidden="true">
            <span style={{ width: `${next.share * 100}%` }} />
          </div>
          <p className={classes.next}>
            {numberText(next.missing)} more to {next.title}
          </p>
        </>
      )}
      {own && <Line />}
    </div>
  );
}

/** One's points as a small line over time. The profile does without it when it cannot be had. */
function Line() {
  const activity = trpc.profile.activity.useQuery({ page: 1, limit: ACTIVITY_PAGE });
  if (activity.isError && !activity.data) return null;
  return (
    <Link to="/profile/activity" className={classes.line}>
      {activity.data ? (
        <>
          <ReputationChart days={activity.data.chart} height={44} />
          <span className={classes.next}>{chartChange(activity.data.chart)}</span>
        </>
      ) : (
        <Skeleton height={70} />
      )}
    </Link>
  );
}

/** Entries on a page of the activity: the same question everywhere, so that one answer serves. */
export const ACTIVITY_PAGE = 20;
