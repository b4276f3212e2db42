import { ChartLine } from "../../components/Chart.tsx";
import { chartPaths, chartText, type Day } from "./chart.ts";

/** Points over time as one line. `height` in pixels, as wide as its place. */
export function ReputationChart({ days, height }: { days: readonly Day[]; height: number }) {
  return <ChartLine paths={chartPaths(days)} text={chartText(days)} height={height} />;
}
