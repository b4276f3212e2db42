import { createHash } from "node:crypto";

export const HASH_BYTES = 32;

const hashOf = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array): Buffer => hashOf(LEAF, leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => hashOf(NODE, left, right);

/**
 * The Merkle tree of RFC 6962 over the log, as far as adding to it needs: the roots of the largest complete subtrees, from left
 * to right. Its leaves are the hash of each entry and the SHA-256 of each checkpoint's text, in the order of the file.
 */
export class LogTree {
  #size: number;
  readonly #frontier: Buffer[];

  /** @param frontier one hash for each bit of the size that is set */
  constructor(size = 0, frontier: Uint8Array = Buffer.alloc(0)) {
    this.#size = size;
    this.#frontier = [];
    for (let at = 0; at < frontier.byteLength; at += HASH_BYTES) {
      this.#frontier.push(Buffer.from(frontier.subarray(at, at + HASH_BYTES)));
    }
    const bits = size.toString(2).replaceAll("0", "").length;
    if (this.#frontier.length !== bits) throw new RangeError(`${size} leaves have ${bits} complete subtrees`);
  }

  get size(): number {
    return this.#size;
  }

  get frontier(): Buffer {
    return Buffer.concat(this.#frontier);
  }

  /** @param leaf 32 bytes, not yet hashed as a leaf */
  add(leaf: Uint8Array): void {
    this.addHash(leafHash(leaf));
  }

  addHash(hash: Buffer): void {
    let node = hash;
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = this.#frontier.pop();
      if (!left) throw new Error("A complete subtree is missing");
      node = nodeHash(left, node);
    }
    this.#frontier.push(node);
    this.#size++;
  }

  root(): Buffer {
    const last = this.#frontier.at(-1);
    if (!last) return hashOf();
    return this.#frontier.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }

  /**
   * Proves that a larger tree begins with this one (RFC 6962, section 2.1.2).
   * @param added the hashes of the leaves that the larger tree has in addition, in order
   * @returns empty for an empty tree, and for the same one
   */
  consistency(added: readonly Buffer[]): Buffer[] {
    if (this.#size === 0 || added.length === 0) return [];
    return this.#prove(added, 0, this.#size + added.length, true);
  }

  #prove(added: readonly Buffer[], start: number, end: number, isWhole: boolean): Buffer[] {
    if (end === this.#size) return isWhole ? [] : [this.#subtree(added, start, end)];
    const middle = start + powerBelow(end - start);
    return this.#size <= middle
      ? [...this.#prove(added, start, middle, isWhole), this.#subtree(added, middle, end)]
      : [...this.#prove(added, middle, end, false), this.#subtree(added, start, middle)];
  }

  /** The root of a range on one side of this tree's end. To its left, RFC 6962 asks for complete subtrees only. */
  #subtree(added: readonly Buffer[], start: number, end: number): Buffer {
    if (start >= this.#size) {
      const tree = new LogTree();
      for (const hash of added.slice(start - this.#size, end - this.#size)) tree.addHash(hash);
      return tree.root();
    }
    let at = 0;
    for (const hash of this.#frontier) {
      const width = powerBelow(this.#size - at + 1);
      if (at === start && at + width === end) return hash;
      at += width;
    }
    throw new Error(`The leaves ${start} to ${end} are no complete subtree`);
  }
}

/** The largest power of two below a number above one. */
function powerBelow(value: number): number {
  let power = 1;
  while (power * 2 < value) power *= 2;
  return power;
}
