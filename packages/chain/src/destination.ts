import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { keyBytes } from "./ed25519.ts";
import { WELL_KNOWN } from "./programs.ts";

/**
 * Checks whether an address can receive a withdrawal, by its format alone: base58, 32 bytes, on the curve (wallets are; the
 * addresses that programs own aren't), not a known program or sysvar. The caller, who can look up accounts, checks that it
 * isn't one of the platform's and isn't executable (docs/DECISIONS.md 1.10).
 * @returns the reason it can't, as a sentence, or null
 */
export function destinationProblem(address: string): string | null {
  const bytes = keyBytes(address);
  if (!bytes || bs58.encode(bytes) !== address) return "This is not a Solana address";
  if (WELL_KNOWN.has(address)) return "This is the address of a program, not of a wallet";
  if (!PublicKey.isOnCurve(bytes)) return "This address belongs to a program, nobody holds a key to it";
  return null;
}
