import { type PointerEvent, useMemo, useState } from "react";
import { ChartFrame, ChartLine } from "./Chart.tsx";
import classes from "./SeriesChart.module.css";
import { nearest, type SeriesPoint, seriesPaths, seriesText, seriesTop } from "./SeriesChart.paths.ts";

interface SeriesChartProps {
  /** The title for screen readers. */
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly SeriesPoint[];
  readonly format: (value: number) => string;
  readonly day: (at: number) => string;
  /** Amber for BBUX. */
  readonly tone?: "money";
  /** Shown while another period is loading. */
  readonly stale?: boolean;
  /** Shown while there are too few points. */
  readonly nothing: string;
}

/** With fewer, a line would suggest a course that nobody knows. */
const FEWEST_POINTS = 3;

/** A series over time: a line whose points show their value under the pointer. */
export function SeriesChart({ label, points, format, day, tone, stale, nothing }: SeriesChartProps) {
  const [share, setShare] = useState<number | null>(null);
  const paths = useMemo(() => seriesPaths(points), [points]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < FEWEST_POINTS) return <p className={classes.nothing}>{nothing}</p>;
  const held = share === null ? undefined : nearest(points, share);
  const span = Math.max(last.at - first.at, 1);

  function trackPointer({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShare(Math.min(Math.max((clientX - left) / width, 0), 1));
  }

  return (
    <div className={classes.chart} data-stale={stale || undefined}>
      <p className={classes.held} aria-hidden="true">
        {held && `${format(held.value)} on ${day(held.at)}`}
      </p>
      <ChartFrame
        top={format(seriesTop(points)).replace(/ BBUX$/, "")}
        bottom="0"
        from={day(first.at)}
        to={last.at === first.at ? null : day(last.at)}
      >
        <div className={classes.canvas} onPointerMove={trackPointer} onPointerLeave={() => setShare(null)}>
          <ChartLine paths={paths} text={seriesText(label, points, format, day)} height={72} {...(tone && { tone })} />
          {held && (
            <span
              className={classes.cursor}
              style={{ left: `${((held.at - first.at) / span) * 100}%` }}
              aria-hidden="true"
            />
          )}
        </div>
      </ChartFrame>
    </div>
  );
}
