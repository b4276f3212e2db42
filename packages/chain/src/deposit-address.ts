import { hkdfSync } from "node:crypto";
import { addressOfKey, privateKeyOf } from "./ed25519.ts";

/** A deposit address, and the version of the key that it's derived from. */
export interface VersionedAddress {
  /** In base58. */
  readonly address: string;
  /** From 1: the platform's seed. */
  readonly version: number;
}

export interface DepositAddresses {
  /** The version of the addresses that members get now. */
  version(): number;
  /** The address that a member gets now, in base58. */
  addressOf(userId: string): string;
  /** The member's address of a version. @throws RangeError for a version that there isn't */
  addressAt(userId: string, version: number): string;
  /**
   * The Ed25519 seed of such an address: 32 bytes, as `Keypair.fromSeed` takes them. Secret.
   * @param version by default that of the addresses that members get now
   * @throws RangeError for a version that there isn't
   */
  seedOf(userId: string, version?: number): Uint8Array;
}

/**
 * Gives every member a deposit address of their own: its key is derived by HKDF-SHA256 from the platform's seed and the
 * member's id, so only the seed has to be stored (docs/adr/0011). After a rotation, new members' addresses are derived from a key of
 * its own in the same way, and those that were given out stay (docs/adr/0028).
 * @param platformSeed at least 32 secret bytes
 * @param later the keys from version 2 on, 32 secret bytes each
 */
export function createDepositAddresses(
  platformSeed: Uint8Array,
  later: () => readonly Uint8Array[] = () => [],
): DepositAddresses {
  if (platformSeed.byteLength < 32) throw new Error("The platform's seed must have at least 32 bytes");
  const version = () => later().length + 1;
  const seedOf = (userId: string, wanted = version()) => {
    const key = [platformSeed, ...later()][wanted - 1];
    if (!key) throw new RangeError(`There is no deposit key ${wanted}`);
    return new Uint8Array(hkdfSync("sha256", key, "bbux", `deposit-address:v1:${userId}`, 32));
  };
  const addressAt = (userId: string, wanted: number) => addressOfKey(privateKeyOf(seedOf(userId, wanted)));
  return { version, seedOf, addressAt, addressOf: (userId) => addressAt(userId, version()) };
}
