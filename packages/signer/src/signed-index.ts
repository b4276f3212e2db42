import type { Nonce, SignedFacts, SignedLine } from "@bbux/chain";
import type { RecordLine } from "./record-line.ts";

type Asked = Pick<SignedFacts, "kind" | "reference" | "nonce">;

/** Finds lines of the record by what they are about. It keeps positions only, a few hundred bytes for each line. */
export interface SignedIndex {
  /** To be told of each line, in order. */
  add(line: RecordLine): void;
  /** Positions of what was signed for the same purpose: with the same nonce, or of the same name. */
  same(asked: Asked): readonly number[];
  /** Positions of everything that names a nonce account's value, of which at most one can land. */
  onNonce(nonce: Nonce): readonly number[];
  /** Positions of the payments of a withdrawal. */
  ofPayment(reference: string): readonly number[];
}

export function createSignedIndex(): SignedIndex {
  const positions = new Map<string, number[]>();
  const get = (key: string) => positions.get(key) ?? [];
  return {
    add(line) {
      if (line.what !== "signed") return;
      const keys = new Set([keyOf(line), ...(line.kind === "pay" ? [keyOf({ ...line, nonce: null })] : [])]);
      for (const key of keys) positions.set(key, [...get(key), line.position]);
    },
    same: (asked) => get(keyOf(asked)),
    onNonce: (nonce) => get(keyOf({ kind: "pay", reference: "", nonce })),
    ofPayment: (reference) => get(keyOf({ kind: "pay", reference, nonce: null })),
  };
}

function keyOf({ kind, reference, nonce }: Asked | SignedLine): string {
  return nonce ? `${nonce.address} ${nonce.value}` : `${kind} ${reference}`;
}
