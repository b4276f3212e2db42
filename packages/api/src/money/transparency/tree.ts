import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { OWED_KINDS, type OwedKind } from "@bbux/contract";

/** Base units by kind of account, never negative. */
export type Owed = Readonly<Record<OwedKind, bigint>>;

/** A share of what someone is owed, at the place that their address and code lead to. */
export interface Leaf {
  /** 32 bytes; its bits, from the first, lead from the root to the leaf. */
  readonly position: Buffer;
  readonly owed: Owed;
}

export interface Node {
  /** Hex. */
  readonly hash: string;
  /** The sums of what is below it. */
  readonly owed: Owed;
}

export interface Tree {
  readonly root: Node;
  /** By level from the root, each of 2^level records. */
  readonly branches: readonly Buffer[];
  /** The leaves below each node of the lowest level, as records. */
  readonly buckets: readonly Buffer[];
}

/** A record: a hash or position, and a sum of 16 bytes for each kind. */
export const RECORD_BYTES = 32 + 16 * OWED_KINDS.length;
/** Leaves below a node of the lowest stored level, on average: a proof reads them and computes the rest. */
const BUCKET = 64;
/** Buckets computed before the process gets to do other work. */
const PORTION = 64;

export const NOTHING: Owed = { escrow: 0n, hold: 0n, member: 0n, stake: 0n };
/** The place of no leaf. */
export const EMPTY: Node = { hash: "0".repeat(64), owed: NOTHING };

/**
 * The place of one of the leaves of an address. Without the code nobody can tell which, and another day has another.
 * @param day of the checkpoint
 * @param share from 1
 */
export function positionOf(day: string, address: string, code: string, share: number): Buffer {
  return hash("sha256", `bbux-position-v2\n${day}\n${address}\n${code}\n${share}`, "buffer");
}

export function leafNode({ position, owed }: Leaf): Node {
  return { hash: hash("sha256", `bbux-leaf-v2\n${position.toString("hex")}\n${textOf(owed)}`), owed };
}

/** All sums are hashed, so no node can claim sums other than its children's. */
export function branchNode(left: Node, right: Node): Node {
  const text = `bbux-node-v2\n${left.hash}\n${textOf(left.owed)}\n${right.hash}\n${textOf(right.owed)}`;
  return { hash: hash("sha256", text), owed: added(left.owed, right.owed) };
}

export function added(a: Owed, b: Owed): Owed {
  return {
    escrow: a.escrow + b.escrow,
    hold: a.hold + b.hold,
    member: a.member + b.member,
    stake: a.stake + b.stake,
  };
}

function textOf({ escrow, hold, member, stake }: Owed): string {
  return `${escrow},${hold},${member},${stake}`;
}

/**
 * Builds the sparse Merkle sum tree of what is owed (docs/TRANSPARENCY.md, docs/adr/0023).
 * @throws when two leaves have one position
 */
export async function buildTree(leaves: readonly Leaf[]): Promise<Tree> {
  const bits = Math.max(0, Math.ceil(Math.log2(leaves.length / BUCKET)));
  const buckets: Leaf[][] = Array.from({ length: 2 ** bits }, () => []);
  for (const leaf of leaves) buckets[bucketOf(leaf.position, bits)]?.push(leaf);
  let level: Node[] = [];
  for (const [nth, bucket] of buckets.entries()) {
    bucket.sort((a, b) => a.position.compare(b.position));
    level.push(subtree(bucket, bits));
    if (nth % PORTION === 0) await setImmediate();
  }
  const branches = [recordsOf(level)];
  for (let count = level.length; count > 1; count /= 2) {
    const below = level;
    level = Array.from({ length: count / 2 }, (_, nth) =>
      branchNode(nodeIn(below, 2 * nth), nodeIn(below, 2 * nth + 1)),
    );
    branches.unshift(recordsOf(level));
    await setImmediate();
  }
  const stored = buckets.map((bucket) =>
    recordsOf(bucket.map(({ position, owed }) => ({ hash: position.toString("hex"), owed }))),
  );
  return { root: nodeIn(level, 0), branches, buckets: stored };
}

/** Which node of a level is above a position. @param bits of the level */
export function bucketOf(position: Buffer, bits: number): number {
  return bits === 0 ? 0 : position.readUInt32BE(0) >>> (32 - bits);
}

/** The node above these leaves. @param leaves by ascending position @param depth of the node */
export function subtree(leaves: readonly Leaf[], depth: number): Node {
  const [first] = leaves;
  if (!first) return EMPTY;
  if (leaves.length === 1) return leafNode(first);
  const [left, right] = halves(leaves, depth);
  return branchNode(subtree(left, depth + 1), subtree(right, depth + 1));
}

/**
 * What is at a position, and the siblings from there up to the given depth.
 * @param leaves by ascending position
 */
export function pathTo(position: Buffer, leaves: readonly Leaf[], depth: number): { leaf: Leaf | null; path: Node[] } {
  if (leaves.length < 2) return { leaf: leaves[0] ?? null, path: [] };
  const [left, right] = halves(leaves, depth);
  const [own, other] = bitOf(position, depth) === 0 ? [left, right] : [right, left];
  const { leaf, path } = pathTo(position, own, depth + 1);
  return { leaf, path: [...path, subtree(other, depth + 1)] };
}

function halves(leaves: readonly Leaf[], depth: number): [readonly Leaf[], readonly Leaf[]] {
  if (depth === 256) throw new Error("Two leaves have one position");
  const at = leaves.findIndex(({ position }) => bitOf(position, depth) === 1);
  const split = at === -1 ? leaves.length : at;
  return [leaves.slice(0, split), leaves.slice(split)];
}

function bitOf(position: Buffer, nth: number): number {
  return ((position[nth >> 3] ?? 0) >> (7 - (nth & 7))) & 1;
}

function nodeIn(nodes: readonly Node[], nth: number): Node {
  return nodes[nth] ?? EMPTY;
}

export function readRecord(records: Buffer, index: number): Node {
  const at = index * RECORD_BYTES;
  const [escrow = 0n, hold = 0n, member = 0n, stake = 0n] = OWED_KINDS.map((_, nth) => {
    const from = at + 32 + nth * 16;
    return (records.readBigUInt64BE(from) << 64n) | records.readBigUInt64BE(from + 8);
  });
  return { hash: records.toString("hex", at, at + 32), owed: { escrow, hold, member, stake } };
}

export function readLeaves(records: Buffer): Leaf[] {
  return Array.from({ length: records.byteLength / RECORD_BYTES }, (_, index) => {
    const { hash: position, owed } = readRecord(records, index);
    return { position: Buffer.from(position, "hex"), owed };
  });
}

function recordsOf(nodes: readonly Node[]): Buffer {
  const records = Buffer.alloc(nodes.length * RECORD_BYTES);
  for (const [index, { hash: hex, owed }] of nodes.entries()) {
    const at = index * RECORD_BYTES;
    records.write(hex, at, "hex");
    for (const [nth, kind] of OWED_KINDS.entries()) {
      records.writeBigUInt64BE(owed[kind] >> 64n, at + 32 + nth * 16);
      records.writeBigUInt64BE(owed[kind] & 0xffff_ffff_ffff_ffffn, at + 40 + nth * 16);
    }
  }
  return records;
}
