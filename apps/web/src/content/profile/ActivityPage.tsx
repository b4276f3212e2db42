import { Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { BackToProfile } from "../../components/BackToProfile.tsx";
import { ChartFrame } from "../../components/Chart.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ListFailed } from "../../components/ListFailed.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { serverText } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import { ActivityList } from "./ActivityList.tsx";
import classes from "./ActivityPage.module.css";
import { bounds, chartChange, type Day } from "./chart.ts";
import { NoActivity } from "./NoActivity.tsx";
import { ReputationChart } from "./ReputationChart.tsx";
import { ACTIVITY_PAGE } from "./ReputationSummary.tsx";

/** Length of a preview here. */
const PREVIEW = 150;

/** The viewer's reputation changes in pages, and the points over time. */
export function ActivityPage({ page }: { page: number }) {
  const activity = trpc.profile.activity.useQuery(
    { page, limit: ACTIVITY_PAGE },
    { placeholderData: keepPreviousData },
  );
  if (activity.error && !activity.data) {
    const title = serverText(activity.error, "Failed to load activity data");
    return <ListFailed title={title} error={activity.error} onRetry={() => void activity.refetch()} />;
  }
  return (
    <Page width="column">
      <BackToProfile />
      <PageTitle lead="Everything that changed your points.">All Activity</PageTitle>
      {activity.data ? (
        <>
          {activity.data.pagination.total > 0 && <Chart days={activity.data.chart} />}
          <ActivityList entries={activity.data.entries} preview={PREVIEW} />
          {activity.data.entries.length === 0 && <Nothing first={page === 1} />}
          <Pager page={page} pages={activity.data.pagination.pages} />
        </>
      ) : (
        <ActivitySkeleton />
      )}
    </Page>
  );
}

function Chart({ days }: { days: readonly Day[] }) {
  const [low, high] = bounds(days);
  const last = days.at(-1);
  const now = last?.points ?? 0;
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <strong>
          {number(now)} {plural(Math.abs(now), ["point", "points"])}
        </strong>
        <span>{chartChange(days)}</span>
      </figcaption>
      <ChartFrame
        top={number(high)}
        bottom={low !== high && number(low)}
        from={days[0] ? timeText(days[0].date, "day") : ""}
        to={last ? timeText(last.date, "day") : ""}
      >
        <ReputationChart days={days} height={128} />
      </ChartFrame>
    </figure>
  );
}

function Nothing({ first }: { first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There aren't that many entries.</EmptyState>;
  return <NoActivity own />;
}

function ActivitySkeleton() {
  return (
    <div role="status" aria-label="Loading activity">
      <Skeleton height={200} mb="lg" />
      {Array.from({ length: 8 }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={20} my={18} />
      ))}
    </div>
  );
}

const number = (value: number) => numberText(value);
