import { isCheckpointSigned, noteBody } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { LogTree, leavesBetween } from "../transparency/index.ts";
import type { Problem } from "./findings.ts";

/**
 * Verifies that the notes of checkpoints are signed with their checkpoint's key and have the root of the log's Merkle tree, and that
 * no other root is on the chain in the platform's name.
 */
export async function auditNotes(db: Database): Promise<readonly Problem[]> {
  return [...(await notesAgainstLog(db)), ...(await rootsWithoutNote(db))];
}

async function rootsWithoutNote(db: Database): Promise<Problem[]> {
  const { rows } = await sql<{ signature: string; size: string; root: string }>`
    select signature, size::text, root from unknown_anchors u
     where not exists (select from checkpoint_notes n where n.size = u.size and split_part(n.body, E'\\n', 3) = u.root)
       and not exists (
         select from alerts where kind = 'log_root_unknown' and subject = u.signature and closed_at is not null)
     order by signature`.execute(db);
  return rows.map(({ signature: subject, size, root }) => {
    const detail = `has written the root ${root} of ${size} leaves to the chain, which no checkpoint has`;
    return { finding: "LOG_ROOT", subject, detail };
  });
}

async function notesAgainstLog(db: Database): Promise<Problem[]> {
  const { rows } = await sql<{
    day: string;
    seq: string;
    body: string;
    signature: Buffer;
    key: string;
    frontier: Buffer;
  }>`
    select n.day::text, c.seq::text, n.body, n.signature, c.public_key as key, n.frontier
      from checkpoint_notes n join transparency_checkpoints c on c.day = n.day order by n.day`.execute(db);
  const problems: Problem[] = [];
  const tree = new LogTree();
  let from: { seq: number; day: string } | null = null;
  for (const { day, seq, body, signature, key, frontier } of rows) {
    const add = (detail: string) => problems.push({ finding: "LOG_CHECKPOINT", subject: `note of ${day}`, detail });
    const to = { seq: Number(seq), day };
    for await (const leaf of leavesBetween(db, from, to)) tree.add(leaf);
    from = to;
    const [origin = ""] = body.split("\n", 1);
    if (body !== noteBody(origin, tree.size, tree.root())) add("has another root or size than the log");
    if (!tree.frontier.equals(frontier)) add("is kept with another tree");
    if (!isCheckpointSigned(key, body, signature)) add("is not signed with the key of its checkpoint");
  }
  return problems;
}
