import type { Counts } from "./context.ts";
import { count } from "./progress.ts";

/** The summary at the end of an import: what came in, what already existed, and what was left out and why. */
export function summarize(counts: Counts, source: string, seconds: number): string {
  const part = (title: string, entries: Record<string, number>) => {
    const lines = Object.entries(entries).map(([name, n]) => `  ${count(n).padStart(11)}  ${name}`);
    return lines.length === 0 ? [] : ["", title, ...lines];
  };
  return [
    ...part(`Imported from ${source}`, counts.imported),
    ...part("There already", counts.present),
    ...part("Left out", counts.skipped),
    ...part("Worth knowing", counts.noted),
    "",
    `${seconds.toFixed(1)} s. Votes came in as base counts: a dump does not tell who voted.`,
  ].join("\n");
}
