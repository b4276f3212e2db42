import { BOX, chartPaths, chartText, type Day } from "./chart.ts";
import classes from "./ReputationChart.module.css";

/** Points over time as one line, drawn by ourselves; read out as a sentence. `height` in pixels, as wide as its place. */
export function ReputationChart({ days, height }: { days: readonly Day[]; height: number }) {
  const { line, area } = chartPaths(days);
  return (
    <svg
      className={classes.chart}
      role="img"
      aria-label={chartText(days)}
      viewBox={`0 -4 ${BOX.width} ${BOX.height + 8}`}
      preserveAspectRatio="none"
      style={{ height }}
    >
      <path className={classes.area} d={area} />
      <path className={classes.line} d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
