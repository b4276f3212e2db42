import type { Measured } from "./ledger.drive.ts";
import type { CaseFigures, Contestant, Setting, Turns } from "./ledger.figures.ts";
import { percentile } from "./load.ts";

type Say = (line: string) => void;

const NAMES: Record<Contestant, string> = {
  ours: "ours: post() from Node",
  "in transaction": "ours: begin, post(), commit",
  "by pgbench": "ours: same call, sent by pgbench",
  bare: "bare: a statement for each row",
  "one statement": "bare: all rows in one statement",
  "one row": "bare: the shared account as a row",
};

/** Goals: our rate relative to the bare script, and each hot case relative to the spread one. */
const GOALS = { bare: 0.6, spread: 0.7 };

/** Postings per second over all turns; NaN if there were none. */
export function rateOf(turns: Turns, contestant: Contestant): number {
  const sum = (of: "count" | "seconds") => (turns[contestant] ?? []).reduce((total, turn) => total + turn[of], 0);
  return sum("count") / sum("seconds");
}

/** The case, its contestants, and our rate relative to each. */
export function printCase({ what, turns }: CaseFigures, say: Say): void {
  say(`\n${what.name}: ${what.says}`);
  for (const contestant of Object.keys(NAMES) as Contestant[]) {
    const measured = turns[contestant];
    if (!measured) continue;
    const rate = `  ${NAMES[contestant].padEnd(34)}${rateOf(turns, contestant).toFixed(0).padStart(7)} /s`;
    const latencies = measured.flatMap((turn) => turn.latencies);
    const of = (share: number) => percentile(latencies, share).toFixed(1);
    const cpu = measured.reduce((sum, turn) => sum + turn.clientCpu, 0) / measured.length;
    const times =
      latencies.length === 0 ? "" : `   p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, client ${cpu.toFixed(0)} µs of CPU`;
    say(
      rate +
        (times ||
          `   ours ÷ this: ${between(turns, "ours", contestant)}, sent by pgbench ${between(turns, "by pgbench", contestant)}`),
    );
  }
}

/** The median of the rounds, with the lowest and the highest. */
function between(turns: Turns, ours: Contestant, other: Contestant): string {
  const rounds = ratios(turns[ours], turns[other]);
  return `${percentile(rounds, 0.5).toFixed(2)} (${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)})`;
}

/** Round by round, because other work on the machine affected both alike. */
function ratios(these: readonly Measured[] = [], those: readonly Measured[] = []): number[] {
  return these.flatMap((turn, i) => {
    const other = those[i];
    return other ? [turn.count / turn.seconds / (other.count / other.seconds)] : [];
  });
}

/** The answers to the two questions, as a table for a document. */
export function printSummary({ clients, accounts, cases }: Setting, say: Say): void {
  const spread = cases.find(({ what }) => !what.hot);
  const ratio = (these?: readonly Measured[], those?: readonly Measured[]) => {
    const rounds = ratios(these, those);
    return rounds.length === 0 ? "" : percentile(rounds, 0.5).toFixed(2);
  };
  const rate = (turns: Turns, contestant: Contestant) =>
    turns[contestant] ? rateOf(turns, contestant).toFixed(0) : "";
  say(
    `\n| ${clients} clients, ${accounts} accounts | ours /s | bare /s | ours ÷ bare | sent by pgbench ÷ bare | ours ÷ one row | ours ÷ spread | sent by pgbench ÷ spread |`,
  );
  say("|---|---|---|---|---|---|---|---|");
  for (const { what, turns } of cases) {
    const ofSpread = (contestant: Contestant) => (what.hot ? ratio(turns[contestant], spread?.turns[contestant]) : "");
    const cells = [
      what.name,
      rate(turns, "ours"),
      rate(turns, "bare"),
      ratio(turns.ours, turns.bare),
      ratio(turns["by pgbench"], turns.bare),
      ratio(turns.ours, turns["one row"]),
      ofSpread("ours"),
      ofSpread("by pgbench"),
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  say(`\nGoals: ours ÷ bare ${GOALS.bare}, ours ÷ spread ${GOALS.spread}. Ratios are those of the median round.`);
}
