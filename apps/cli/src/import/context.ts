import type { Database } from "@bbux/db";

/** What every part of an import knows. */
export interface ImportContext {
  /** Names the dump's site: the key of everything remembered about it. */
  readonly source: string;
  /** The site's host, where `source` is one: for links back. */
  readonly site: string | null;
  /** Whether each text ends with a line that names author, source and licence. */
  readonly attribution: boolean;
  readonly toMarkdown: (html: string) => string;
  /** The same for what people typed, which edit histories keep: Markdown with HTML in it. */
  readonly fromSource: (source: string) => string;
  readonly depositAddress: (userId: string) => string;
}

/** What became of the rows of one stage, by kind of thing or by reason. Kept with the progress, so it survives a kill. */
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

/** A row that is left out, and why. */
export class Skip {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * One walk through one file of the dump. `prepare` is pure and may take its time; `write` runs in a transaction together
 * with the progress of the stage.
 */
export interface Stage<Item> {
  readonly name: string;
  readonly label: string;
  readonly file: string;
  /** Said in the summary when the dump lacks the file; without it the file must be there. */
  readonly missing?: string;
  /** Before the first row of a file, in a transaction: undoes what a walk through another file left half done. */
  begin?(db: Database, context: ImportContext): Promise<void>;
  /** After the last row, in the transaction that marks the stage finished. */
  finish?(db: Database, context: ImportContext, counts: Counts): Promise<void>;
  /** What to make of a row: an item, a reason to leave it out, or null for a row that another stage takes. */
  prepare(row: Readonly<Record<string, string>>, context: ImportContext): Item | Skip | null;
  /** Writes what is not there yet. */
  write(db: Database, items: readonly Item[], context: ImportContext, counts: Counts): Promise<void>;
}
