import type { Figures, Subject } from "./compare.ts";
import type { Timed } from "./pages.ts";
import type { Storm } from "./storm.ts";

type Say = (line?: string) => void;

const NAMES: Record<Subject, string> = { bare: "bare", rest: "ours, REST", trpc: "ours, tRPC" };
/** Goals, as a share of the bare server's throughput. */
const GOALS: Partial<Record<Subject, number>> = { rest: 0.75, trpc: 0.6 };

export function printComparison(name: string, figures: Record<Subject, Figures>, say: Say): void {
  say(`${name.padEnd(24)}   req/s   p50 ms   p99 ms   CPU µs    MiB   ours/bare`);
  for (const subject of ["bare", "rest", "trpc"] as const) {
    const { perSecond, p50, p99, cpu, rss, failed } = figures[subject];
    const ratio = perSecond / figures.bare.perSecond;
    const goal = GOALS[subject];
    const verdict = goal === undefined ? "" : `${ratio.toFixed(2)}  (goal ${goal.toFixed(2)})`;
    const columns = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), cpu.toFixed(0), (rss / 2 ** 20).toFixed(0)];
    const widths = [8, 9, 9, 9, 7];
    say(
      `  ${NAMES[subject].padEnd(22)}${columns.map((column, n) => column.padStart(widths[n] ?? 8)).join("")}   ${verdict}` +
        (failed > 0 ? `   ${failed} failed` : ""),
    );
  }
  say();
}

export function printPages(pages: Timed[], say: Say): void {
  say(`${"".padEnd(28)}  p50 ms   max ms`);
  for (const { name, p50, max } of pages) {
    say(`  ${name.padEnd(26)}${p50.toFixed(1).padStart(8)}${max.toFixed(1).padStart(9)}`);
  }
}

export function printStorm({ signIns, succeeded, took, calm, storm }: Storm, say: Say): void {
  say(`\n${signIns} sign-ins at the same moment: ${succeeded} succeeded, the last after ${took.toFixed(1)} s`);
  say(`  feed pages meanwhile   p50 ${storm.p50.toFixed(1)} ms   p99 ${storm.p99.toFixed(1)} ms`);
  say(`  and without the storm  p50 ${calm.p50.toFixed(1)} ms   p99 ${calm.p99.toFixed(1)} ms`);
}
