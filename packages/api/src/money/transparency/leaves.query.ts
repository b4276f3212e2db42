import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { LogTree, leafHash } from "./log-tree.ts";

/** Entries per statement. */
const TURN = 10_000;

/** Where the tree of a note ends: behind the checkpoint of a day, which covers the chain up to an entry. */
export interface TreePlace {
  readonly seq: number;
  readonly day: string;
}

interface StoredNote extends TreePlace {
  readonly size: number;
  readonly frontier: Buffer;
}

/** The largest tree of a note with at most so many leaves; null without one. */
async function treeBelow(db: Database, size: number | null): Promise<StoredNote | null> {
  const { rows } = await sql<{ day: string; seq: string; size: string; frontier: Buffer }>`
    select n.day::text, c.seq::text, n.size::text, n.frontier
      from checkpoint_notes n join transparency_checkpoints c on c.day = n.day
     where ${size === null ? sql`true` : sql`n.size <= ${size}`} order by n.size desc limit 1`.execute(db);
  const [row] = rows;
  return row ? { day: row.day, seq: Number(row.seq), size: Number(row.size), frontier: row.frontier } : null;
}

/**
 * Yields leaves in their order: the hash of each entry, and the SHA-256 of each checkpoint's text behind the entries that it covers.
 * @param from null begins with the first
 * @param to the last entry and, with a day, the last checkpoint
 */
export async function* leavesBetween(
  db: Database,
  from: TreePlace | null,
  to: { readonly seq: number; readonly day?: string },
): AsyncGenerator<Buffer> {
  const start = from?.seq ?? 0;
  // A later checkpoint may cover the same entries.
  for (let low = start - 1; low < to.seq; low += TURN) {
    const high = Math.min(low + TURN, to.seq);
    const { rows } = await sql<{ leaf: Buffer }>`
      select leaf from (
        select s.seq, 0 as kind, null::date as day, s.hash as leaf
          from transparency_sealed s where s.seq > ${Math.max(low, start)} and s.seq <= ${high}
        union all
        select c.seq, 1, c.day, sha256(convert_to(c.body, 'UTF8'))
          from transparency_checkpoints c
         where c.seq > ${low} and c.seq <= ${high}
           ${from ? sql`and c.day > ${from.day}::date` : sql``} ${to.day ? sql`and c.day <= ${to.day}::date` : sql``}
      ) leaves order by seq, kind, day`.execute(db);
    for (const { leaf } of rows) yield leaf;
  }
}

/** The tree of the log up to an entry, with every checkpoint so far. */
export async function treeUpTo(db: Database, seq: number): Promise<LogTree> {
  const note = await treeBelow(db, null);
  const tree = new LogTree(note?.size, note?.frontier);
  for await (const leaf of leavesBetween(db, note, { seq })) tree.add(leaf);
  return tree;
}

/**
 * Proves that a note's tree begins with that of a smaller size (RFC 6962, section 2.1.2).
 * @returns the hashes; none for size 0, and for the note's own size
 */
export async function consistencyProof(
  db: Database,
  size: number,
  note: TreePlace & { readonly size: number },
): Promise<readonly Buffer[]> {
  if (size === 0 || size === note.size) return [];
  const begin = await treeBelow(db, size);
  const tree = new LogTree(begin?.size, begin?.frontier);
  const added: Buffer[] = [];
  for await (const leaf of leavesBetween(db, begin, note)) {
    if (tree.size < size) tree.add(leaf);
    else added.push(leafHash(leaf));
  }
  return tree.consistency(added);
}
