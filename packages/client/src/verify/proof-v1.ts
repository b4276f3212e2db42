import { unitsOf } from "./amounts.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { isHex, sha256 } from "./crypto.ts";
import type { ProofProblemCode, ProofReport } from "./proof.report.ts";

interface Step {
  readonly hash: string;
  readonly sum: bigint;
  readonly side: "left" | "right";
}
interface Leaf {
  readonly amount: bigint;
  readonly nonce: string;
  readonly path: readonly Step[];
}

/** Whether it is a proof about a tree of the first format, which was in use until checkpoints said `bbux-checkpoint-v2`. */
export function isOldProof(given: Readonly<Record<string, unknown>>): boolean {
  return "memberId" in given;
}

/**
 * Checks that what a member could spend and had staked is part of the liabilities of a checkpoint of the first format: every leaf
 * hashes and adds up to the root and its sum, and the leaves are distinct and add up to the balance.
 * @param checkpoint whose signature was checked
 */
export async function verifyOldProof(
  given: Readonly<Record<string, unknown>>,
  checkpoint: Checkpoint,
  { memberId: wanted, signatureChecked }: { memberId?: string | undefined; signatureChecked: boolean },
): Promise<ProofReport> {
  const bad = (code: ProofProblemCode, problem: string): ProofReport => ({ ok: false, code, problem });
  if (checkpoint.version !== 1) return bad("checkpoint", "The checkpoint has another kind of tree");
  const { memberId } = given;
  if (typeof memberId !== "string" || !/^\d{1,19}$/.test(memberId)) return bad("malformed", "memberId is no number");
  if (wanted !== undefined && memberId !== wanted) return bad("address", `It is of member ${memberId}`);
  const amount = unitsOf(given.amount);
  const leaves = readLeaves(given.shares);
  if (amount === null || leaves === null) return bad("malformed", "It doesn't have the form of a proof");
  if (leaves.reduce((sum, leaf) => sum + leaf.amount, 0n) !== amount) {
    return bad("amounts", "The shares don't add up to the amount");
  }
  const places = new Set<string>();
  for (const [nth, leaf] of leaves.entries()) {
    const top = await climb(memberId, leaf);
    if (top.hash !== checkpoint.root) return bad("root", `Share ${nth + 1} doesn't lead to the root`);
    if (top.sum !== checkpoint.liabilities)
      return bad("totals", `Share ${nth + 1} doesn't lead to the checkpoint's sum`);
    places.add(JSON.stringify(leaf.path.map(({ side, hash }) => [side, hash])));
  }
  if (places.size !== leaves.length) return bad("shares", "A share is there twice");
  return {
    ok: true,
    included: true,
    checkpoint,
    address: null,
    memberId,
    code: null,
    owed: null,
    amount,
    signatureChecked,
  };
}

function readLeaves(shares: unknown): Leaf[] | null {
  if (!Array.isArray(shares) || shares.length < 1 || shares.length > 8) return null;
  const leaves: Leaf[] = [];
  for (const share of shares) {
    const { amount: text, nonce, path }: Record<string, unknown> = { ...share };
    const amount = unitsOf(text);
    if (amount === null || amount < 0n || !isHex(nonce, 16) || !Array.isArray(path) || path.length > 64) return null;
    const steps: Step[] = [];
    for (const step of path) {
      const { hash, sum: sumText, side }: Record<string, unknown> = { ...step };
      const sum = unitsOf(sumText);
      // A negative sum could hide someone's balance.
      if (!isHex(hash, 32) || sum === null || sum < 0n || (side !== "left" && side !== "right")) return null;
      steps.push({ hash, sum, side });
    }
    leaves.push({ amount, nonce, path: steps });
  }
  return leaves;
}

async function climb(memberId: string, leaf: Leaf): Promise<{ hash: string; sum: bigint }> {
  let node = {
    hash: await sha256(`bbux-leaf-v1\n${memberId}\n${leaf.amount}\n${leaf.nonce}`),
    sum: leaf.amount,
  };
  for (const { hash, sum, side } of leaf.path) {
    const [left, right] = side === "left" ? [{ hash, sum }, node] : [node, { hash, sum }];
    node = {
      hash: await sha256(`bbux-node-v1\n${left.hash}\n${left.sum}\n${right.hash}\n${right.sum}`),
      sum: left.sum + right.sum,
    };
  }
  return node;
}
