import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { BOX } from "../../components/Chart.box.ts";
import { recentDayText } from "../../lib/time.ts";

/** A balance that holds from its time until the next point's. */
export interface Point {
  /** Milliseconds. */
  readonly at: number;
  /** Base units. */
  readonly balance: bigint;
}

export const RANGES = [
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "year", label: "Year" },
  { value: "all", label: "All" },
] as const;
export type Range = (typeof RANGES)[number]["value"];

const TEXTS: Readonly<
  Record<Range, { same: string; change: (by: string) => string; chart: (first: string, last: string) => string }>
> = {
  week: {
    same: "No change in the past week",
    change: (by) => `${by} in the past week`,
    chart: (first, last) => `Balance over the past week: ${first}, ${last}.`,
  },
  month: {
    same: "No change in the past month",
    change: (by) => `${by} in the past month`,
    chart: (first, last) => `Balance over the past month: ${first}, ${last}.`,
  },
  year: {
    same: "No change in the past year",
    change: (by) => `${by} in the past year`,
    chart: (first, last) => `Balance over the past year: ${first}, ${last}.`,
  },
  all: {
    same: "No change so far",
    change: (by) => `${by} since the beginning`,
    chart: (first, last) => `Balance since the start: ${first}, ${last}.`,
  },
};

/** Converts the server's points, oldest first. */
export function pointsOf(answer: readonly { at: string; balance: string }[]): Point[] {
  return answer.map(({ at, balance }) => ({ at: Date.parse(at), balance: unitsOf(balance) }));
}

/** Returns the step line and the area under it as SVG paths, scaled from zero to the highest balance. */
export function chartPaths(points: readonly Point[]): { line: string; area: string } {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return { line: "", area: "" };
  const time = Math.max(last.at - first.at, 1);
  const top = Number(bounds(points)[1]) || 1;
  const x = ({ at }: Point) => round(((at - first.at) / time) * BOX.width);
  const y = ({ balance }: Point) => round(BOX.height - (Number(balance) / top) * BOX.height);
  const steps = points.slice(1).map((point) => `H${x(point)}V${y(point)}`);
  const line = `M0 ${y(first)}${steps.join("")}H${BOX.width}`;
  return { line, area: `${line}V${BOX.height}H0Z` };
}

/** Returns the balance at a position in the chart, from 0 (left) to 1 (right). */
export function pointAt(points: readonly Point[], share: number): Point | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const at = first.at + share * (last.at - first.at);
  return points.findLast((point) => point.at <= at) ?? first;
}

/** The lowest and the highest balance shown. */
export function bounds(points: readonly Point[]): [low: bigint, high: bigint] {
  let [low, high] = [points[0]?.balance ?? 0n, points[0]?.balance ?? 0n];
  for (const { balance } of points) {
    if (balance < low) low = balance;
    if (balance > high) high = balance;
  }
  return [low, high];
}

/** Says in a sentence how the balance has changed. */
export function changeText(points: readonly Point[], range: Range): string {
  const change = (points.at(-1)?.balance ?? 0n) - (points[0]?.balance ?? 0n);
  const [low, high] = bounds(points);
  if (low === high) return TEXTS[range].same;
  return TEXTS[range].change(fixedAmount(change, { signed: true }));
}

/** Describes the chart for screen readers. */
export function chartText(points: readonly Point[], range: Range): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "No balance yet";
  const [low, high] = bounds(points);
  const on = ({ at, balance }: Point) => `${fixedAmount(balance)} on ${recentDayText(at)}`;
  const text = TEXTS[range].chart(on(first), on(last));
  return low === high ? text : `${text} ${`Lowest ${fixedAmount(low)}, highest ${fixedAmount(high)}.`}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
