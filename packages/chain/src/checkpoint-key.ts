import { createPublicKey, hkdfSync, sign } from "node:crypto";
import { isSignedBy, KEY_BYTES, privateKeyOf } from "./ed25519.ts";

/** Every checkpoint begins with this line, and the key signs nothing else, the first format included, whose tree has no escrow. */
const HEAD = "bbux-checkpoint-v2\n";

/** Signs checkpoints and never exposes the key. */
export interface CheckpointKey {
  /** The Ed25519 public key, 32 bytes in base64. It is published and changes only with the platform's seed. */
  checkpointKey(): string;
  /** @returns an Ed25519 signature, 64 bytes. @throws RangeError if the text isn't a checkpoint */
  signCheckpoint(text: string): Uint8Array;
}

/**
 * The key that signs published checkpoints, derived by HKDF-SHA256 from the platform's seed under its own label, so that it is
 * nobody's address and needs no secret besides the seed (docs/adr/0014).
 * @param platformSeed 32 secret bytes
 */
export function createCheckpointKey(platformSeed: Uint8Array): CheckpointKey {
  const seed = new Uint8Array(hkdfSync("sha256", platformSeed, "bbux", "transparency-checkpoint:v1", KEY_BYTES));
  const key = privateKeyOf(seed);
  const publicKey = createPublicKey(key)
    .export({ format: "der", type: "spki" })
    .subarray(-KEY_BYTES)
    .toString("base64");
  return Object.freeze<CheckpointKey>({
    checkpointKey: () => publicKey,
    signCheckpoint(text) {
      if (!text.startsWith(HEAD)) throw new RangeError("Only checkpoints are signed with the key of checkpoints");
      return new Uint8Array(sign(null, Buffer.from(text, "utf8"), key));
    },
  });
}

/**
 * Whether a checkpoint's text was signed with this key. Never throws.
 * @param publicKey 32 bytes in base64
 */
export function isCheckpointSigned(publicKey: string, text: string, signature: Uint8Array): boolean {
  return isSignedBy(Buffer.from(publicKey, "base64"), Buffer.from(text, "utf8"), signature);
}
