import { UNIT } from "@bbux/contract";
import type { ChainYear } from "./chain-year.ts";
import type { Scenario } from "./scenarios.ts";
import type { Day } from "./year.ts";

export interface Run {
  readonly scenario: Scenario;
  readonly days: readonly Day[];
}

const bbux = (units: bigint) => (Number(units) / Number(UNIT)).toFixed(4);
const percent = (partsPerMillion: number) => `${(partsPerMillion / 10_000).toFixed(3)}%`;

/** A table of every thirtieth day and the last, and the year's outcome in a sentence. */
export function table({ scenario, days }: Run): string {
  const columns = ["day", "rate", "treasury", "supply", "staked", "collected", "distributed", "paid of due"];
  const rows = days
    .filter((_, index) => index % 30 === 29 || index === days.length - 1)
    .map((day) => [
      day.day,
      percent(day.rate),
      ...[day.treasury, day.supply, day.staked, day.collected, day.distributed].map(bbux),
      day.due === 0n ? "–" : `${Number((day.paid * 1_000n) / day.due) / 10}%`,
    ]);
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join("  ");
  const last = days.at(-1);
  const short = days.filter(({ paid, due }) => paid < due).length;
  const sum = last
    ? `${bbux(last.distributed)} BBUX of rewards out of ${bbux(last.collected)} collected; on ${short} of ${days.length} days the treasury was short.`
    : "";
  return [`${scenario.name}: ${scenario.says}`, line(columns), ...rows.map(line), sum].join("\n");
}

/** What a year on the chain came to, in a few sentences. */
export function outcome({ bought, sold, lacked, findings }: ChainYear): string {
  const all = (what: "deposits" | "payments" | "sweeps") => lacked.reduce((sum, each) => sum + each[what], 0);
  return [
    `${bought} purchases and ${sold} sales. ${lacked.length} times the books were lost, and those that came back lacked`,
    `${all("deposits")} deposits, ${all("payments")} payments and ${all("sweeps")} sweeps in all.`,
    `check-books, check-reserves --deep, check-counters and members' balances: ${findings.length} findings.`,
  ].join("\n");
}
