import { createHash } from "node:crypto";
import { isSignedBy, KEY_BYTES } from "./ed25519.ts";

/** The kinds of signature in the C2SP specifications signed-note and tlog-cosignature. */
const KINDS = { log: 1, witness: 4 } as const;
type NoteSigner = keyof typeof KINDS;

const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** Origin, size without leading zeros, and the 32 bytes of the root in canonical base64. */
const BODY = /^[^\s+]{1,200}\n(?:0|[1-9]\d{0,14})\n[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\n$/;

/** A verifier key (vkey): whose signatures are accepted. */
export interface NoteKey {
  /** As it appears in signature lines. */
  readonly name: string;
  /** 4 bytes. */
  readonly id: Buffer;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

/** Whether a text is a checkpoint's note without extension lines, before its signatures. */
export function isNoteBody(text: string): boolean {
  return BODY.test(text);
}

/**
 * @param root 32 bytes
 * @returns the text that log and witnesses sign, as https://c2sp.org/tlog-checkpoint specifies
 */
export function noteBody(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
}

/** @param publicKey 32 bytes in base64 */
export function noteKey(signer: NoteSigner, name: string, publicKey: string): NoteKey {
  const key = Buffer.from(publicKey, "base64");
  const id = createHash("sha256")
    .update(`${name}\n`)
    .update(Uint8Array.of(KINDS[signer]))
    .update(key)
    .digest()
    .subarray(0, ID_BYTES);
  return { name, id, publicKey: key };
}

/** The key as text, `name+id+key`, which verifiers are configured with. */
export function vkeyOf(signer: NoteSigner, { name, id, publicKey }: NoteKey): string {
  const key = Buffer.concat([Uint8Array.of(KINDS[signer]), publicKey]);
  return `${name}+${id.toString("hex")}+${key.toString("base64")}`;
}

/** @returns a witness's key, or null if the text isn't one of an Ed25519 cosigner whose id matches its name and key */
export function readWitnessKey(vkey: string): NoteKey | null {
  const [, name = "", id = "", text = ""] = /^([^\s+,]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey) ?? [];
  const bytes = Buffer.from(text, "base64");
  if (bytes.byteLength !== 1 + KEY_BYTES || bytes[0] !== KINDS.witness) return null;
  const key = noteKey("witness", name, bytes.subarray(1).toString("base64"));
  return key.id.toString("hex") === id ? key : null;
}

/** The line of a signature, with its line feed. */
export function signatureLine({ name, id }: NoteKey, signature: Uint8Array): string {
  return `— ${name} ${Buffer.concat([id, signature]).toString("base64")}\n`;
}

/** A witness's signature of a checkpoint. */
export interface Cosignature {
  /** When the witness had seen no larger log. */
  readonly at: Date;
  /** The time and the signature, as they are in a signature line. */
  readonly signature: Buffer;
}

/**
 * Looks for a witness's cosignature among signature lines, those of others included.
 * @param body what is signed, see {@link noteBody}
 * @returns the first that is valid, or null
 */
export function findCosignature(body: string, lines: string, key: NoteKey): Cosignature | null {
  for (const line of lines.split("\n")) {
    const [dash, name, text = "", ...rest] = line.split(" ");
    if (dash !== "—" || name !== key.name || rest.length > 0) continue;
    const bytes = Buffer.from(text, "base64");
    if (bytes.byteLength !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    if (!bytes.subarray(0, ID_BYTES).equals(key.id)) continue;
    const cosignature = readCosignature(body, bytes.subarray(ID_BYTES), key);
    if (cosignature) return cosignature;
  }
  return null;
}

/** @param signature time and signature, 72 bytes. @returns null if it isn't the witness's for this text */
export function readCosignature(body: string, signature: Buffer, { publicKey }: NoteKey): Cosignature | null {
  if (signature.byteLength !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = signature.readBigUInt64BE();
  // Zero means no time, and a Date ends in the year 275760.
  if (time === 0n || time > 8_640_000_000_000n) return null;
  const text = Buffer.from(`cosignature/v1\ntime ${time}\n${body}`, "utf8");
  if (!isSignedBy(publicKey, text, signature.subarray(TIME_BYTES))) return null;
  return { at: new Date(Number(time) * 1_000), signature };
}
