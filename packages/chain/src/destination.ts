import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { keyBytes } from "./ed25519.ts";
import { WELL_KNOWN } from "./programs.ts";

/**
 * Whether SOL can be withdrawn to an address, by its looks alone (DECISIONS 1.10): base58, 32 bytes, on the curve (a
 * wallet's; programs' own addresses lie beside it), no known program or sysvar. That it is none of the platform's and
 * not executable is for who knows accounts.
 * @returns why not, as a sentence, or null
 */
export function destinationProblem(address: string): string | null {
  const bytes = keyBytes(address);
  if (!bytes || bs58.encode(bytes) !== address) return "This is not a Solana address";
  if (WELL_KNOWN.has(address)) return "This is the address of a program, not of a wallet";
  if (!PublicKey.isOnCurve(bytes)) return "This address belongs to a program, nobody holds a key to it";
  return null;
}
