import { decimalOf } from "./amounts.ts";
import { type Checkpoint, readCheckpoint, signatureProblem } from "./checkpoint.ts";
import { isHex, sha256 } from "./crypto.ts";
import { KeyRing } from "./keys.ts";
import type { ProofProblemCode, ProofReport } from "./proof.report.ts";
import { isOldProof, verifyOldProof } from "./proof-v1.ts";
import { hashBranch, hashLeaf, NO_NODE, NOTHING, OWED_KINDS, type Owed, readOwed, type TreeNode } from "./tree.ts";

export interface ProofOptions {
  /** A public key of the platform in base64, whichever of its keys; if unset, the checkpoint's. */
  readonly key?: string | undefined;
  /** The member's deposit address; if unset, the one it names. */
  readonly address?: string | undefined;
  /** The member's code; if unset, the one it names. */
  readonly code?: string | undefined;
  /** What the member knows they had, in base units. */
  readonly owed?: Partial<Owed> | undefined;
  /** Whose a proof of the first format must be. */
  readonly memberId?: string | undefined;
}

const SHARES = 3;
/** A position has this many bits. */
const DEEPEST = 256;
const CODE = /^[!-~][ -~]{10,62}[!-~]$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

interface Share {
  readonly leaf: { readonly position: string; readonly owed: Owed } | null;
  readonly path: readonly TreeNode[];
}
interface Proof {
  readonly address: string;
  readonly code: string;
  /** Whether it says that the address is in the tree. */
  readonly included: boolean;
  readonly owed: Owed;
  readonly shares: readonly Share[];
}

class Wrong extends Error {
  readonly code: ProofProblemCode;

