import type { VersionedAddress } from "@bbux/chain";
import type { Database } from "@bbux/db";

/** What every part of an import needs. */
export interface ImportContext {
  /** The name of the dump's site, under which everything about it is remembered. */
  readonly source: string;
  /** The site's host, for links back, if `source` is one. */
  readonly site: string | null;
  /** Whether each text ends with a line that names its author, source, and license. */
  readonly attribution: boolean;
  readonly toMarkdown: (html: string) => string;
  /** Converts what people typed, as edit histories store it: Markdown mixed with HTML. */
  readonly fromSource: (source: string) => string;
  /** Of new members, in the order of their ids. */
  readonly depositAddresses: (userIds: readonly string[]) => Promise<readonly VersionedAddress[]>;
}

/** The outcome of a stage's rows, by kind or by reason. Saved with the progress, so that it survives a kill. */
export interface Counts {
  readonly imported: Record<string, number>;
  readonly present: Record<string, number>;
  readonly skipped: Record<string, number>;
  readonly noted: Record<string, number>;
}

export function noCounts(): Counts {
  return { imported: {}, present: {}, skipped: {}, noted: {} };
}

export function add(counts: Record<string, number>, name: string, n = 1): void {
  if (n > 0) counts[name] = (counts[name] ?? 0) + n;
}

/** Why a row is left out. */
export class Skip {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * One pass through one file of the dump. `prepare` is pure and may be slow; `write` runs in a transaction together with the
 * stage's progress.
 */
export interface Stage<Item> {
  readonly name: string;
  readonly label: string;
  readonly file: string;
  /** Printed in the summary if the dump lacks the file; if unset, the file is required. */
  readonly missing?: string;
  /** Runs before the first row of a file, in a transaction, to undo an interrupted pass through another file. */
  begin?(db: Database, context: ImportContext): Promise<void>;
  /** Runs after the last row, in the transaction that marks the stage finished. */
  finish?(db: Database, context: ImportContext, counts: Counts): Promise<void>;
  /** Turns a row into an item, a reason to leave it out, or null if another stage handles it. */
  prepare(row: Readonly<Record<string, string>>, context: ImportContext): Item | Skip | null;
  /** Writes the items that don't exist yet. */
  write(db: Database, items: readonly Item[], context: ImportContext, counts: Counts): Promise<void>;
}
