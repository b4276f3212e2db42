import { createPrivateKey, createPublicKey, type KeyObject, verify } from "node:crypto";
import bs58 from "bs58";

/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8, and of a public key in SPKI (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/** Of a public key, a seed, a blockhash. */
export const KEY_BYTES = 32;

/** Node's crypto signs fifty times as fast as the Ed25519 that comes with @solana/web3.js. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}

/** The address that a private key signs for, base58. */
export function addressOfKey(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return bs58.encode(spki.subarray(SPKI_ED25519.byteLength));
}

/** Whether 64 bytes are the signature of a message by the holder of a public key of 32 bytes. Never throws. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, publicKey]), format: "der", type: "spki" });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}

/** The bytes of a base58 key, null when it is none: other signs, another length. */
export function keyBytes(text: string): Uint8Array | null {
  // Base58 takes the square of its length to decode.
  if (text.length < KEY_BYTES || text.length > 44) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.byteLength === KEY_BYTES ? bytes : null;
}
