import { BOX } from "../../components/Chart.box.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { timeText } from "../../lib/time.ts";

/** The end of a day and a member's points at that time. */
export interface Day {
  readonly date: string;
  readonly points: number;
}

/** Returns the line of a chart and the area under it as SVG paths. One day is also a line. */
export function chartPaths(days: readonly Day[]): { line: string; area: string } {
  const [low, high] = bounds(days);
  const span = high - low;
  const last = Math.max(days.length - 1, 1);
  const all = days.length === 1 ? [...days, ...days] : days;
  const steps = all.map(({ points }, index) => {
    const x = (index / last) * BOX.width;
    // A constant line is in the middle.
    const y = span === 0 ? BOX.height / 2 : BOX.height - ((points - low) / span) * BOX.height;
    return `${round(x)} ${round(y)}`;
  });
  const line = steps.length === 0 ? "" : `M${steps.join("L")}`;
  return { line, area: line && `${line}L${BOX.width} ${BOX.height}L0 ${BOX.height}Z` };
}

/** The lowest and highest points shown. */
export function bounds(days: readonly Day[]): [low: number, high: number] {
  const points = days.map((day) => day.points);
  return points.length === 0 ? [0, 0] : [Math.min(...points), Math.max(...points)];
}

/** Whether the points changed often enough for a line to tell something: below three values it would be a cliff. */
export function isLine(days: readonly Day[]): boolean {
  return new Set(days.map(({ points }) => points)).size >= 3;
}

const number = (value: number) => numberText(value);

/** Describes the chart for screen readers. */
export function chartText(days: readonly Day[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "No points yet";
  const [low, high] = bounds(days);
  const text = `Points over the last ${days.length} days: ${number(first.points)} on ${timeText(first.date, "day")}, ${number(last.points)} on ${timeText(last.date, "day")}.`;
  return low === high ? text : `${text} ${`Lowest ${number(low)}, highest ${number(high)}.`}`;
}

/** Points gained over the days, negative if more were lost. */
export function changeOf(days: readonly Day[]): number {
  return (days.at(-1)?.points ?? 0) - (days[0]?.points ?? 0);
}

/** Says in a sentence how the points have changed. */
export function chartChange(days: readonly Day[]): string {
  const change = changeOf(days);
  if (change === 0) return `No change in the last ${days.length} days`;
  const size = Math.abs(change);
  const text =
    change > 0
      ? plural(size, ["# point gained in the last {days} days", "# points gained in the last {days} days"])
      : plural(size, ["# point lost in the last {days} days", "# points lost in the last {days} days"]);
  return text.replace("{days}", String(days.length));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
