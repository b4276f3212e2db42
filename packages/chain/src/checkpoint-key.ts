import { createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import { isSignedBy, KEY_BYTES, privateKeyOf } from "./ed25519.ts";

/**
 * A key of checkpoints that took over from the one before (docs/adr/0028), as it's published. Both keys have signed the
 * statement, so that anyone who knows one of them can trust the other.
 */
export interface CheckpointSuccessor {
  /** From 2; the first key comes from the platform's seed. */
  readonly version: number;
  /** Ed25519, 32 bytes in base64. */
  readonly publicKey: string;
  /** The first UTC day whose checkpoint it signs, as in `2026-11-24`. */
  readonly from: string;
  /** The signed text, see {@link successionText}. */
  readonly statement: string;
  /** Its Ed25519 signatures in base64: by the key before, and by this one. */
  readonly byPrevious: string;
  readonly byOwn: string;
}

/** A key of checkpoints. It signs nothing else but the statement about its successor and its own. */
export interface CheckpointKey {
  /** Ed25519, 32 bytes in base64. */
  readonly publicKey: string;
  /** @param text any; the caller has checked what it is. @returns an Ed25519 signature, 64 bytes */
  sign(text: string): Uint8Array;
}

/** A key of checkpoints with the first day that it signs; null for the first key. */
interface Dated {
  readonly from: string | null;
}

/** Every checkpoint begins with its format and its day. Keys sign no other format, the first included, whose tree has no escrow. */
const CHECKPOINT = /^bbux-checkpoint-v2\nday (\d{4}-\d\d-\d\d)(?:\n|$)/;

/** The day of a checkpoint's text. @throws RangeError if the text isn't a checkpoint */
export function dayOfCheckpoint(text: string): string {
  const [, day] = CHECKPOINT.exec(text) ?? [];
  if (day === undefined) throw new RangeError("Only checkpoints are signed with the key of checkpoints");
  return day;
}

/**
 * The key that signs the checkpoint of a day: the last that is valid from that day on or earlier.
 * @param keys by version, the first one without a beginning
 */
export function checkpointKeyFor<Key extends Dated>(keys: readonly [Key, ...Key[]], day: string): Key {
  return keys.findLast(({ from }) => from === null || from <= day) ?? keys[0];
}

/** The seed of the first key, derived by HKDF-SHA256 from the platform's seed under its own label (docs/adr/0014). */
export function firstCheckpointSeed(platformSeed: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", platformSeed, "bbux", "transparency-checkpoint:v1", KEY_BYTES));
}

/** @param seed 32 secret bytes, which stay in this closure */
export function createCheckpointKey(seed: Uint8Array): CheckpointKey {
  const key: KeyObject = privateKeyOf(seed);
  const publicKey = createPublicKey(key)
    .export({ format: "der", type: "spki" })
    .subarray(-KEY_BYTES)
    .toString("base64");
  return Object.freeze<CheckpointKey>({
    publicKey,
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text, "utf8"), key)),
  });
}

/** What two keys sign when the second takes over, as docs/TRANSPARENCY.md specifies: no newline at the end. */
export function successionText(
  { version, publicKey, from }: Pick<CheckpointSuccessor, "version" | "publicKey" | "from">,
  previous: string,
): string {
  return [
    "bbux-checkpoint-key-v1",
    `version ${version}`,
    `key ${publicKey}`,
    `from ${from}`,
    `previous ${previous}`,
  ].join("\n");
}

/** Has a key endorse the one that takes over from it. */
export function succeed(
  previous: CheckpointKey,
  next: CheckpointKey,
  { version, from }: Pick<CheckpointSuccessor, "version" | "from">,
): CheckpointSuccessor {
  const { publicKey } = next;
  const statement = successionText({ version, publicKey, from }, previous.publicKey);
  const signed = (key: CheckpointKey) => Buffer.from(key.sign(statement)).toString("base64");
  return { version, publicKey, from, statement, byPrevious: signed(previous), byOwn: signed(next) };
}

/**
 * Whether a checkpoint's text was signed with this key. Never throws.
 * @param publicKey 32 bytes in base64
 */
export function isCheckpointSigned(publicKey: string, text: string, signature: Uint8Array): boolean {
  return isSignedBy(Buffer.from(publicKey, "base64"), Buffer.from(text, "utf8"), signature);
}

/** Whether both keys signed the statement about a successor, and it says what its fields say. Never throws. */
export function isEndorsed(successor: CheckpointSuccessor, previous: string): boolean {
  const { statement, publicKey, byPrevious, byOwn } = successor;
  return (
    statement === successionText(successor, previous) &&
    isCheckpointSigned(previous, statement, Buffer.from(byPrevious, "base64")) &&
    isCheckpointSigned(publicKey, statement, Buffer.from(byOwn, "base64"))
  );
}
