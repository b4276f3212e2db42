import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";
import { z } from "zod";
import { isOpenToOthers, writeDurably } from "./private-file.ts";
import { privateFolder } from "./private-folder.ts";

/** The configuration of the key isn't right; the message is for the operator. */
export class SeedError extends Error {
  override readonly name = "SeedError";
}

/** Where the key comes from: the first that is given. */
export interface SeedSource {
  /** PLATFORM_WALLET_SECRET. */
  readonly secret?: string | undefined;
  /** PLATFORM_WALLET_SECRET_FILE. */
  readonly file?: string | undefined;
  /** Otherwise a key is made here once, for the local chain. */
  readonly dataDir: string;
}

const HEX = /^[0-9a-f]{64}$/;
/** Until the signer was a process of its own, the key was kept with the other secrets. */
const shared = z.looseObject({ platformSeed: z.string().regex(HEX) });

/**
 * Reads the 32-byte Ed25519 seed of the platform's wallet.
 * @throws SeedError if it is no key, or its file can be read by others
 */
export function loadSeed({ secret, file, dataDir }: SeedSource): Uint8Array {
  if (secret) return parseSecret(secret, "PLATFORM_WALLET_SECRET");
  if (file) return parseSecret(readPrivate(file), "PLATFORM_WALLET_SECRET_FILE");
  const path = seedPath(dataDir);
  if (!existsSync(path)) {
    privateFolder(join(dataDir, "signer"));
    writeDurably(path, `${sharedSeed(dataDir) ?? randomBytes(32).toString("hex")}\n`);
  }
  if (sharedSeed(dataDir) !== null) forgetShared(dataDir);
  const text = readPrivate(path).trim();
  if (!HEX.test(text)) throw new SeedError(`${path} is no key`);
  return Buffer.from(text, "hex");
}

/** Whether a data directory has a key of its own. */
export function hasOwnSeed(dataDir: string): boolean {
  return existsSync(seedPath(dataDir)) || sharedSeed(dataDir) !== null;
}

const seedPath = (dataDir: string) => join(dataDir, "signer", "seed");
const sharedPath = (dataDir: string) => join(dataDir, "secrets.json");

function sharedSeed(dataDir: string): string | null {
  try {
    return shared.parse(JSON.parse(readFileSync(sharedPath(dataDir), "utf8"))).platformSeed;
  } catch {
    return null;
  }
}

/** Other processes read that file, so the key is taken out of it, once it is kept elsewhere. */
function forgetShared(dataDir: string): void {
  const { platformSeed: _, ...rest } = shared.parse(JSON.parse(readFileSync(sharedPath(dataDir), "utf8")));
  writeDurably(sharedPath(dataDir), `${JSON.stringify(rest)}\n`);
}

function readPrivate(path: string): string {
  let isOpen: boolean;
  try {
    isOpen = isOpenToOthers(path);
  } catch (error) {
    throw new SeedError(`The key's file ${path} can't be read`, { cause: error });
  }
  if (isOpen) throw new SeedError(`Others may read ${path}: its mode must be 0600 (chmod 600 ${path})`);
  return readFileSync(path, "utf8");
}

/** The seed of a Solana secret key, as exported by wallets (base58) or the Solana CLI (a JSON array). */
function parseSecret(value: string, name: string): Uint8Array {
  const text = value.trim();
  const bytes = text.startsWith("[") ? bytesOfJson(text) : bytesOfBase58(text);
  if (bytes?.byteLength !== 64 && bytes?.byteLength !== 32) {
    throw new SeedError(`${name} must be a Solana secret key: base58 or a JSON array of 64 bytes`);
  }
  return bytes.subarray(0, 32);
}

function bytesOfJson(text: string): Uint8Array | null {
  try {
    const parsed = z.array(z.int().min(0).max(255)).safeParse(JSON.parse(text));
    return parsed.success ? Uint8Array.from(parsed.data) : null;
  } catch {
    return null;
  }
}

function bytesOfBase58(text: string): Uint8Array | null {
  try {
    return bs58.decode(text);
  } catch {
    return null;
  }
}
