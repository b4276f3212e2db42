import { ChartLine } from "../../components/Chart.tsx";
import { chartPaths, chartText, type Day } from "./chart.ts";

/** Points over time as one line. `height` is in pixels; the width is the container's. */
export function ReputationChart({ days, height }: { days: readonly Day[]; height: number }) {
  return <ChartLine paths={chartPaths(days)} text={chartText(days)} height={height} />;
}
