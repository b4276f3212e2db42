import { UNIT } from "@bbux/contract";
import { LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { Run } from "./report.ts";
import type { Day } from "./year.ts";

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

const PANELS: readonly { readonly title: string; readonly of: (day: Day) => number }[] = [
  { title: "Treasury (BBUX)", of: ({ treasury }) => Number(treasury) / Number(UNIT) },
  { title: "Reward rate (% a day)", of: ({ rate }) => rate / 10_000 },
  { title: "Supply (BBUX)", of: ({ supply }) => Number(supply) / Number(UNIT) },
  { title: "Rewards paid so far, of what was collected (%)", of: shareDistributed },
];
const COLORS = ["#7a8b99", "#0f766e", "#b45309"];
const WIDTH = 960;
const HEIGHT = 260;

function shareDistributed({ distributed, collected }: Day): number {
  return collected === 0n ? 0 : Number((distributed * 10_000n) / collected) / 100;
}

/** One panel per figure with one line per scenario, as a single SVG. */
export function chart(runs: readonly Run[]): string {
  const drawing = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: 40 + HEIGHT * PANELS.length });
  const longest = runs.reduce<readonly Day[]>((most, { days }) => (days.length > most.length ? days : most), []);
  const top = (index: number) => 40 + HEIGHT * index;
  drawing.setOption({
    animation: false,
    backgroundColor: "#ffffff",
    color: COLORS,
    textStyle: { fontFamily: "sans-serif" },
    legend: { top: 8, data: runs.map(({ scenario }) => scenario.name) },
    title: PANELS.map(({ title }, index) => ({ text: title, left: 60, top: top(index), textStyle: { fontSize: 14 } })),
    grid: PANELS.map((_, index) => ({ left: 60, right: 20, top: top(index) + 30, height: HEIGHT - 70 })),
    xAxis: PANELS.map((_, index) => ({ type: "category", gridIndex: index, data: longest.map(({ day }) => day) })),
    yAxis: PANELS.map((_, index) => ({ type: "value", gridIndex: index, min: 0 })),
    series: PANELS.flatMap(({ of }, index) =>
      runs.map(({ scenario, days }, nth) => ({
        type: "line",
        name: scenario.name,
        color: COLORS[nth % COLORS.length],
        showSymbol: false,
        xAxisIndex: index,
        yAxisIndex: index,
        data: days.map(of),
      })),
    ),
  });
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  return svg;
}
