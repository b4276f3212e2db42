import { createPrivateKey, createPublicKey, type KeyObject, verify } from "node:crypto";
import bs58 from "bs58";

/** The prefix of a 32-byte Ed25519 seed in PKCS #8, and of a public key in SPKI (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/** The length of a public key, a seed, or a blockhash. */
export const KEY_BYTES = 32;

/** Node's crypto signs fifty times as fast as the Ed25519 code in @solana/web3.js. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}

/** The base58 address that belongs to a private key. */
export function addressOfKey(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return bs58.encode(spki.subarray(SPKI_ED25519.byteLength));
}

/** Whether a 64-byte signature of the message was made by the holder of the 32-byte public key. Never throws. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, publicKey]), format: "der", type: "spki" });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}

/** Decodes a base58 key; null if it has invalid characters or the wrong length. */
export function keyBytes(text: string): Uint8Array | null {
  // Decoding base58 takes quadratic time, so long input is rejected first.
  if (text.length < KEY_BYTES || text.length > 44) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.byteLength === KEY_BYTES ? bytes : null;
}
