import { createPublicKey, hkdfSync, sign } from "node:crypto";
import { KEY_BYTES, privateKeyOf } from "./ed25519.ts";

/** What the text of every checkpoint begins with: nothing else is ever signed with its key. */
const HEAD = "bbux-checkpoint-v1\n";

/** Signs what the platform publishes of its books, and never hands the key out. */
export interface CheckpointKey {
  /** Ed25519, base64 of 32 bytes: published, and the same for as long as the platform's seed is. */
  checkpointKey(): string;
  /** @returns Ed25519, 64 bytes. @throws RangeError for a text that is no checkpoint */
  signCheckpoint(text: string): Uint8Array;
}

/**
 * The key of the published checkpoints, derived by HKDF-SHA256 from the platform's seed under a name of its own, so that it
 * is no address of anybody and needs no secret besides the seed (DECISIONS 1.8).
 * @param platformSeed 32 bytes of secret
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
