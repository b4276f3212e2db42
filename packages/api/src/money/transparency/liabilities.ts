import { hash, randomBytes, randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** A stored node: SHA-256, and the sum in 16 bytes, big-endian. */
export const NODE_BYTES = 48;
export const NONCE_BYTES = 16;
/** A balance is split into this many leaves; a balance of fewer base units, into as many as it has. */
const SHARES = { min: 2, max: 4 } as const;
/** Hashes computed before the process gets to do other work. */
const PORTION = 4_096;
const SHUFFLES = 100;

export interface Node {
  /** Hex. */
  readonly hash: string;
  /** Base units. */
  readonly sum: bigint;
}

export interface Liability {
  readonly memberId: string;
  /** Base units, more than 0. */
  readonly amount: bigint;
}

export interface MemberShares extends Liability {
  /** Positions of the member's leaves, ascending; `amounts` and `nonces` are in the same order. */
  readonly positions: readonly number[];
  readonly amounts: readonly bigint[];
  readonly nonces: readonly Buffer[];
}

export interface LiabilityTree {
  readonly root: Node;
  /** Nodes of {@link NODE_BYTES} in sequence, the leaves first, the root last. Empty without members. */
  readonly levels: readonly Buffer[];
  readonly shares: readonly MemberShares[];
}

export function hashLeaf(memberId: string, amount: bigint, nonce: Buffer): string {
  return hash("sha256", `bbux-leaf-v1\n${memberId}\n${amount}\n${nonce.toString("hex")}`);
}

/** Both sums are hashed, so no node can claim a sum other than its children's. */
export function hashNodes(left: Node, right: Node): string {
  return hash("sha256", `bbux-node-v1\n${left.hash}\n${left.sum}\n${right.hash}\n${right.sum}`);
}

/**
 * Builds the Merkle sum tree of what members are owed: the root commits to every leaf and to their sum
 * (docs/TRANSPARENCY.md). Balances are split at random and the leaves shuffled, so no sibling in a proof reveals a
 * member's balance. A node without a sibling moves up unchanged, so nothing is counted twice.
 */
export async function buildLiabilityTree(liabilities: readonly Liability[]): Promise<LiabilityTree> {
  const leaves = split(liabilities);
  const order = shuffle(leaves.owners, liabilities.length);
  const count = order.length;
  const nonces = randomBytes(count * NONCE_BYTES);
  const base = Buffer.allocUnsafe(count * NODE_BYTES);
  const places: { position: number; amount: bigint; nonce: Buffer }[][] = liabilities.map(() => []);
  for (const [position, leaf] of order.entries()) {
    const owner = leaves.owners[leaf] ?? 0;
    const amount = leaves.amounts[leaf] ?? 0n;
    const nonce = nonces.subarray(position * NONCE_BYTES, (position + 1) * NONCE_BYTES);
    const sum = hashLeaf(liabilities[owner]?.memberId ?? "", amount, nonce);
    writeNode(base, position, { hash: sum, sum: amount });
    places[owner]?.push({ position, amount, nonce });
    if (position % PORTION === 0) await setImmediate();
  }
  const levels = await levelsAbove(base);
  const top = levels.at(-1);
  return {
    root: top ? readNode(top, 0) : { hash: "0".repeat(64), sum: 0n },
    levels,
    shares: liabilities.map((liability, owner) => {
      const own = places[owner] ?? [];
      return {
        ...liability,
        positions: own.map(({ position }) => position),
        amounts: own.map(({ amount }) => amount),
        nonces: own.map(({ nonce }) => nonce),
      };
    }),
  };
}

async function levelsAbove(leaves: Buffer): Promise<Buffer[]> {
  const levels = leaves.byteLength === 0 ? [] : [leaves];
  for (let below = leaves; below.byteLength > NODE_BYTES; ) {
    const count = below.byteLength / NODE_BYTES;
    const level = Buffer.allocUnsafe(Math.ceil(count / 2) * NODE_BYTES);
    for (let left = 0; left < count; left += 2) {
      if (left + 1 === count) below.copy(level, (left / 2) * NODE_BYTES, left * NODE_BYTES);
      else {
        const a = readNode(below, left);
        const b = readNode(below, left + 1);
        writeNode(level, left / 2, { hash: hashNodes(a, b), sum: a.sum + b.sum });
      }
      if (left % PORTION === 0) await setImmediate();
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

/** Returns the nodes that a proof needs: the sibling on each level, except where a node moved up alone. */
export function siblingsOf(
  position: number,
  leaves: number,
): { readonly level: number; readonly index: number; readonly side: "left" | "right" }[] {
  const siblings: { level: number; index: number; side: "left" | "right" }[] = [];
  for (let [level, index, count] = [0, position, leaves]; count > 1; level++) {
    const sibling = index % 2 === 0 ? index + 1 : index - 1;
    if (sibling < count) siblings.push({ level, index: sibling, side: sibling < index ? "left" : "right" });
    index = Math.floor(index / 2);
    count = Math.ceil(count / 2);
  }
  return siblings;
}

export function readNode(nodes: Buffer, index: number): Node {
  const at = index * NODE_BYTES;
  const sum = (nodes.readBigUInt64BE(at + 32) << 64n) | nodes.readBigUInt64BE(at + 40);
  return { hash: nodes.toString("hex", at, at + 32), sum };
}

function writeNode(nodes: Buffer, index: number, { hash: hex, sum }: Node): void {
  const at = index * NODE_BYTES;
  nodes.write(hex, at, "hex");
  nodes.writeBigUInt64BE(sum >> 64n, at + 32);
  nodes.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, at + 40);
}

/** No share is 0 or the whole balance, except for a single base unit. */
function split(liabilities: readonly Liability[]): { owners: number[]; amounts: bigint[] } {
  const owners: number[] = [];
  const amounts: bigint[] = [];
  for (const [owner, { amount }] of liabilities.entries()) {
    const wanted = randomInt(SHARES.min, SHARES.max + 1);
    const cuts = new Set<bigint>();
    const most = amount < BigInt(wanted) ? Number(amount) : wanted;
    while (cuts.size < most - 1) cuts.add(1n + randomBelow(amount - 1n));
    let before = 0n;
    for (const cut of [...[...cuts].sort((a, b) => (a < b ? -1 : 1)), amount]) {
      owners.push(owner);
      amounts.push(cut - before);
      before = cut;
    }
  }
  return { owners, amounts };
}

/** 0 to `end` - 1. With 128 bits the bias is negligible. */
function randomBelow(end: bigint): bigint {
  return BigInt(`0x${randomBytes(16).toString("hex")}`) % end;
}

/**
 * Adjacent leaves of one member would have a parent that shows their whole balance, so everything is shuffled again.
 * With one or two members that is unavoidable, and reveals nothing beyond the total.
 */
function shuffle(owners: readonly number[], members: number): Uint32Array {
  const order = Uint32Array.from(owners, (_, leaf) => leaf);
  for (let nth = 0; nth < SHUFFLES; nth++) {
    for (let last = order.length - 1; last > 0; last--) {
      const other = randomInt(last + 1);
      const kept = order[last] ?? 0;
      order[last] = order[other] ?? 0;
      order[other] = kept;
    }
    if (!showsSomebody(order, owners, members)) break;
  }
  return order;
}

function showsSomebody(order: Uint32Array, owners: readonly number[], members: number): boolean {
  const counts = new Uint8Array(members);
  for (const owner of owners) counts[owner] = (counts[owner] ?? 0) + 1;
  let run = 0;
  for (const [position, leaf] of order.entries()) {
    const owner = owners[leaf] ?? 0;
    run = position > 0 && owners[order[position - 1] ?? 0] === owner ? run + 1 : 1;
    if (run > 1 && run === counts[owner]) return true;
  }
  return false;
}
