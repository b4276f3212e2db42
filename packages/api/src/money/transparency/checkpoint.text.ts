import { createHash } from "node:crypto";

/** Amounts in base units; hashes in hex. */
export interface CheckpointFacts {
  /** The UTC day that it closes. */
  readonly day: string;
  /** The last entry that it covers, and its hash. */
  readonly seq: number;
  readonly hash: string;
  /** Hash of the previous checkpoint's text; zeros for the first. */
  readonly previous: string;
  /** By kind of account, without zeros. */
  readonly totals: Readonly<Record<string, bigint>>;
  /** From the tree of liabilities: members, the sum of all kinds, root. */
  readonly members: number;
  readonly liabilities: bigint;
  readonly root: string;
  readonly at: Date;
}

/** Builds the text that is signed, as docs/TRANSPARENCY.md specifies: one line per fact, and no newline at the end. */
export function checkpointText(facts: CheckpointFacts): string {
  const totals = Object.entries(facts.totals).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "bbux-checkpoint-v2",
    `day ${facts.day}`,
    `seq ${facts.seq}`,
    `hash ${facts.hash}`,
    `previous ${facts.previous}`,
    ...totals.map(([kind, total]) => `total ${kind} ${total}`),
    `members ${facts.members}`,
    `liabilities ${facts.liabilities}`,
    `root ${facts.root}`,
    `at ${facts.at.toISOString()}`,
  ].join("\n");
}

export function hashOfText(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
