import { sha256 } from "./crypto.ts";
import { readAmounts } from "./entry.ts";

/** The kinds of account that hold what members are owed, in the order in which their sums are hashed. */
export const OWED_KINDS = ["escrow", "hold", "member", "stake"] as const;
type OwedKind = (typeof OWED_KINDS)[number];

/** Base units by kind of account. */
export type Owed = Readonly<Record<OwedKind, bigint>>;

export interface TreeNode {
  readonly hash: string;
  readonly owed: Owed;
}

export const NOTHING: Owed = { escrow: 0n, hold: 0n, member: 0n, stake: 0n };
/** Where the tree has nothing. */
export const NO_NODE: TreeNode = { hash: "0".repeat(64), owed: NOTHING };

export function hashLeaf(position: string, owed: Owed): Promise<string> {
  return sha256(`bbux-leaf-v2\n${position}\n${textOf(owed)}`);
}

/** All sums are hashed, so no node can claim sums other than its children's. */
export function hashBranch(left: TreeNode, right: TreeNode): Promise<string> {
  return sha256(`bbux-node-v2\n${left.hash}\n${textOf(left.owed)}\n${right.hash}\n${textOf(right.owed)}`);
}

function textOf(owed: Owed): string {
  return OWED_KINDS.map((kind) => owed[kind]).join();
}

/** Reads decimal BBUX amounts of exactly these kinds; null for anything else. */
export function readOwed(value: unknown): Owed | null {
  const amounts = new Map(readAmounts(value));
  const [escrow, hold, member, stake] = OWED_KINDS.map((kind) => amounts.get(kind));
  if (escrow === undefined || hold === undefined || member === undefined || stake === undefined) return null;
  return amounts.size === OWED_KINDS.length ? { escrow, hold, member, stake } : null;
}
