import { SegmentedControl, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type PointerEvent, useMemo, useState } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { ChartFrame, ChartLine } from "../../components/Chart.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { recentDayText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./BalanceHistory.module.css";
import {
  bounds,
  changeText,
  chartPaths,
  chartText,
  type Point,
  pointAt,
  pointsOf,
  RANGES,
  type Range,
} from "./balanceChart.ts";

const CHOICES = RANGES.map(({ value, label }) => ({ value, label }));

/** The balance over a week, a month, a year or all time, as a line and as a table. */
export function BalanceHistory() {
  const [range, setRange] = useState<Range>("month");
  const history = trpc.wallet.balanceHistory.useQuery({ range }, { placeholderData: keepPreviousData });
  const points = useMemo(() => pointsOf(history.data?.points ?? []), [history.data]);
  return (
    <section aria-labelledby="history">
      <div className={classes.head}>
        <h2 id="history">Balance over time</h2>
        <SegmentedControl
          aria-label="Range"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={(value) => setRange(RANGES.find((one) => one.value === value)?.value ?? "month")}
        />
      </div>
      {history.error && !history.data ? (
        <ErrorBox
          error={history.error}
          fallback="Failed to load your balance over time"
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      ) : history.data ? (
        <Chart points={points} range={range} stale={history.isPlaceholderData} />
      ) : (
        <Skeleton height={196} />
      )}
    </section>
  );
}

function Chart({ points, range, stale }: { points: readonly Point[]; range: Range; stale: boolean }) {
  const [share, setShare] = useState<number | null>(null);
  const paths = useMemo(() => chartPaths(points), [points]);
  const held = share === null ? undefined : pointAt(points, share);
  const [first, last] = [points[0], points.at(-1)];

  function trackPointer({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShare(Math.min(Math.max((clientX - left) / width, 0), 1));
  }

  return (
    <figure className={classes.figure} data-stale={stale || undefined}>
      <figcaption className={classes.caption}>
        {held && first && last ? (
          <>
            {fixedAmount(held.balance)} on {recentDayText(first.at + (share ?? 0) * (last.at - first.at))}
          </>
        ) : (
          changeText(points, range)
        )}
      </figcaption>
      <ChartFrame
        top={fixedAmount(bounds(points)[1]).split(" ")[0]}
        bottom="0"
        from={first && recentDayText(first.at)}
        to={last && /* @wc-include */ "now"}
      >
        <div className={classes.canvas} onPointerMove={trackPointer} onPointerLeave={() => setShare(null)}>
          <ChartLine paths={paths} text={chartText(points, range)} height={140} tone="money" />
          {share !== null && <span className={classes.cursor} style={{ left: `${share * 100}%` }} aria-hidden="true" />}
        </div>
      </ChartFrame>
      <Table points={points} />
    </figure>
  );
}

/** The same figures in rows, newest first. */
function Table({ points }: { points: readonly Point[] }) {
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Balance over time, as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, balance }) => (
              <tr key={at}>
                <td>{exactTime(new Date(at).toISOString())}</td>
                <td>{fixedAmount(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
