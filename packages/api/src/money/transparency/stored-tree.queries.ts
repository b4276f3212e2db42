import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { buildTree, type Leaf, type Node, RECORD_BYTES, readLeaves, readRecord } from "./tree.ts";

/** A node above the buckets, by its place in its level. */
export interface Branch {
  readonly level: number;
  readonly index: number;
}

export async function readBuckets(db: Database, day: string, buckets: readonly number[]): Promise<Map<number, Leaf[]>> {
  const rows = await db
    .selectFrom("liability_leaves")
    .select(["bucket", "leaves"])
    .where("day", "=", sql<never>`${day}::date`)
    .where("bucket", "in", [...new Set(buckets)])
    .execute();
  return new Map(rows.map(({ bucket, leaves }) => [bucket, readLeaves(leaves)]));
}

export async function readBranches(db: Database, day: string, wanted: readonly Branch[]): Promise<Map<string, Node>> {
  const { rows } = await sql<{ level: number; index: number; node: Buffer }>`
    select w.level, w.index, substring(b.nodes from w.index * ${RECORD_BYTES} + 1 for ${RECORD_BYTES}) as node
      from unnest(${wanted.map(({ level }) => level)}::int[], ${wanted.map(({ index }) => index)}::int[]) as w (level, index)
      join liability_branches b on b.day = ${day}::date and b.level = w.level`.execute(db);
  return new Map(rows.map(({ level, index, node }) => [`${level}:${index}`, readRecord(node, 0)]));
}

/** The root of a kept tree, computed again from its leaves; null if the tree isn't kept any more. */
export async function rootOfTree(db: Database, day: string): Promise<Node | null> {
  const rows = await db
    .selectFrom("liability_leaves")
    .select("leaves")
    .where("day", "=", sql<never>`${day}::date`)
    .execute();
  if (rows.length === 0) return null;
  const { root } = await buildTree(rows.flatMap(({ leaves }) => readLeaves(leaves)));
  return root;
}
