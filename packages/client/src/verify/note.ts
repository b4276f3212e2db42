import { bytesOf, isSigned } from "./crypto.ts";

/** A checkpoint of the log as https://c2sp.org/tlog-checkpoint specifies. */
export interface Note {
  readonly origin: string;
  /** Leaves: entries and checkpoints. */
  readonly size: number;
  /** Base64 of 32 bytes. */
  readonly root: string;
  /** What is signed. */
  readonly body: string;
  readonly lines: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

const TEXT =
  /^([^\s+]{1,200})\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^\s+]{1,200} [A-Za-z0-9+/=]{1,8000}\n){1,100})$/;

/** @returns null for a text that is no note, or has extension lines, which this log doesn't */
export function readNote(text: unknown): Note | null {
  const [, origin, size, root, signatures = ""] = (typeof text === "string" && TEXT.exec(text)) || [];
  if (origin === undefined || root === undefined || bytesOf(root) === null) return null;
  const lines = signatures.split("\n").flatMap((line) => {
    const [, name = "", value] = line.split(" ");
    const bytes = bytesOf(value);
    return bytes && bytes.byteLength > 4 ? [{ name, bytes }] : [];
  });
  return { origin, size: Number(size), root, body: `${origin}\n${size}\n${root}\n`, lines };
}

/** A witness that the caller trusts. */
export interface WitnessKey {
  readonly name: string;
  /** Hex. */
  readonly id: string;
  /** Base64 of 32 bytes. */
  readonly publicKey: string;
}

/** @param vkey `name+id+key`. @returns null if it isn't an Ed25519 cosigner's, or its id isn't that of name and key */
export async function readWitness(vkey: string): Promise<WitnessKey | null> {
  const [, name = "", id, text] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey.trim()) ?? [];
  const bytes = bytesOf(text);
  if (bytes?.byteLength !== 33 || bytes[0] !== 4) return null;
  const publicKey = base64(bytes.subarray(1));
  return (await keyId(name, 4, publicKey)) === id ? { name, id, publicKey } : null;
}

/** @param publicKey base64. @returns whether the platform has signed the note; `unsupported` if the browser lacks Ed25519 */
export async function isSignedByLog(note: Note, publicKey: string): Promise<boolean | "unsupported"> {
  const id = await keyId(note.origin, 1, publicKey);
  for (const { name, bytes } of note.lines) {
    if (name !== note.origin || hex(bytes.subarray(0, 4)) !== id || bytes.byteLength !== 68) continue;
    return isSigned(note.body, base64(bytes.subarray(4)), publicKey);
  }
  return false;
}

/** @returns when the witness signed the note; null if it didn't; `unsupported` if the browser lacks Ed25519 */
export async function cosignedAt(note: Note, witness: WitnessKey): Promise<Date | null | "unsupported"> {
  for (const { name, bytes } of note.lines) {
    if (name !== witness.name || hex(bytes.subarray(0, 4)) !== witness.id || bytes.byteLength !== 76) continue;
    const time = new DataView(bytes.buffer, bytes.byteOffset + 4, 8).getBigUint64(0);
    // Zero means no time, and a Date ends in the year 275760.
    if (time === 0n || time > 8_640_000_000_000n) continue;
    const text = `cosignature/v1\ntime ${time}\n${note.body}`;
    const signed = await isSigned(text, base64(bytes.subarray(12)), witness.publicKey);
    if (signed === "unsupported") return signed;
    if (signed) return new Date(Number(time) * 1_000);
  }
  return null;
}

async function keyId(name: string, kind: number, publicKey: string): Promise<string> {
  const text = new TextEncoder().encode(`${name}\n`);
  const key = bytesOf(publicKey) ?? new Uint8Array();
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.of(...text, kind, ...key));
  return hex(new Uint8Array(digest, 0, 4));
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
