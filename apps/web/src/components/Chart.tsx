import type { ReactNode } from "react";
import { BOX } from "./Chart.box.ts";
import classes from "./Chart.module.css";

interface ChartLineProps {
  /** SVG paths in `BOX`: the line and the area under it. */
  readonly paths: { readonly line: string; readonly area: string };
  /** What the chart shows, in words. */
  readonly text: string;
  /** Height in pixels; the width is the container's. */
  readonly height: number;
  readonly tone?: "money";
}

/** A line over time as plain SVG, announced as a sentence. */
export function ChartLine({ paths, text, height, tone }: ChartLineProps) {
  return (
    <svg
      className={classes.chart}
      data-tone={tone}
      role="img"
      aria-label={text}
      viewBox={`0 -4 ${BOX.width} ${BOX.height + 8}`}
      preserveAspectRatio="none"
      style={{ height }}
    >
      <path className={classes.area} d={paths.area} />
      <path className={classes.line} d={paths.line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface ChartFrameProps {
  readonly children: ReactNode;
  /** The values at the upper and lower end. */
  readonly top: ReactNode;
  readonly bottom: ReactNode;
  /** The labels at the start and end of the time axis. */
  readonly from: ReactNode;
  readonly to: ReactNode;
}

/** The axes around a chart, hidden from screen readers because its text says the same. */
export function ChartFrame({ children, top, bottom, from, to }: ChartFrameProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.plot}>{children}</div>
      <div className={classes.scale} aria-hidden="true">
        <span>{top}</span>
        <span>{bottom}</span>
      </div>
      <div className={classes.days} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
