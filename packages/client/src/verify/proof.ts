import { unitsOf } from "./amounts.ts";
import { type Checkpoint, readCheckpoint, signatureProblem } from "./checkpoint.ts";
import { isHex, sha256 } from "./crypto.ts";

export type ProofReport =
  | {
      readonly ok: true;
      readonly checkpoint: Checkpoint;
      readonly memberId: string;
      /** Base units. */
      readonly amount: bigint;
      /** False if the browser lacks Ed25519. */
      readonly signatureChecked: boolean;
    }
  | { readonly ok: false; readonly problem: string };

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

/**
 * Checks that a member's balance is part of the liabilities in a signed checkpoint: every leaf hashes and adds up to the root and
 * its sum, and the leaves are distinct and add up to the balance.
 * @param proof in the format of `GET /api/transparency/proof`
 * @param options.key the platform's public key in base64; if unset, the checkpoint's
 * @param options.memberId whose proof it must be; if unset, whoever it names
 */
export async function verifyProof(
  proof: unknown,
  options: { readonly key?: string | undefined; readonly memberId?: string | undefined } = {},
): Promise<ProofReport> {
  const bad = (problem: string): ProofReport => ({ ok: false, problem });
  if (typeof proof !== "object" || proof === null) return bad("It is no proof");
  const given: Record<string, unknown> = { ...proof };
  const checkpoint = readCheckpoint(given.checkpoint);
  if (typeof checkpoint === "string") return bad(`The checkpoint: ${checkpoint}`);
  const signature = await signatureProblem(checkpoint, options.key ?? checkpoint.publicKey);
  if (signature !== null && signature !== "unsupported") return bad(`The checkpoint: ${signature}`);
  const { memberId } = given;
  if (typeof memberId !== "string" || !/^\d{1,19}$/.test(memberId)) return bad("memberId is no number");
  if (options.memberId !== undefined && memberId !== options.memberId) return bad(`It is of member ${memberId}`);
  const amount = unitsOf(given.amount);
  const leaves = readLeaves(given.shares);
  if (amount === null || leaves === null) return bad("It has not the form of a proof");
  if (leaves.reduce((sum, leaf) => sum + leaf.amount, 0n) !== amount)
    return bad("The shares do not add up to the amount");
  const places = new Set<string>();
  for (const [nth, leaf] of leaves.entries()) {
    const top = await climb(memberId, leaf);
    if (top.hash !== checkpoint.root) return bad(`Share ${nth + 1} does not lead to the root`);
    if (top.sum !== checkpoint.liabilities) return bad(`Share ${nth + 1} does not lead to the sum of the checkpoint`);
    places.add(JSON.stringify(leaf.path.map(({ side, hash }) => [side, hash])));
  }
  if (places.size !== leaves.length) return bad("A share is there twice");
  return { ok: true, checkpoint, memberId, amount, signatureChecked: signature === null };
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
