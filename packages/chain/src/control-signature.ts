import bs58 from "bs58";
import { isSignedBy, keyBytes } from "./ed25519.ts";

/** What was signed: the text as wallets sign a message, or Solana's envelope of an off-chain message around it. */
export type ControlForm = "message" | "offchain";

/** Begins every off-chain message, so that it can't be a transaction. */
const DOMAIN = Buffer.from("\xffsolana offchain", "latin1");
const VERSION = 0;
/** Formats of a text: printable ASCII, or UTF-8 that fits into a hardware wallet. */
const FORMATS = [0, 1] as const;

/**
 * Checks that a text was signed with the key of an address.
 * @param signature 64 bytes
 * @returns in which form, or null when it wasn't
 */
export function controlSignatureForm(address: string, text: string, signature: Uint8Array): ControlForm | null {
  const key = keyBytes(address);
  if (!key) return null;
  const message = Buffer.from(text, "utf8");
  if (isSignedBy(key, message, signature)) return "message";
  return FORMATS.some((format) => isSignedBy(key, envelope(message, format), signature)) ? "offchain" : null;
}

function envelope(message: Buffer, format: number): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.byteLength);
  return Buffer.concat([DOMAIN, Buffer.from([VERSION, format]), length, message]);
}

const SIGNATURE_BYTES = 64;

/** Decodes an Ed25519 signature in base58, base64 or hex; null for anything else. */
export function signatureBytes(text: string): Uint8Array | null {
  const ways = [
    /^[0-9a-f]{128}$/i.test(text) ? Buffer.from(text, "hex") : null,
    text.length <= 2 * SIGNATURE_BYTES ? bs58.decodeUnsafe(text) : null,
    Buffer.from(text, "base64"),
  ];
  return ways.find((bytes) => bytes?.byteLength === SIGNATURE_BYTES) ?? null;
}
