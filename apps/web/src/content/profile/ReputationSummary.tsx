import { DAY_MS, type PublicUser } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import { levelTitle, nextLevel } from "../../people/members/index.ts";
import { changeOf, chartChange, isLine } from "./chart.ts";
import { ReputationChart } from "./ReputationChart.tsx";
import classes from "./ReputationSummary.module.css";

type Standing = Pick<PublicUser, "reputationPoints" | "createdAt">;

/** Level title, points, and the points to the next level; the member also sees how they earned them. */
export function ReputationSummary({ member, own }: { member: Standing; own: boolean }) {
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
      {own && <Line {...member} />}
    </div>
  );
}

/** The member's points as a small line over time. Left out when loading fails, and while it would only repeat the points. */
function Line({ reputationPoints, createdAt }: Standing) {
  const activity = trpc.profile.activity.useQuery({ page: 1, limit: ACTIVITY_PAGE });
  // A line takes two days with points, so nothing comes for who joined since.
  const isTooEarly = Date.parse(createdAt) > Date.now() - DAY_MS;
  if (!activity.data && (activity.isError || isTooEarly)) return null;
  if (activity.data && !isLine(activity.data.chart) && changeOf(activity.data.chart) === reputationPoints) return null;
  return (
    <Link to="/profile/activity" className={classes.line}>
      {activity.data ? (
        <>
          {isLine(activity.data.chart) && <ReputationChart days={activity.data.chart} height={44} />}
          <span className={classes.next}>{chartChange(activity.data.chart)}</span>
        </>
      ) : (
        <Skeleton height={70} />
      )}
    </Link>
  );
}

/** Entries per page of the activity: the same everywhere, so that one response serves all. */
export const ACTIVITY_PAGE = 20;