  constructor(code: ProofProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Checks what a signed checkpoint says that a member is owed: each place that their address and code lead to has a leaf that
 * hashes and adds up to the root and to the ledger's totals; or none of them has, so the address isn't in the tree.
 * @param proof in the format of `GET /api/transparency/proof`
 */
export async function verifyProof(proof: unknown, options: ProofOptions = {}): Promise<ProofReport> {
  try {
    if (typeof proof !== "object" || proof === null) throw new Wrong("malformed", "It is no proof");
    const given: Record<string, unknown> = { ...proof };
    const checkpoint = readCheckpoint(given.checkpoint);
    if (typeof checkpoint === "string") throw new Wrong("checkpoint", `The checkpoint: ${checkpoint}`);
    const signatureChecked = await requireSigned(checkpoint, given.keys, options.key);
    if (isOldProof(given)) return verifyOldProof(given, checkpoint, { ...options, signatureChecked });
    if (checkpoint.version < 2) throw new Wrong("checkpoint", "The checkpoint has another kind of tree");
    const read = readProof(given);
    requireOwn(read, options);
    for (const [nth, share] of read.shares.entries()) await requireLeadsUp(nth + 1, share, read, checkpoint);
    requireExpected(read, options.owed);
    const { address, code, owed, included } = read;
    return {
      ok: true,
      included,
      checkpoint,
      address,
      memberId: null,
      code,
      owed,
      amount: sumOf(owed),
      signatureChecked,
    };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, code: error.code, problem: error.message };
    throw error;
  }
}

/**
 * @param keys the platform's, as the proof names them; proofs from before there was a second key name none
 * @returns false if the browser lacks Ed25519
 */
async function requireSigned(checkpoint: Checkpoint, keys: unknown, key: string | undefined): Promise<boolean> {
  const ring = new KeyRing(key);
  const learned = keys === undefined ? null : await ring.learn(keys);
  const problem = learned ?? ring.problemOf(checkpoint) ?? (await signatureProblem(checkpoint, checkpoint.publicKey));
  if (problem !== null && problem !== "unsupported") throw new Wrong("checkpoint", `The checkpoint: ${problem}`);
  return problem === null && ring.signaturesChecked;
}

export function sumOf(owed: Owed): bigint {
  return OWED_KINDS.reduce((sum, kind) => sum + owed[kind], 0n);
}

function readProof(given: Record<string, unknown>): Proof {
  const { address, code, shares } = given;
  const form = new Wrong("malformed", "It doesn't have the form of a proof");
  if (typeof address !== "string" || !ADDRESS.test(address)) throw form;
  if (typeof code !== "string" || !CODE.test(code) || !Array.isArray(shares)) throw form;
  if (shares.length !== SHARES) throw new Wrong("shares", `It has ${shares.length} of ${SHARES} shares`);
  const read = shares.map(readShare);
  const included = given.owed !== null;
  const claimed = included ? amounts(given.owed) : NOTHING;
  const owed = read.reduce((sum, { leaf }) => (included && leaf ? plus(sum, leaf.owed) : sum), NOTHING);
  if (OWED_KINDS.some((kind) => owed[kind] !== claimed[kind]))
    throw new Wrong("amounts", "The shares don't add up to the amounts");
  return { address, code, included, owed, shares: read };
}

function readShare(share: unknown): Share {
  const { leaf, path }: Record<string, unknown> = { ...Object(share) };
  if (!Array.isArray(path) || path.length > DEEPEST || leaf === undefined) {
    throw new Wrong("malformed", "It doesn't have the form of a proof");
  }
  const steps = path.map((step) => {
    const { hash, owed }: Record<string, unknown> = { ...Object(step) };
    return { hash: hex(hash), owed: amounts(owed) };
  });
  if (leaf === null) return { leaf, path: steps };
  const { position, owed }: Record<string, unknown> = { ...Object(leaf) };
  return { leaf: { position: hex(position), owed: amounts(owed) }, path: steps };
}

function hex(value: unknown): string {
  if (!isHex(value, 32)) throw new Wrong("malformed", "It doesn't have the form of a proof");
  return value;
}

function amounts(value: unknown): Owed {
  const owed = readOwed(value);
  if (owed === null) throw new Wrong("malformed", "It doesn't have the form of a proof");
  if (OWED_KINDS.some((kind) => owed[kind] < 0n)) throw new Wrong("negative", "An amount in it is below zero");
  return owed;
}

function requireOwn({ address, code }: Proof, options: ProofOptions): void {
  if (options.address !== undefined && address !== options.address) {
    throw new Wrong("address", `It is about the address ${address}`);
  }
  if (options.code !== undefined && code !== options.code) throw new Wrong("code", "It was made with another code");
}

async function requireLeadsUp(
  nth: number,
  { leaf, path }: Share,
  { address, code, included }: Proof,
  checkpoint: Checkpoint,
): Promise<void> {
  const position = await sha256(`bbux-position-v2\n${checkpoint.day}\n${address}\n${code}\n${nth}`);
  if (included && leaf === null) throw new Wrong("shares", `Share ${nth} isn't in the tree`);
  if (included && leaf?.position !== position) {
    throw new Wrong("position", `Share ${nth} isn't where the address and the code lead`);
  }
  if (!included && leaf?.position === position) throw new Wrong("shares", `Share ${nth} is in the tree`);
  let node = leaf ? { hash: await hashLeaf(leaf.position, leaf.owed), owed: leaf.owed } : NO_NODE;
  for (const [step, sibling] of path.entries()) {
    const isRight = bitOf(position, path.length - 1 - step) === 1;
    const [left, right] = isRight ? [sibling, node] : [node, sibling];
    node = { hash: await hashBranch(left, right), owed: plus(left.owed, right.owed) };
  }
  if (node.hash !== checkpoint.root) throw new Wrong("root", `Share ${nth} doesn't lead to the root`);
  const totals = new Map(checkpoint.totals);
  const differs = OWED_KINDS.find((kind) => node.owed[kind] !== (totals.get(kind) ?? 0n));
  if (differs) {
    throw new Wrong(
      "totals",
      `The tree comes to ${decimalOf(node.owed[differs])} in ${differs} accounts, the ledger to ${decimalOf(totals.get(differs) ?? 0n)}`,
    );
  }
}

/** @param position 32 bytes in hex */
function bitOf(position: string, nth: number): number {
  return (Number.parseInt(position.charAt(nth >> 2), 16) >> (3 - (nth & 3))) & 1;
}

function requireExpected({ included, owed }: Proof, expected: Partial<Owed> | undefined): void {
  for (const kind of OWED_KINDS) {
    const units = expected?.[kind];
    if (units === undefined || units === owed[kind]) continue;
    if (!included) {
      throw new Wrong(
        "omitted",
        `The address isn't in the tree, and should have ${decimalOf(units)} in its ${kind} account`,
      );
    }
    throw new Wrong("amounts", `The tree has ${decimalOf(owed[kind])} in the ${kind} account, not ${decimalOf(units)}`);
  }
}

function plus(a: Owed, b: Owed): Owed {
  return {
    escrow: a.escrow + b.escrow,
    hold: a.hold + b.hold,
    member: a.member + b.member,
    stake: a.stake + b.stake,
  };
}
