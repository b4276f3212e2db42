import type { Case } from "./ledger.cases.ts";
import type { Measured } from "./ledger.drive.ts";

export const CONTESTANTS = ["ours", "in transaction", "by pgbench", "bare", "one statement", "one row"] as const;
export type Contestant = (typeof CONTESTANTS)[number];
/** Each contestant's results, turn by turn. */
export type Turns = Partial<Record<Contestant, Measured[]>>;
export interface CaseFigures {
  readonly what: Case;
  readonly turns: Turns;
}
export interface Setting {
  readonly clients: number;
  readonly accounts: number;
  readonly cases: readonly CaseFigures[];
}
