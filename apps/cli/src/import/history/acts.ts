import { Skip } from "../context.ts";
import { parseTags } from "../tags.ts";
import { timeOf } from "../text.ts";

/** One row of PostHistory.xml that is part of a version. */
export interface HistoryRow {
  readonly postId: string;
  /** Shared by all rows of one edit. */
  readonly act: string;
  readonly change: Change;
  readonly createdAt: string;
  readonly userId: string | undefined;
  readonly displayName: string | undefined;
  readonly comment: string;
}

export interface Change {
  readonly title?: string;
  /** Markdown. */
  readonly content?: string;
  readonly tags?: readonly string[];
}

/** One edit of a post: writing it, or changing its title, body, and tags together. */
export interface Act extends Omit<HistoryRow, "act"> {}

/** Other entries, by PostHistoryTypeId. */
const LEFT_OUT: Record<string, string> = {
  "10": "closings",
  "11": "reopenings",
  "12": "deletions",
  "13": "undeletions",
  "14": "locks",
  "15": "locks",
  "16": "conversions to a community wiki",
  "19": "protections",
  "20": "protections",
  "25": "tweets",
  "31": "moves of comments to chat",
  "33": "notices",
  "34": "notices",
  "50": "bumps",
};

/** Initial, edited, and rolled-back title, body, and tags, by PostHistoryTypeId. */
const TITLE = new Set(["1", "4", "7"]);
const BODY = new Set(["2", "5", "8"]);
const TAGS = new Set(["3", "6", "9"]);

/** Whether a row of PostHistory.xml belongs to a version. */
export function isVersion(type: string | undefined): boolean {
  return type !== undefined && (TITLE.has(type) || BODY.has(type) || TAGS.has(type));
}

/** The key of an edit, whose rows share one GUID. */
export function actOf(row: Readonly<Record<string, string>>): string {
  return row.RevisionGUID || row.CreationDate || "";
}

/**
 * Reads a row of PostHistory.xml; null if it only comments on another row's edit.
 * @param fromSource converts what people typed to our Markdown
 */
export function historyRow(
  row: Readonly<Record<string, string>>,
  fromSource: (source: string) => string,
): HistoryRow | Skip | null {
  const type = row.PostHistoryTypeId ?? "";
  // An approved suggestion: the edit itself has its own rows.
  if (type === "24") return null;
  if (!isVersion(type)) return new Skip(`history of posts: ${LEFT_OUT[type] ?? "other events"}`);
  const createdAt = timeOf(row.CreationDate);
  const text = (row.Text ?? "").toWellFormed();
  if (!row.PostId || !createdAt) return new Skip("history without a post or a date");
  const change = changeOf(type, text, fromSource);
  if (change === null) return new Skip("history without a text");
  return {
    postId: row.PostId,
    act: `${row.PostId}/${actOf(row)}`,
    change,
    createdAt,
    userId: row.UserId || undefined,
    displayName: row.UserDisplayName || undefined,
    comment: (row.Comment ?? "").trim().slice(0, 1_000).toWellFormed(),
  };
}

function changeOf(type: string, text: string, fromSource: (source: string) => string): Change | null {
  if (TAGS.has(type)) return { tags: parseTags(text) };
  if (text.trim() === "") return null;
  return TITLE.has(type) ? { title: text.trim() } : { content: fromSource(text) };
}

/** Groups the rows by edit, in the order in which the edits began. */
export function actsOf(rows: readonly HistoryRow[]): Act[] {
  const acts = new Map<string, Act>();
  for (const { act, ...row } of rows) {
    const begun = acts.get(act);
    acts.set(
      act,
      begun ? { ...begun, change: { ...begun.change, ...row.change }, comment: begun.comment || row.comment } : row,
    );
  }
  return [...acts.values()];
}
