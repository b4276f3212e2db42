const HEX = /^[0-9a-f]+$/;

/** The SHA-256 hash of a UTF-8 text, in hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a text is this many bytes in hex. */
export function isHex(text: unknown, bytes: number): text is string {
  return typeof text === "string" && text.length === bytes * 2 && HEX.test(text);
}

/** Decodes canonical base64; null for any other text. */
export function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof base64 !== "string") return null;
  try {
    const binary = atob(base64);
    return btoa(binary) === base64 ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/**
 * Whether an Ed25519 signature was made by the holder of the key; `unsupported` if the browser lacks Ed25519.
 * @param publicKey 32 bytes in base64
 */
export async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean | "unsupported"> {
  const key = bytesOf(publicKey);
  const signed = bytesOf(signature);
  if (key?.byteLength !== 32 || signed?.byteLength !== 64) return false;
  const imported = await importKey(key);
  if (typeof imported === "string") return imported === "unsupported" ? imported : false;
  return crypto.subtle.verify({ name: "Ed25519" }, imported, signed, new TextEncoder().encode(text));
}

async function importKey(key: Uint8Array<ArrayBuffer>) {
  try {
    return await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return error instanceof Error && error.name === "NotSupportedError" ? "unsupported" : "none";
  }
}
