import { BOX } from "../../components/Chart.box.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { dateText, numberText } from "../../lib/locale.ts";

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

const number = (value: number) => numberText(value);

/** Describes the chart for screen readers. */
export function chartText(days: readonly Day[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "No points yet";
  const [low, high] = bounds(days);
  const range = low === high ? "" : ` Lowest ${number(low)}, highest ${number(high)}.`;
  return `Points over the last ${days.length} days: ${number(first.points)} on ${dayName(first.date)}, ${number(last.points)} on ${dayName(last.date)}.${range}`;
}

/** Says in a sentence how the points have changed. */
export function chartChange(days: readonly Day[]): string {
  const change = (days.at(-1)?.points ?? 0) - (days[0]?.points ?? 0);
  const span = `in the last ${days.length} days`;
  if (change === 0) return `No change ${span}`;
  return `${number(Math.abs(change))} ${plural(Math.abs(change), ["point", "points"])} ${change > 0 ? "gained" : "lost"} ${span}`;
}

const DAY = { day: "numeric", month: "long", timeZone: "UTC" } as const;

/** Formats a UTC day such as 2026-03-03 as "3 March". */
export function dayName(date: string): string {
  return dateText(`${date}T00:00:00Z`, DAY);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
