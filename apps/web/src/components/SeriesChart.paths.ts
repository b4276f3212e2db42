import { BOX } from "./Chart.box.ts";

/** A value at a time. */
export interface SeriesPoint {
  /** In milliseconds. */
  readonly at: number;
  readonly value: number;
}

/** Returns the line through all points and the area under it as SVG paths, scaled from zero to the maximum. */
export function seriesPaths(points: readonly SeriesPoint[]): { line: string; area: string } {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return { line: "", area: "" };
  const time = Math.max(last.at - first.at, 1);
  const top = seriesTop(points) || 1;
  const drawn = points.length === 1 ? [first, { ...first, at: first.at + 1 }] : points;
  const steps = drawn.map(
    ({ at, value }) =>
      `${round(((at - first.at) / time) * BOX.width)} ${round(BOX.height - (value / top) * BOX.height)}`,
  );
  const line = `M${steps.join("L")}`;
  return { line, area: `${line}L${BOX.width} ${BOX.height}L0 ${BOX.height}Z` };
}

/** The highest value shown. */
export function seriesTop(points: readonly SeriesPoint[]): number {
  return points.reduce((top, { value }) => Math.max(top, value), 0);
}

/** Returns the point nearest to a position in the chart, from 0 (left) to 1 (right). */
export function nearest(points: readonly SeriesPoint[], share: number): SeriesPoint | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const at = first.at + share * (last.at - first.at);
  return points.reduce((best, point) => (Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best), first);
}

/** Describes the chart for screen readers. */
export function seriesText(
  name: string,
  points: readonly SeriesPoint[],
  format: (value: number) => string,
  day: (at: number) => string,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${name}: nothing yet`;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to, since, until] = [format(first.value), format(last.value), day(first.at), day(last.at)];
  const told =
    low === high
      ? `Always ${from}, from ${since} to ${until}.`
      : `From ${from} on ${since} to ${to} on ${until}. Lowest ${format(low)}, highest ${format(high)}.`;
  return `${name}: ${told}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
