/** Leaves that are hashed in parallel. */
const BATCH_SIZE = 512;

async function digest(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const node = (left: Uint8Array, right: Uint8Array) => digest(Uint8Array.of(1), left, right);

/** The Merkle tree of RFC 6962, section 2.1, over the leaves so far, in memory for its edge only. */
export class LogTree {
  size = 0;
  #waiting: Uint8Array[] = [];
  /** By level, the root of the complete subtree that has no right sibling yet. */
  readonly #edge: (Uint8Array | null)[] = [];

  /** @param leaf in hex. @returns whether {@link settle} is due */
  add(leaf: string): boolean {
    this.#waiting.push(Uint8Array.from(leaf.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
    this.size++;
    return this.#waiting.length >= BATCH_SIZE;
  }

  /** Hashes what was added. */
  async settle(): Promise<void> {
    let nodes = await Promise.all(this.#waiting.map((leaf) => digest(Uint8Array.of(0), leaf)));
    this.#waiting = [];
    for (let level = 0; nodes.length > 0; level++) {
      const edge = this.#edge[level] ?? null;
      const all = edge ? [edge, ...nodes] : nodes;
      this.#edge[level] = all.length % 2 === 1 ? (all.at(-1) ?? null) : null;
      const pairs: Promise<Uint8Array>[] = [];
      for (let at = 0; at + 1 < all.length; at += 2) {
        const [left, right] = [all[at], all[at + 1]];
        if (left && right) pairs.push(node(left, right));
      }
      nodes = await Promise.all(pairs);
    }
  }

  /** @returns the root, 32 bytes */
  async root(): Promise<Uint8Array> {
    await this.settle();
    let root: Uint8Array | null = null;
    for (const left of this.#edge) {
      if (left) root = root ? await node(left, root) : left;
    }
    return root ?? digest();
  }
}
