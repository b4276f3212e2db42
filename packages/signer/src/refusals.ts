import type { SignedFacts, SignerRule } from "@bbux/chain";
import type { RecordLine } from "./record-line.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Refusals that are recorded in a day, so that a flood of requests can't fill the disk. */
const MOST_PER_DAY = 1_000;

/** Decides which refusals are recorded: each once a day, and not too many. */
export interface Refusals {
  /** To be told of each line of the record, in order. */
  add(line: RecordLine): void;
  isNew(rule: SignerRule, asked: Pick<SignedFacts, "kind" | "reference">, now: Date): boolean;
}

export function createRefusals(): Refusals {
  const recent = new Map<string, number>();
  const keyOf = (rule: string, { kind, reference }: Pick<SignedFacts, "kind" | "reference">) =>
    `${rule} ${kind} ${reference}`;
  return {
    add(line) {
      if (line.what === "refused") recent.set(keyOf(line.rule, line), new Date(line.at).getTime());
    },
    isNew(rule, asked, now) {
      for (const [key, at] of recent) if (at <= now.getTime() - DAY_MS) recent.delete(key);
      return recent.size < MOST_PER_DAY && !recent.has(keyOf(rule, asked));
    },
  };
}
