import { formatAmount, type LiabilityProof } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { NODE_BYTES, readNode, siblingsOf } from "./liabilities.ts";
import { listCheckpoints } from "./transparency.queries.ts";

interface Share {
  readonly position: number;
  readonly amount: string;
  readonly nonce: string;
}

/**
 * Proves that a member's balance is in the sum of the latest checkpoint: their leaves, each with its siblings up to the
 * root.
 * @returns null when they had nothing then, or no checkpoint exists yet
 */
export async function getProof(db: Database, userId: string): Promise<LiabilityProof | null> {
  const [checkpoint] = await listCheckpoints(db, { limit: 1 });
  if (!checkpoint) return null;
  const { rows } = await sql<{ amount: string; shares: Share[]; leaves: string }>`
    select s.amount::text,
           (select jsonb_agg(jsonb_build_object('position', x.position, 'amount', x.amount::text, 'nonce', encode(x.nonce, 'hex'))
                             order by x.position)
              from unnest(s.positions, s.amounts, s.nonces) as x (position, amount, nonce)) as shares,
           (select length(l.nodes) from liability_levels l where l.day = s.day and l.level = 0)::text as leaves
      from liability_shares s where s.day = ${checkpoint.day}::date and s.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const leaves = Number(row.leaves) / NODE_BYTES;
  const paths = row.shares.map(({ position }) => siblingsOf(position, leaves));
  const nodes = await readNodes(db, checkpoint.day, paths.flat());
  return {
    checkpoint,
    memberId: userId,
    amount: formatAmount(BigInt(row.amount)),
    shares: row.shares.map(({ position, amount, nonce }, nth) => ({
      position,
      amount: formatAmount(BigInt(amount)),
      nonce,
      path: (paths[nth] ?? []).map(({ level, index, side }) => {
        const node = nodes.get(`${level}:${index}`);
        if (!node) throw new Error(`The tree of ${checkpoint.day} has no node ${level}:${index}`);
        return { hash: node.hash, sum: formatAmount(node.sum), side };
      }),
    })),
  };
}

async function readNodes(
  db: Database,
  day: string,
  wanted: readonly { readonly level: number; readonly index: number }[],
): Promise<Map<string, ReturnType<typeof readNode>>> {
  const { rows } = await sql<{ level: number; index: number; node: Buffer }>`
    select w.level, w.index, substring(l.nodes from w.index * ${NODE_BYTES} + 1 for ${NODE_BYTES}) as node
      from unnest(${wanted.map(({ level }) => level)}::int[], ${wanted.map(({ index }) => index)}::int[]) as w (level, index)
      join liability_levels l on l.day = ${day}::date and l.level = w.level`.execute(db);
  return new Map(rows.map(({ level, index, node }) => [`${level}:${index}`, readNode(node, 0)]));
}
