import { type KeptRotation, type KeyStore, KeysError } from "./keys.ts";
import type { RecordLine } from "./record-line.ts";

/** Which rotations the record knows. A key that it knows and that is gone would be replaced by an earlier one unnoticed. */
export interface Rotations {
  /** To be told of each line of the record, in order. */
  add(line: RecordLine): void;
  /** The keys' rotations that aren't recorded: a crash came between the two, or the record is new. */
  missing(keys: Pick<KeyStore, "rotations">): readonly KeptRotation[];
  /** @throws KeysError if a recorded key isn't among them */
  requireKept(keys: Pick<KeyStore, "rotations">): void;
}

export function createRotations(): Rotations {
  const recorded = new Map<string, string>();
  const nameOf = ({ purpose, version }: Pick<KeptRotation, "purpose" | "version">) => `${purpose} key ${version}`;
  return {
    add(line) {
      if (line.what === "rotated") recorded.set(nameOf(line), line.publicKey);
    },
    missing: (keys) => keys.rotations().filter((rotation) => !recorded.has(nameOf(rotation))),
    requireKept(keys) {
      const kept = new Map(keys.rotations().map((rotation) => [nameOf(rotation), rotation.publicKey]));
      for (const [name, publicKey] of recorded) {
        if (kept.get(name) === publicKey) continue;
        throw new KeysError(`keys.json doesn't have the ${name} that the signer's record names: put back a copy of it`);
      }
    },
  };
}
