import { hkdfSync } from "node:crypto";
import { addressOfKey, privateKeyOf } from "./ed25519.ts";

export interface DepositAddresses {
  /** The member's own deposit address, in base58. */
  addressOf(userId: string): string;
  /** The Ed25519 seed of that address: 32 bytes, as `Keypair.fromSeed` takes them. Secret. */
  seedOf(userId: string): Uint8Array;
}

/**
 * Gives every member a deposit address of their own: its key is derived by HKDF-SHA256 from the platform's seed and the
 * member's id, so only the seed has to be stored (docs/adr/0011).
 * @param platformSeed at least 32 secret bytes
 */
export function createDepositAddresses(platformSeed: Uint8Array): DepositAddresses {
  if (platformSeed.byteLength < 32) throw new Error("The platform's seed must have at least 32 bytes");
  const seedOf = (userId: string) =>
    new Uint8Array(hkdfSync("sha256", platformSeed, "bbux", `deposit-address:v1:${userId}`, 32));
  return { seedOf, addressOf: (userId) => addressOfKey(privateKeyOf(seedOf(userId))) };
}
