import { hkdfSync } from "node:crypto";
import { addressOfKey, privateKeyOf } from "./ed25519.ts";

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
  return { seedOf, addressOf: (userId) => addressOfKey(privateKeyOf(seedOf(userId))) };
}
