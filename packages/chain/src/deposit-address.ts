import { createPrivateKey, createPublicKey, hkdfSync } from "node:crypto";
import bs58 from "bs58";

/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_KEY_BYTES = 32;

export interface DepositAddresses {
  /** The base58 address that is this member's alone to deposit to. */
  addressOf(userId: string): string;
  /** The Ed25519 seed of that address: 32 bytes, as `Keypair.fromSeed` takes them. A secret. */
  seedOf(userId: string): Uint8Array;
}

/**
 * Every member has a deposit address of their own: its key is derived by HKDF-SHA256 from the platform's seed and the
 * member's id, so nothing but the seed has to be kept (DECISIONS 1.9).
 * @param platformSeed 32 bytes or more of secret
 */
export function createDepositAddresses(platformSeed: Uint8Array): DepositAddresses {
  if (platformSeed.byteLength < 32) throw new Error("The platform's seed must have at least 32 bytes");
  const seedOf = (userId: string) =>
    new Uint8Array(hkdfSync("sha256", platformSeed, "bbux", `deposit-address:v1:${userId}`, 32));
  return {
    seedOf,
    addressOf(userId) {
      const privateKey = createPrivateKey({
        key: Buffer.concat([PKCS8_ED25519, seedOf(userId)]),
        format: "der",
        type: "pkcs8",
      });
      const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
      return bs58.encode(spki.subarray(spki.byteLength - PUBLIC_KEY_BYTES));
    },
  };
}
