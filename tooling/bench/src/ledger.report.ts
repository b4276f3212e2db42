import type { CaseFigures, Contestant, Setting, Turns } from "./ledger.ts";
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

/** What we aim at: ours of the bare script, and each hot case of the spread one. */
const AIMS = { bare: 0.6, spread: 0.7 };

/** Postings a second over all turns; NaN when there was none. */
export function rateOf(turns: Turns, contestant: Contestant): number {
  const sum = (of: "count" | "seconds") => (turns[contestant] ?? []).reduce((total, turn) => total + turn[of], 0);
  return sum("count") / sum("seconds");
}

/** The case, its contestants, and what ours is of each: over all, and in the worst and the best round. */
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

function between(turns: Turns, ours: Contestant, other: Contestant): string {
  const rounds = (turns[ours] ?? []).map((turn, i) => {
    const against = turns[other]?.[i];
    return against ? turn.count / turn.seconds / (against.count / against.seconds) : Number.NaN;
  });
  const [low, high] = [Math.min(...rounds).toFixed(2), Math.max(...rounds).toFixed(2)];
  return `${(rateOf(turns, ours) / rateOf(turns, other)).toFixed(2)} (${low}–${high})`;
}

/** The two questions, as a table that can go into a document. */
export function printSummary({ clients, accounts, cases }: Setting, say: Say): void {
  const spread = cases.find(({ what }) => !what.hot);
  const share = (a: number, b: number | undefined) => (b === undefined || !(a / b > 0) ? "" : (a / b).toFixed(2));
  say(
    `\n| ${clients} clients, ${accounts} accounts | ours /s | bare /s | ours ÷ bare | sent by pgbench ÷ bare | ours ÷ one row | ours ÷ spread |`,
  );
  say("|---|---|---|---|---|---|---|");
  for (const { what, turns } of cases) {
    const [ours, sent, bare] = [rateOf(turns, "ours"), rateOf(turns, "by pgbench"), rateOf(turns, "bare")];
    const ofSpread = what.hot && spread ? share(ours, rateOf(spread.turns, "ours")) : "";
    const cells = [
      what.name,
      ours.toFixed(0),
      bare.toFixed(0),
      share(ours, bare),
      share(sent, bare),
      share(ours, rateOf(turns, "one row")),
      ofSpread,
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  say(`\nAims: ours ÷ bare ${AIMS.bare}, ours ÷ spread ${AIMS.spread}`);
}
