import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { decimalOf } from "./amounts.ts";
import type { Owed } from "./tree.ts";

/** A platform that builds and signs whatever tree it likes, by the rules of docs/TRANSPARENCY.md and with code of its own. */

export interface Placed {
  readonly position: string;
  readonly owed: Owed;
}
interface Summed {
  readonly hash: string;
  readonly owed: Owed;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
export const KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
export const ZEROS = "0".repeat(64);
export const DAY = "2026-11-22";
export const NONE: Owed = { escrow: 0n, hold: 0n, member: 0n, stake: 0n };
const EMPTY: Summed = { hash: ZEROS, owed: NONE };

const KINDS = ["escrow", "hold", "member", "stake"] as const;
const text = (owed: Owed) => KINDS.map((kind) => owed[kind]).join(",");
const sum = (a: Owed, b: Owed): Owed => ({
  escrow: a.escrow + b.escrow,
  hold: a.hold + b.hold,
  member: a.member + b.member,
  stake: a.stake + b.stake,
});
const decimals = (owed: Owed) => Object.fromEntries(KINDS.map((kind) => [kind, decimalOf(owed[kind])]));
const bit = (position: string, depth: number) => Number((BigInt(`0x${position}`) >> BigInt(255 - depth)) & 1n);

export const positionOf = (address: string, code: string, share: number) =>
  sha256(`bbux-position-v2\n${DAY}\n${address}\n${code}\n${share}`);

/** Three leaves with everything in the first but one unit of each kind in the others, where there is enough. */
export function leavesOf(address: string, code: string, owed: Owed): Placed[] {
  const some: Owed = { ...NONE, member: owed.member > 2n ? 1n : 0n };
  const first = { ...owed, member: owed.member - 2n * some.member };
  return [first, some, some].map((part, nth) => ({ position: positionOf(address, code, nth + 1), owed: part }));
}

export const nodeOf = (leaves: readonly Placed[], depth = 0): Summed => {
  const [first] = leaves;
  if (!first) return EMPTY;
  if (leaves.length === 1) {
    return { hash: sha256(`bbux-leaf-v2\n${first.position}\n${text(first.owed)}`), owed: first.owed };
  }
  const [left, right] = [0, 1].map((side) =>
    nodeOf(
      leaves.filter(({ position }) => bit(position, depth) === side),
      depth + 1,
    ),
  );
  if (!left || !right) throw new Error("no halves");
  return {
    hash: sha256(`bbux-node-v2\n${left.hash}\n${text(left.owed)}\n${right.hash}\n${text(right.owed)}`),
    owed: sum(left.owed, right.owed),
  };
};

function pathTo(position: string, leaves: readonly Placed[], depth = 0): { leaf: Placed | null; path: Summed[] } {
  if (leaves.length < 2) return { leaf: leaves[0] ?? null, path: [] };
  const side = bit(position, depth);
  const at = (which: number) => leaves.filter((leaf) => bit(leaf.position, depth) === which);
  const below = pathTo(position, at(side), depth + 1);
  return { leaf: below.leaf, path: [...below.path, nodeOf(at(1 - side), depth + 1)] };
}

/** A signed checkpoint of a tree. @param facts that the platform states otherwise than the tree has them */
export function checkpointOf(
  leaves: readonly Placed[],
  facts: { totals?: Record<string, bigint>; seq?: number; hash?: string; version?: number; root?: string } = {},
): Record<string, unknown> {
  const tree = nodeOf(leaves);
  const { totals = tree.owed, seq = 0, hash = ZEROS, version = 2, root = tree.hash } = facts;
  const counted = Object.entries(totals).filter(([, units]) => units !== 0n);
  const external = -counted.reduce((all, [, units]) => all + units, 0n);
  const sorted = [...counted, ...(external === 0n ? [] : [["external", external] as const])].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const ofTree = KINDS.reduce((all, kind) => all + tree.owed[kind], 0n);
  // The first format counts what members can spend and have staked.
  const liabilities = version === 1 ? (totals.member ?? 0n) + (totals.stake ?? 0n) : ofTree;
  const at = "2026-11-23T00:10:00.000Z";
  const body = [
    ...[`bbux-checkpoint-v${version}`, `day ${DAY}`, `seq ${seq}`, `hash ${hash}`, `previous ${ZEROS}`],
    ...sorted.map(([kind, units]) => `total ${kind} ${units}`),
    ...["members 2", `liabilities ${liabilities}`, `root ${root}`, `at ${at}`],
  ].join("\n");
  return {
    day: DAY,
    seq,
    hash,
    totals: Object.fromEntries(sorted.map(([kind, units]) => [kind, decimalOf(units)])),
    members: 2,
    liabilities: decimalOf(liabilities),
    root,
    createdAt: at,
    body,
    signature: sign(null, Buffer.from(body), privateKey).toString("base64"),
    publicKey: KEY,
  };
}

/** A proof from a tree, which says that the address is in it if all of its leaves are. */
export function proofOf(
  leaves: readonly Placed[],
  { address, code, checkpoint = checkpointOf(leaves) }: { address: string; code: string; checkpoint?: object },
) {
  const positions = [1, 2, 3].map((share) => positionOf(address, code, share));
  const found = positions.map((position) => pathTo(position, leaves));
  const isThere = found.every(({ leaf }, nth) => leaf?.position === positions[nth]);
  const owed = found.reduce((all, { leaf }) => sum(all, leaf?.owed ?? NONE), NONE);
  return {
    checkpoint,
    address,
    code,
    owed: isThere ? decimals(owed) : null,
    shares: found.map(({ leaf, path }) => ({
      leaf: leaf && { position: leaf.position, owed: decimals(leaf.owed) },
      path: path.map((node) => ({ hash: node.hash, owed: decimals(node.owed) })),
    })),
  };
}
