import { type LiabilityProof, OWED_SHARES, type OwnProof } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { listKeys } from "./checkpoint-keys.ts";
import { type Branch, readBranches, readBuckets } from "./stored-tree.queries.ts";
import { formatOwed, listCheckpoints } from "./transparency.queries.ts";
import { added, bucketOf, NOTHING, pathTo, positionOf } from "./tree.ts";

/**
 * Proves what the latest checkpoint says a member is owed: what is at each place that their address and code lead to, with its
 * siblings up to the root.
 * @returns without a proof if no checkpoint has a tree of this kind yet
 */
export async function getProof(
  { db, platformWallet }: Pick<Services, "db" | "platformWallet">,
  userId: string,
): Promise<OwnProof> {
  const [checkpoint] = await listCheckpoints(db, { limit: 1 });
  const day = checkpoint?.day ?? null;
  const { rows } = await sql<{ address: string; code: string; used: string | null; bits: number | null }>`
    select w.address, w.proof_code as code,
           (select c.code from liability_codes c where c.day = ${day}::date and c.user_id = w.user_id) as used,
           (select max(b.level) from liability_branches b where b.day = ${day}::date) as bits
      from wallets w where w.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Member ${userId} has no deposit address`);
  const { address, code, bits } = row;
  if (!checkpoint || bits === null) return { address, code, proof: null };
  const used = row.used ?? code;
  const positions = Array.from({ length: OWED_SHARES }, (_, nth) => positionOf(checkpoint.day, address, used, nth + 1));
  const shares = await readShares(db, checkpoint.day, bits, positions);
  const isThere = shares.every(({ leaf }, nth) => leaf !== null && leaf.position === positions[nth]?.toString("hex"));
  const owed = shares.reduce((sum, { units }) => added(sum, units), NOTHING);
  const proof: LiabilityProof = {
    checkpoint,
    keys: [...(await listKeys(db, platformWallet))],
    address,
    code: used,
    owed: isThere ? formatOwed(owed) : null,
    shares: shares.map(({ leaf, path }) => ({ leaf, path })),
  };
  return { address, code, proof };
}

async function readShares(db: Database, day: string, bits: number, positions: readonly Buffer[]) {
  const buckets = positions.map((position) => bucketOf(position, bits));
  const above = buckets.map((bucket) => siblingsAbove(bucket, bits));
  const [leaves, nodes] = await Promise.all([readBuckets(db, day, buckets), readBranches(db, day, above.flat())]);
  return positions.map((position, nth) => {
    const { leaf, path } = pathTo(position, leaves.get(buckets[nth] ?? 0) ?? [], bits);
    const siblings = (above[nth] ?? []).map(({ level, index }) => {
      const node = nodes.get(`${level}:${index}`);
      if (!node) throw new Error(`The tree of ${day} has no node ${level}:${index}`);
      return node;
    });
    return {
      units: leaf?.owed ?? NOTHING,
      leaf: leaf && { position: leaf.position.toString("hex"), owed: formatOwed(leaf.owed) },
      path: [...path, ...siblings].map(({ hash, owed }) => ({ hash, owed: formatOwed(owed) })),
    };
  });
}

/** From a bucket's sibling to the root's child. */
function siblingsAbove(bucket: number, bits: number): Branch[] {
  return Array.from({ length: bits }, (_, up) => ({ level: bits - up, index: (bucket >>> up) ^ 1 }));
}
